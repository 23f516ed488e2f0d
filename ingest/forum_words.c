#include "ingest/forum_words.h"

#include <string.h>

static const struct {
    const char *word;
    enum word_kind kind;
} words[] = {{"read", WORD_DIRECTION},
             {"reads", WORD_DIRECTION},
             {"write", WORD_DIRECTION},
             {"writes", WORD_DIRECTION},
             {"lesen", WORD_DIRECTION},
             {"schreiben", WORD_DIRECTION},
             {"reading", WORD_DIRECTION},
             {"writing", WORD_DIRECTION},
             {"speed", WORD_METRIC},
             {"speeds", WORD_METRIC},
             {"rate", WORD_METRIC},
             {"bandwidth", WORD_METRIC},
             {"bw", WORD_METRIC},
             {"throughput", WORD_METRIC},
             {"iops", WORD_METRIC},
             {"performance", WORD_METRIC},
             {"lat", WORD_METRIC},
             {"latency", WORD_METRIC},
             {"latenz", WORD_METRIC},
             {"avg", WORD_METRIC},
             {"average", WORD_METRIC},
             {"mean", WORD_METRIC},
             {"geschwindigkeit", WORD_METRIC},
             {"durchsatz", WORD_METRIC},
             {"sequential", WORD_PATTERN},
             {"seq", WORD_PATTERN},
             {"random", WORD_PATTERN},
             {"rand", WORD_PATTERN},
             {"rnd", WORD_PATTERN},
             {"mixed", WORD_PATTERN},
             {"sequentiell", WORD_PATTERN},
             {"thread", WORD_PATTERN},
             {"threads", WORD_PATTERN},
             {"randread", WORD_PATTERN},
             {"randwrite", WORD_PATTERN},
             {"seqread", WORD_PATTERN},
             {"seqwrite", WORD_PATTERN},
             {"is", WORD_PROSE},
             {"was", WORD_PROSE},
             {"are", WORD_PROSE},
             {"were", WORD_PROSE},
             {"of", WORD_PROSE},
             {"the", WORD_PROSE},
             {"a", WORD_PROSE},
             {"to", WORD_PROSE},
             {"at", WORD_PROSE},
             {"with", WORD_PROSE},
             {"and", WORD_PROSE},
             {"or", WORD_PROSE},
             {"i", WORD_PROSE},
             {"get", WORD_PROSE},
             {"got", WORD_PROSE},
             {"up", WORD_PROSE},
             {"from", WORD_PROSE},
             {"only", WORD_PROSE},
             {"about", WORD_PROSE},
             {"than", WORD_PROSE},
             {"over", WORD_PROSE},
             {"should", WORD_PROSE},
             {"can", WORD_PROSE},
             {"total", WORD_PROSE},
             {"limit", WORD_PROSE},
             {"limits", WORD_PROSE},
             {"rated", WORD_PROSE},
             {"theoretical", WORD_PROSE},
             {"theoretically", WORD_PROSE},
             {"nominal", WORD_PROSE},
             {"specified", WORD_PROSE},
             {"claimed", WORD_PROSE},
             {"advertised", WORD_PROSE},
             {"than.", WORD_PROSE},
             {"that", WORD_PROSE},
             {"my", WORD_PROSE},
             {"it", WORD_PROSE},
             {"in", WORD_PROSE},
             {"for", WORD_PROSE},
             {"error", WORD_PROSE},
             {"errors", WORD_PROSE},
             {"ist", WORD_PROSE},
             {"mit", WORD_PROSE},
             {"und", WORD_PROSE},
             {"von", WORD_PROSE}};

/* "randwrite-4k" is "randwrite", "SEQ1M" is "SEQ". */
static struct text stem_of(struct text word)
{
    size_t end = 0;
    while (end < word.size && strchr("-_", word.data[end]) == NULL)
        end++;
    struct text first = text_slice(word, 0, end);
    size_t letters = 0;
    while (letters < first.size && !text_is_digit(first.data[letters]))
        letters++;
    struct text stem = text_slice(first, 0, letters);
    bool pattern = letters < first.size &&
                   (text_is_ignoring_case(stem, "seq") || text_is_ignoring_case(stem, "rnd") ||
                    text_is_ignoring_case(stem, "rand"));
    return pattern ? stem : first.size > 0 ? first : word;
}

static enum word_kind kind_of(struct text word)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_is_ignoring_case(word, words[i].word))
            return words[i].kind;
    return WORD_UNKNOWN;
}

enum word_kind forum_word_kind(struct text word)
{
    enum word_kind kind = kind_of(word);
    if (kind == WORD_UNKNOWN && kind_of(stem_of(word)) == WORD_PATTERN)
        return WORD_PATTERN;
    return kind;
}

bool text_has_digit(struct text text)
{
    for (size_t i = 0; i < text.size; i++)
        if (text_is_digit(text.data[i]))
            return true;
    return false;
}

size_t forum_words_count(struct text text, enum word_kind kind)
{
    struct text word;
    size_t count = 0;
    for (bool first = true; text_next_piece(&text, ' ', &word); first = false) {
        enum word_kind own = !first && text_is(word, "A") ? WORD_UNKNOWN : forum_word_kind(word);
        if (word.size > 0 && !(kind == WORD_UNKNOWN && text_has_digit(word)))
            count += own == kind;
    }
    return count;
}
