#include "ingest/page_commands.h"

#include "model/configuration.h"

#include <string.h>

/* Takes the next word off `*rest`; quotation marks around it go. */
static bool next_word(struct text *rest, struct text *word)
{
    while (text_next_piece(rest, ' ', word)) {
        *word = text_trim(*word);
        while (word->size > 0 && strchr("\"'`", word->data[0]) != NULL)
            *word = text_slice(*word, 1, word->size);
        while (word->size > 0 && strchr("\"'`;", word->data[word->size - 1]) != NULL)
            *word = text_slice(*word, 0, word->size - 1);
        if (word->size > 0)
            return true;
    }
    return false;
}

struct text page_commands_program(struct text line)
{
    static const char *const subcommands[] = {
        "set",     "create", "get",     "list",    "destroy", "status", "snapshot",
        "send",    "recv",   "receive", "inherit", "mount",   "import", "export",
        "add",     "attach", "detach",  "iostat",  "scrub",   "trim",   "replace",
        "upgrade", "rename", "clone",   "events",  "history", "online", "offline"};
    struct text program = {NULL, 0}, second = {NULL, 0};
    (void)next_word(&line, &program);
    if (!text_is(program, "zfs") && !text_is(program, "zpool"))
        return program;
    (void)next_word(&line, &second);
    for (size_t i = 0; i < sizeof subcommands / sizeof *subcommands; i++)
        if (text_is(second, subcommands[i]))
            return program;
    return (struct text){NULL, 0};
}

struct text page_commands_without_prompt(struct text line)
{
    line = text_trim(line);
    size_t root = text_find(line, "# ", 0), user = text_find(line, "$ ", 0);
    size_t prompt = root < user ? root : user;
    bool bare = line.size > 0 && strchr("#$", line.data[line.size - 1]) != NULL;
    if (bare && text_find(line, " ", 0) == line.size)
        return (struct text){NULL, 0};
    bool marks =
        prompt > 0 && prompt < line.size && line.data[prompt - 1] == '#'; /* "## Heading" */
    if (prompt < line.size && !marks && text_find(line, " ", 0) >= prompt)
        line = text_trim(text_slice(line, prompt + 2, line.size));
    if (text_starts_with(line, "sudo "))
        line = text_trim(text_slice(line, 5, line.size));
    return line;
}

bool page_commands_are_understood(struct text command)
{
    struct text program = {NULL, 0}, action = {NULL, 0};
    (void)next_word(&command, &program);
    (void)next_word(&command, &action);
    bool zfs = text_is(program, "zfs");
    return (zfs || text_is(program, "zpool")) &&
           (text_is(action, "create") || text_is(action, "destroy") ||
            (zfs && (text_is(action, "set") || text_is(action, "inherit"))));
}

/* "root@host:~# sudo zfs set ..." -> "zfs set ..."; empty when the line holds none of the commands
   that are understood here. */
static struct text command_of(struct text line)
{
    static const char *const programs[] = {"zfs", "zpool", "fio", "dd"};
    line = text_trim(line);
    for (size_t at = 0; at < line.size;) {
        struct text rest = text_trim(text_slice(line, at, line.size));
        if (text_starts_with(rest, "sudo "))
            rest = text_trim(text_slice(rest, 5, rest.size));
        struct text program = page_commands_program(rest);
        for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
            if (text_is(program, programs[i]))
                return rest;
        size_t root = text_find(line, "# ", at), user = text_find(line, "$ ", at);
        at = (root < user ? root : user) + 2;
    }
    return (struct text){NULL, 0};
}

static void set_property(struct page_commands *commands, struct text target, struct text name,
                         struct text value)
{
    struct text known;
    if (!factor_is_known(name, &known) || value.size == 0)
        return;
    size_t i = 0;
    while (i < commands->count && (!text_equal(commands->properties[i].target, target) ||
                                   !text_equal(commands->properties[i].name, known)))
        i++;
    if (i == commands->count) {
        commands->properties = arena_grow(commands->arena, commands->properties, commands->count,
                                          &commands->capacity, sizeof *commands->properties);
        commands->count++;
    }
    commands->properties[i] = (struct set_property){text_copy(commands->arena, target), known,
                                                    text_copy(commands->arena, value)};
}

/* "recordsize=16k": sets it. */
static void set_pair(struct page_commands *commands, struct text target, struct text pair)
{
    size_t sign = text_find(pair, "=", 0);
    if (sign < pair.size)
        set_property(commands, target, text_slice(pair, 0, sign),
                     text_slice(pair, sign + 1, pair.size));
}

