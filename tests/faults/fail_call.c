/* A library to be preloaded: lets the Nth call of one function of the C library fail in the program
   named "ashiftstat", and counts the calls. Programs that it starts are left alone.

       FAIL_CALL=write FAIL_NUMBER=3 FAIL_ERRNO=28 FAIL_COUNT=FILE LD_PRELOAD=.../libfail_call.so
   ashiftstat ...

   FAIL_NUMBER=0 fails none; of malloc, calloc and realloc only the program's own calls count:
   fontconfig and glob of glibc 2.36 crash without memory; FAIL_COUNT gets the number of calls when
   the program ends. A call of close fails after it has closed, as Linux does it; a call of realloc
   with a size counts as one of malloc. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum call {
    CALL_MALLOC,
    CALL_OPEN,
    CALL_READ,
    CALL_WRITE,
    CALL_FSYNC,
    CALL_RENAME,
    CALL_CLOSE,
    CALL_COUNT
};

static const char *const names[CALL_COUNT] = {"malloc", "open",   "read", "write",
                                              "fsync",  "rename", "close"};

static struct {
    bool active;
    enum call call;
    long number, seen;
    int error;
    pid_t process;
    uintptr_t code_start, code_end; /* of the program itself */
} plan;

/* The first object is the program. */
static int find_code(struct dl_phdr_info *object, size_t size, void *user)
{
    (void)size;
    (void)user;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &object->dlpi_phdr[i];
        if (header->p_type != PT_LOAD || (header->p_flags & PF_X) == 0)
            continue;
        plan.code_start = object->dlpi_addr + header->p_vaddr;
        plan.code_end = plan.code_start + header->p_memsz;
    }
    return 1;
}

static bool is_own(const void *caller)
{
    return (uintptr_t)caller >= plan.code_start && (uintptr_t)caller < plan.code_end;
}

