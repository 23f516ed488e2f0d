# what is no command, and an option where a command must stand
ashiftstat frobnicate
echo $?
ashiftstat --frob