/* The dataset or pool that a command is of: the last word of zfs, the first one of "zpool create"
   that is no option. */
static struct text target_of(struct text words, bool first)
{
    struct text word, target = {NULL, 0}, before = {NULL, 0};
    while (next_word(&words, &word)) {
        bool of_option =
            before.size == 2 && before.data[0] == '-' && strchr("oOmRtbV", before.data[1]) != NULL;
        bool name = word.data[0] != '-' && !of_option && text_find(word, "=", 0) == word.size;
        if (name && (target.size == 0 || !first))
            target = word;
        before = word;
    }
    return target;
}

/* Forgets what was set of the target and below: of one property, or of all. */
static void forget(struct page_commands *commands, struct text target, struct text name)
{
    size_t kept = 0;
    for (size_t i = 0; i < commands->count; i++) {
        struct text of = commands->properties[i].target;
        bool below = text_equal(text_slice(of, 0, target.size), target) &&
                     (of.size == target.size || of.data[target.size] == '/');
        bool named = name.size == 0 || text_equal(commands->properties[i].name, name);
        if (!below || !named)
            commands->properties[kept++] = commands->properties[i];
    }
    commands->count = kept;
}

static void set_layout(struct page_commands *commands, struct text target, struct text word)
{
    static const char *const layouts[] = {"mirror", "raidz", "raidz1", "raidz2", "raidz3", "draid"};
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
        if (text_is(word, layouts[i]))
            set_property(commands, target, text_of("raid"), word);
}

/* The words behind "zpool" or "zfs". */
static void take_zfs(struct page_commands *commands, struct text words, bool pool)
{
    struct text action = {NULL, 0}, word, before = {NULL, 0};
    (void)next_word(&words, &action);
    struct text target = target_of(words, pool);
    bool sets = text_is(action, "set"), creates = text_is(action, "create");
    if (target.size == 0)
        return;
    if (text_is(action, "destroy") || creates)
        forget(commands, target, (struct text){NULL, 0});
    if (text_is(action, "inherit") && next_word(&words, &word))
        forget(commands, target, word);
    while ((sets || creates) && next_word(&words, &word)) {
        if (sets || text_is(before, "-o") || text_is(before, "-O"))
            set_pair(commands, target, word);
        else if (text_starts_with(word, "-o") || text_starts_with(word, "-O"))
            set_pair(commands, target, text_slice(word, 2, word.size));
        else if (!pool && text_is(before, "-b"))
            set_property(commands, target, text_of("volblocksize"), word);
        else if (pool)
            set_layout(commands, target, word);
        before = word;
    }
}

static void take_command(struct page_commands *commands, struct text command)
{
    struct text program = {NULL, 0};
    (void)next_word(&command, &program);
    if (text_is(program, "fio") || text_is(program, "dd"))
        commands->measuring = text_copy(commands->arena, command);
    else
        take_zfs(commands, command, text_is(program, "zpool"));
}

bool page_commands_pass(struct page_commands *commands, struct text line)
{
    enum { LONGEST_COMMAND = 4096 };
    bool goes_on = commands->unfinished.size > 0;
    struct text command = goes_on ? text_trim(line) : command_of(line);
    if (command.size == 0 || command.size + commands->unfinished.size > LONGEST_COMMAND) {
        commands->unfinished = (struct text){NULL, 0};
        return false;
    }
    if (goes_on)
        command = text_format(commands->arena, "%.*s %.*s", (int)commands->unfinished.size,
                              commands->unfinished.data, (int)command.size, command.data);
    commands->unfinished = (struct text){NULL, 0};
    if (command.data[command.size - 1] == '\\')
        commands->unfinished =
            text_copy(commands->arena, text_trim(text_slice(command, 0, command.size - 1)));
    else
        take_command(commands, command);
    return true;
}

void page_commands_end_run(struct page_commands *commands)
{
    commands->measuring = (struct text){NULL, 0};
}

/* "--directory=/tank/a", "--filename=/dev/zvol/tank/v", "of=/tank/a/x": "tank/a", "tank/v",
   "tank/a/x"; empty when there is none. */
