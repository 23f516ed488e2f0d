typedef int placeholder_render;
