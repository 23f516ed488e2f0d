/* SHA-256 by libmd; the only file that knows it. */
#include "model/digest.h"

#include <fcntl.h>
#include <sha2.h>
#include <stdio.h>
#include <unistd.h>

static void write_hexadecimal(SHA2_CTX *context, char hexadecimal[65])
{
    unsigned char hash[SHA256_DIGEST_LENGTH];
    SHA256Final(hash, context);
    for (size_t i = 0; i < sizeof hash; i++)
        (void)snprintf(hexadecimal + 2 * i, 3, "%02x", hash[i]);
}

void digest_sha256(struct text bytes, char hexadecimal[65])
{
    SHA2_CTX context;
    SHA256Init(&context);
    SHA256Update(&context, (const unsigned char *)bytes.data, bytes.size);
    write_hexadecimal(&context, hexadecimal);
}

bool digest_sha256_file(const char *path, char hexadecimal[65], struct failure *failure)
{
    unsigned char piece[65536];
    SHA2_CTX context;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return failure_set_errno(failure, "cannot open %s", path);
    SHA256Init(&context);
    ssize_t size;
    while ((size = read(file, piece, sizeof piece)) > 0)
        SHA256Update(&context, piece, (size_t)size);
    if (size < 0)
        (void)failure_set_errno(failure, "cannot read %s", path);
    (void)close(file);
    write_hexadecimal(&context, hexadecimal);
    return size == 0;
}
