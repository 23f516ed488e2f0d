#include "ingest/fio_json_option.h"

#include "ingest/fio_options.h"

static struct text last_of(const struct json *options, struct text name)
{
    bool alias = fio_option_has_alias(name);
    struct text last = {NULL, 0};
    for (const struct json *item = json_first(options); item != NULL; item = json_next(item)) {
        struct text own = json_name(item);
        if (text_equal(own, name) || (alias && text_equal(fio_option_name(own), name)))
            last = json_string_value(item).data == NULL ? text_of("") : json_string_value(item);
    }
    return last;
}

struct text fio_json_option(const struct json *root, const struct json *job, struct text name)
{
    struct text own = last_of(json_member(job, "job options"), name);
    return own.data != NULL ? own : last_of(json_member(root, "global options"), name);
}
