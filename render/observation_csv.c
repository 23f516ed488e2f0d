/* Tidy CSV:
   config,workload,direction,metric,value,unit,iteration,statistic,job,written,source,line,block,
   position,session,started,options,tool,tool_version,fault. What is unknown is empty. */
#include "render/observation_csv.h"

#include "model/number.h"
#include "render/csv_fields.h"

static const char columns[] =
    "config,workload,direction,metric,value,unit,iteration,statistic,job,written,source,line,block,"
    "position,session,started,options,tool,tool_version,fault\n";

static void add_observation(struct text_builder *out, const struct observation *observation)
{
    struct csv_fields fields = {.out = out};
    const struct run *run = observation->run;
    char value[32];
    number_write(observation->value, value);

    csv_text(&fields, run->configuration->written);
    csv_text(&fields, run->workload);
    csv_plain(&fields, direction_name(observation->direction));
    csv_text(&fields, observation->metric->name);
    csv_plain(&fields, value);
    csv_text(&fields, observation->unit);
    csv_integer(&fields, run->iteration, true);
    csv_plain(&fields, statistic_name(observation->statistic));
    csv_text(&fields, observation->job);
    csv_text(&fields, observation->written);
    csv_text(&fields, observation->source.path);
    csv_integer(&fields, observation->source.line, true);
    csv_integer(&fields, run->block, true);
    csv_integer(&fields, run->position, true);
    csv_text(&fields, run->session);
    csv_integer(&fields, run->started_at, true);
    csv_text(&fields, run->options == NULL ? (struct text){NULL, 0} : run->options->written);
    csv_text(&fields, run->tool);
    csv_text(&fields, run->tool_version);
    csv_text(&fields, run->fault);
    csv_end_line(&fields);
}

struct text observation_csv(struct arena *arena, const struct results *results)
{
    struct text_builder out = {.arena = arena};
    text_add_string(&out, columns);
    for (size_t i = 0; i < results->observation_count; i++)
        add_observation(&out, &results->observations[i]);
    return text_built(&out);
}

bool observation_csv_give(const struct results *results,
                          bool (*put)(void *context, struct text piece), void *context)
{
    struct arena *scratch = arena_create();
    struct text_builder out = {.arena = scratch};
    bool going_on = true;
    text_add_string(&out, columns);
    for (size_t i = 0; i < results->observation_count && going_on; i++) {
        add_observation(&out, &results->observations[i]);
        if (out.size < OBSERVATION_PIECE)
            continue;
        going_on = put(context, text_built(&out));
        out.size = 0;
    }
    going_on = going_on && put(context, text_built(&out));
    arena_free(scratch);
    return going_on;
}

struct text observation_csv_of(struct arena *arena, const struct observation *const *observations,
                               size_t count)
{
    struct text_builder out = {.arena = arena};
    text_add_string(&out, columns);
    for (size_t i = 0; i < count; i++)
        add_observation(&out, observations[i]);
    return text_built(&out);
}
