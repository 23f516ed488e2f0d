#include "subjects.h"

const struct subject subjects[] = {{"number", feed_number},
                                   {"writers", feed_writers},
                                   {"packed", feed_packed},
                                   {"archive", feed_archive}};
const size_t subject_count = sizeof subjects / sizeof *subjects;
