#ifndef INGEST_PAGE_COMMANDS_H
#define INGEST_PAGE_COMMANDS_H

#include "model/text.h"

/* The commands that stand on a page between results: what they set holds for the results below. */

/* "zfs set recordsize=16k tank/a": one property as last set. */
struct set_property {
    struct text target, name, value;
};

struct page_commands {
    struct arena *arena; /* owns all below */
    struct set_property *properties;
    size_t count, capacity;
    struct text measuring;  /* the last command of fio or dd, without program and prompt */
    struct text unfinished; /* a command whose line ends in "\" */
};

/* Takes a line of the page: zpool create and destroy, zfs create and set, fio, dd; behind a
   prompt or not, on several lines or one. False when the line belongs to none of these. */
bool page_commands_pass(struct page_commands *commands, struct text line);

/* Forgets the command of fio or dd: its result has been read. */
void page_commands_end_run(struct page_commands *commands);

/* The first word of a line; nothing for zfs and zpool without one of their subcommands. */
struct text page_commands_program(struct text line);

/* The line behind "root@host:~#" and "sudo"; nothing when no command stands there. */
struct text page_commands_without_prompt(struct text line);

/* True for zpool create and destroy, zfs create, set, inherit and destroy. */
bool page_commands_are_understood(struct text command);

/* What the commands so far state of a result here, as words of a heading: "recordsize=16k
   ashift=12": properties of the pool and dataset that the path of fio or dd names, of the only one
   where it names none. */
struct text page_commands_settings(struct arena *arena, const struct page_commands *commands);

/* The options of the command of fio or dd that may tell runs apart (not the job's name and what
   concerns its output): "rw=randread directory=/tank/a". */
struct text page_commands_options(struct arena *arena, const struct page_commands *commands);

#endif
