typedef int placeholder_collect;
