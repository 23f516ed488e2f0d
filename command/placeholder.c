typedef int placeholder_command;
