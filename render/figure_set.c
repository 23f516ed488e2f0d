#include "render/figure_set.h"

#include "render/conditions.h"

#include <string.h>

struct figure *figure_set_add(struct figure_set *set, enum chart_kind kind)
{
    size_t before = 0;
    for (size_t i = 0; i < set->count; i++)
        before += set->figures[i].chart.kind == kind;
    set->figures =
        arena_grow(set->arena, set->figures, set->count, &set->capacity, sizeof *set->figures);
    struct figure *figure = &set->figures[set->count++];
    memset(figure, 0, sizeof *figure);
    figure->chart.kind = kind;
    figure->name = before == 0 ? text_of(chart_name(kind))
                               : text_format(set->arena, "%s-%zu", chart_name(kind), before + 1);
    return figure;
}

struct text figure_subtitle(struct arena *arena, const struct text *parts, size_t count)
{
    struct text_builder out = {.arena = arena};
    for (size_t i = 0; i < count; i++) {
        if (parts[i].size == 0)
            continue;
        if (out.size > 0)
            text_add_string(&out, " \xc2\xb7 ");
        text_add(&out, parts[i]);
    }
    struct text subtitle = text_built(&out);
    if (subtitle.size > 0 && out.data[0] >= 'a' && out.data[0] <= 'z')
        out.data[0] = (char)(out.data[0] - 'a' + 'A');
    return subtitle;
}

void figure_set_footer(struct figure_set *set, struct chart *chart, const struct analysis *analysis,
                       struct text meaning)
{
    struct text *lines = arena_take_array(set->arena, 2, sizeof *lines);
    struct text source = conditions_source(set->arena, analysis);
    lines[0] = meaning;
    lines[1] = text_format(set->arena, "%.*s%s%zu runs \xc2\xb7 ashiftstat " ASHIFTSTAT_VERSION,
                           (int)source.size, source.data, source.size > 0 ? " \xc2\xb7 " : "",
                           conditions_run_count(set->arena, analysis));
    chart->footer = lines;
    chart->footer_count = 2;
}

size_t figure_page_end(const struct analysis *analysis, const struct settings *const *strata,
                       size_t first, size_t count)
{
    enum { PAGE_PANELS = 12 };
    size_t end = first + 1;
    while (end < count && end - first < PAGE_PANELS &&
           (analysis->factor.size == 0 || strata[end] == strata[first]))
        end++;
    return end;
}
