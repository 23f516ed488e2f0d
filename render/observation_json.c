#include "render/observation_json.h"

#include "render/observation_csv.h"

#include "render/json_writer.h"

static void known_text(struct json_writer *writer, const char *name, struct text text)
{
    if (text.size > 0)
        json_text(writer, name, text);
    else
        json_null(writer, name);
}

static void known_integer(struct json_writer *writer, const char *name, int64_t value)
{
    if (value != 0)
        json_integer(writer, name, value);
    else
        json_null(writer, name);
}

static void add_observation(struct json_writer *writer, const struct observation *observation)
{
    const struct run *run = observation->run;
    json_begin(writer, NULL, '{');
    json_text(writer, "config", run->configuration->written);
    json_text(writer, "workload", run->workload);
    json_string(writer, "direction", direction_name(observation->direction));
    json_text(writer, "metric", observation->metric->name);
    json_shortest(writer, "value", observation->value);
    json_text(writer, "unit", observation->unit);
    known_integer(writer, "iteration", run->iteration);
    json_string(writer, "statistic", statistic_name(observation->statistic));
    known_text(writer, "job", observation->job);
    known_text(writer, "written", observation->written);
    known_text(writer, "source", observation->source.path);
    known_integer(writer, "line", observation->source.line);
    known_integer(writer, "block", run->block);
    known_integer(writer, "position", run->position);
    known_text(writer, "session", run->session);
    known_integer(writer, "started", run->started_at);
    known_text(writer, "options",
               run->options == NULL ? (struct text){NULL, 0} : run->options->written);
    known_text(writer, "tool", run->tool);
    known_text(writer, "tool_version", run->tool_version);
    known_text(writer, "fault", run->fault);
    json_end(writer, '}');
}

bool observation_json_give(const struct results *results,
                           bool (*put)(void *context, struct text piece), void *context)
{
    struct arena *scratch = arena_create();
    struct text_builder out = {.arena = scratch};
    struct json_writer writer = {.out = &out, .spread = 1};
    bool going_on = true;
    json_begin(&writer, NULL, '[');
    for (size_t i = 0; i < results->observation_count && going_on; i++) {
        add_observation(&writer, &results->observations[i]);
        if (out.size < OBSERVATION_PIECE)
            continue;
        going_on = put(context, text_built(&out));
        out.size = 0;
    }
    json_end(&writer, ']');
    going_on = going_on && put(context, text_built(&out));
    arena_free(scratch);
    return going_on;
}