static void *find(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

__attribute__((constructor)) static void begin(void)
{
    const char *call = getenv("FAIL_CALL"), *number = getenv("FAIL_NUMBER"),
               *error = getenv("FAIL_ERRNO");
    if (call == NULL || strcmp(program_invocation_short_name, "ashiftstat") != 0)
        return;
    for (int i = 0; i < CALL_COUNT; i++)
        if (strcmp(call, names[i]) == 0) {
            plan.call = (enum call)i;
            plan.active = true;
        }
    plan.number = number == NULL ? 0 : atol(number);
    plan.error = error == NULL ? EIO : atoi(error);
    plan.process = getpid();
    (void)dl_iterate_phdr(find_code, NULL);
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("FAIL_COUNT");
    if (!plan.active || path == NULL || getpid() != plan.process)
        return;
    plan.active = false;
    FILE *file = fopen(path, "w");
    if (file != NULL) {
        (void)fprintf(file, "%ld\n", plan.seen);
        (void)fclose(file);
    }
}

/* True when this call is to fail; errno is set then. */
static bool fails(enum call call)
{
    if (!plan.active || plan.call != call || getpid() != plan.process)
        return false;
    if (__atomic_add_fetch(&plan.seen, 1, __ATOMIC_SEQ_CST) != plan.number)
        return false;
    errno = plan.error;
    return true;
}

void *malloc(size_t size)
{
    static void *(*real)(size_t);
    if (real == NULL)
        real = (void *(*)(size_t))find("malloc");
    return is_own(__builtin_return_address(0)) && fails(CALL_MALLOC) ? NULL : real(size);
}

void *realloc(void *memory, size_t size)
{
    static void *(*real)(void *, size_t);
    if (real == NULL)
        real = (void *(*)(void *, size_t))find("realloc");
    return size > 0 && is_own(__builtin_return_address(0)) && fails(CALL_MALLOC)
               ? NULL
               : real(memory, size);
}

/* dlsym itself takes memory with calloc before it can be found */
static char early[4096];
static size_t early_used;

void *calloc(size_t count, size_t size)
{
    static void *(*real)(size_t, size_t);
    static bool looking;
    if (looking) {
        void *memory = early + early_used;
        early_used += (count * size + 15) / 16 * 16;
        return early_used <= sizeof early ? memory : NULL;
    }
    if (real == NULL) {
        looking = true;
        real = (void *(*)(size_t, size_t))find("calloc");
        looking = false;
    }
    return is_own(__builtin_return_address(0)) && fails(CALL_MALLOC) ? NULL : real(count, size);
}

void free(void *memory)
{
    static void (*real)(void *);
    if (real == NULL)
        real = (void (*)(void *))find("free");
    if ((char *)memory < early || (char *)memory >= early + sizeof early)
        real(memory);
}

static mode_t mode_of(int flags, va_list arguments)
{
    return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(arguments, mode_t)
                                                                      : 0;
}

#define OPEN(name)                                                                                 \
    int name(const char *path, int flags, ...)                                                     \
    {                                                                                              \
        static int (*real)(const char *, int, ...);                                                \
        va_list arguments;                                                                         \
        va_start(arguments, flags);                                                                \
        mode_t mode = mode_of(flags, arguments);                                                   \
        va_end(arguments);                                                                         \
        if (real == NULL)                                                                          \
            real = (int (*)(const char *, int, ...))find(#name);                                   \
        return fails(CALL_OPEN) ? -1 : real(path, flags, mode);                                    \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                               \
    int name(int folder, const char *path, int flags, ...)                                         \
    {                                                                                              \
        static int (*real)(int, const char *, int, ...);                                           \
        va_list arguments;                                                                         \
        va_start(arguments, flags);                                                                \
        mode_t mode = mode_of(flags, arguments);                                                   \
        va_end(arguments);                                                                         \
        if (real == NULL)                                                                          \
            real = (int (*)(int, const char *, int, ...))find(#name);                              \
        return fails(CALL_OPEN) ? -1 : real(folder, path, flags, mode);                            \
    }
OPENAT(openat)
OPENAT(openat64)

/* A function with this signature whose failure is `failure`. */
#define CALL(kind, type, name, parameters, arguments, failure)                                     \
    type name parameters                                                                           \
    {                                                                                              \
        static type(*real) parameters;                                                             \
        if (real == NULL)                                                                          \
            real = (type(*) parameters)find(#name);                                                \
        return fails(kind) ? (failure) : real arguments;                                           \
    }

CALL(CALL_OPEN, FILE *, fopen, (const char *path, const char *mode), (path, mode), NULL)
CALL(CALL_OPEN, FILE *, fopen64, (const char *path, const char *mode), (path, mode), NULL)
CALL(CALL_READ, ssize_t, read, (int file, void *to, size_t size), (file, to, size), -1)
CALL(CALL_READ, ssize_t, pread, (int file, void *to, size_t size, off_t at), (file, to, size, at),
     -1)
CALL(CALL_READ, ssize_t, pread64, (int file, void *to, size_t size, off64_t at),
     (file, to, size, at), -1)
CALL(CALL_WRITE, ssize_t, write, (int file, const void *from, size_t size), (file, from, size), -1)
CALL(CALL_WRITE, size_t, fwrite, (const void *from, size_t size, size_t count, FILE *file),
     (from, size, count, file), 0)
CALL(CALL_FSYNC, int, fsync, (int file), (file), -1)
CALL(CALL_FSYNC, int, fdatasync, (int file), (file), -1)
CALL(CALL_RENAME, int, rename, (const char *from, const char *to), (from, to), -1)
CALL(CALL_RENAME, int, renameat, (int a, const char *from, int b, const char *to), (a, from, b, to),
     -1)

int close(int file)
{
    static int (*real)(int);
    if (real == NULL)
        real = (int (*)(int))find("close");
    bool failed = fails(CALL_CLOSE);
    int status = real(file);
    if (failed)
        errno = plan.error;
    return failed ? -1 : status;
}

int fclose(FILE *file)
{
    static int (*real)(FILE *);
    if (real == NULL)
        real = (int (*)(FILE *))find("fclose");
    bool failed = fails(CALL_CLOSE);
    int status = real(file);
    if (failed)
        errno = plan.error;
    return failed ? EOF : status;
}
