#ifndef INGEST_FIO_TEXT_LINES_H
#define INGEST_FIO_TEXT_LINES_H

#include "model/text.h"

/* Lines of fio's text output. A line that a mail program wrapped is taken together with its
   continuations. */
struct fio_text_lines {
    struct text rest;
    unsigned number; /* of the line that comes next */
};

struct fio_text_line {
    struct text text;  /* from the first character that is not blank; with its line ends */
    struct text host;  /* "<host> " in front of it; empty = none */
    unsigned number;   /* where it begins */
    unsigned physical; /* how many lines it takes */
};

/* Takes the next line; false at the end. */
bool fio_text_next_line(struct fio_text_lines *lines, struct fio_text_line *line);

/* The token behind `key`: what stands up to the next blank, line end or character of `ends`. Empty
   when the key is not there, or the text ends before the token does (it may be cut). */
struct text fio_text_token(struct text line, const char *key, const char *ends);

/* As fio_text_token, with the key in front: "avg=152.74". `token` must be what that gave. */
struct text fio_text_written(struct text line, const char *key, struct text token);

#endif