static struct text path_of(struct text measuring)
{
    static const char *const options[] = {
        "--directory=", "-directory=", "--filename=", "-filename=", "of=", "if="};
    static const char *const roots[] = {"/dev/zvol/", "/mnt/", "/"};
    struct text word;
    while (next_word(&measuring, &word))
        for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
            if (!text_starts_with(word, options[i]))
                continue;
            word = text_slice(word, strlen(options[i]), word.size);
            if (text_is(word, "/dev/null") || text_is(word, "/dev/zero") ||
                text_is(word, "/dev/urandom"))
                break;
            for (size_t r = 0; r < sizeof roots / sizeof *roots; r++)
                if (text_starts_with(word, roots[r]))
                    return text_slice(word, strlen(roots[r]), word.size);
            return word;
        }
    return (struct text){NULL, 0};
}

static bool is_above(struct text target, struct text path)
{
    return target.size <= path.size && text_equal(text_slice(path, 0, target.size), target) &&
           (path.size == target.size || path.data[target.size] == '/');
}

static struct text pool_of(struct text target)
{
    return text_slice(target, 0, text_find(target, "/", 0));
}

/* The value that holds for `path`: of the dataset nearest to it. Where no pool of the page has the
   path, the value that all datasets share. */
static struct text value_for(const struct page_commands *commands, struct text name,
                             struct text path)
{
    struct text value = {NULL, 0}, of = {NULL, 0};
    bool here = false, several = false;
    for (size_t i = 0; i < commands->count; i++)
        here = here || is_above(pool_of(commands->properties[i].target), path);
    for (size_t i = 0; i < commands->count; i++) {
        const struct set_property *property = &commands->properties[i];
        if (!text_equal(property->name, name) || (here && !is_above(property->target, path)))
            continue;
        several = several || (!here && value.size > 0 && !text_equal(value, property->value));
        if (value.size == 0 || property->target.size >= of.size) {
            value = property->value;
            of = property->target;
        }
    }
    return several ? (struct text){NULL, 0} : value;
}

/* An option that may tell two runs apart. */
static bool tells(struct text option)
{
    static const char *const not_so[] = {
        "output",          "output-format",   "name",          "eta",          "eta-newline",
        "status-interval", "group_reporting", "bandwidth-log", "write_bw_log", "write_lat_log",
        "write_iops_log",  "minimal",         "append-terse"};
    struct text name = text_slice(option, 0, text_find(option, "=", 0));
    for (size_t i = 0; i < sizeof not_so / sizeof *not_so; i++)
        if (text_is(name, not_so[i]))
            return false;
    return name.size > 0 && text_find(option, "|", 0) == option.size;
}

/* "of=/tank/test2" -> "of=/tank/test": files that only a number tells apart are of runs that do the
   same; devices are not. */
static struct text without_file_number(struct text option)
{
    bool file = text_starts_with(option, "of=") || text_starts_with(option, "if=") ||
                text_starts_with(option, "filename=");
    size_t dot = option.size, end;
    while (dot > 0 && strchr("./", option.data[dot - 1]) == NULL)
        dot--;
    end = dot > 1 && option.data[dot - 1] == '.' ? dot - 1 : option.size; /* "test2.img" */
    if (!file || text_find(option, "=/dev/", 0) < option.size)
        return option;
    while (end > 0 && text_is_digit(option.data[end - 1]))
        end--;
    return text_slice(option, 0, end);
}

struct text page_commands_options(struct arena *arena, const struct page_commands *commands)
{
    struct text_builder builder = {.arena = arena};
    struct text rest = commands->measuring, word, before = {NULL, 0};
    while (next_word(&rest, &word)) {
        while (word.size > 0 && word.data[0] == '-')
            word = text_slice(word, 1, word.size);
        bool file = text_is(before, "output"); /* "--output run-1.json" */
        before = word;
        if (file || !tells(word))
            continue;
        text_add_string(&builder, builder.size > 0 ? " " : "");
        text_add(&builder, without_file_number(word));
    }
    return text_built(&builder);
}

struct text page_commands_settings(struct arena *arena, const struct page_commands *commands)
{
    struct text_builder builder = {.arena = arena};
    struct text path = path_of(commands->measuring);
    for (size_t i = 0; i < commands->count; i++) {
        struct text name = commands->properties[i].name;
        bool repeated = false;
        for (size_t k = 0; k < i; k++)
            repeated = repeated || text_equal(commands->properties[k].name, name);
        struct text value = repeated ? (struct text){NULL, 0} : value_for(commands, name, path);
        if (value.size > 0)
            text_add_format(&builder, "%s%.*s=%.*s", builder.size > 0 ? " " : "", (int)name.size,
                            name.data, (int)value.size, value.data);
    }
    return text_built(&builder);
}
