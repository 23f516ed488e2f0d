#ifndef INGEST_FORUM_WORDS_H
#define INGEST_FORUM_WORDS_H

#include "model/text.h"

/* What words of a posted line are. */
enum word_kind { WORD_UNKNOWN, WORD_DIRECTION, WORD_METRIC, WORD_PATTERN, WORD_PROSE };

enum word_kind forum_word_kind(struct text word);

/* How many words of one kind a text has; words with a digit ("4k", "q32t1") are no unknown ones,
   and the A of "Config A" is a name. */
size_t forum_words_count(struct text text, enum word_kind kind);

bool text_has_digit(struct text text);

#endif
