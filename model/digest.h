#ifndef MODEL_DIGEST_H
#define MODEL_DIGEST_H

#include "model/failure.h"
#include "model/text.h"

/* SHA-256 (FIPS 180-4) of bytes, as 64 lower-case hexadecimal digits and a NUL. */
void digest_sha256(struct text bytes, char hexadecimal[65]);

/* The same of a file's content, read in pieces; FAILURE_SYSTEM when it cannot be read. */
NODISCARD bool digest_sha256_file(const char *path, char hexadecimal[65], struct failure *failure);

#endif
