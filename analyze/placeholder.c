typedef int placeholder_analyze;
