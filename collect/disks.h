#ifndef COLLECT_DISKS_H
#define COLLECT_DISKS_H

#include "collect/pool_layout.h"

#include <stdbool.h>
#include <stdint.h>

/* The disks that files lie on, and what they say of their sectors. */
struct disk_list {
    const char **names; /* "sda", each once */
    size_t count, capacity;
};

/* Adds the name unless it is there; false when it is. */
bool disk_list_add(struct arena *arena, struct disk_list *disks, const char *name);

/* Adds the disks under a folder, file or device; through partitions, md, LVM and encryption. None
   when the file system has no block device. */
void disks_of_path(struct arena *arena, const char *path, struct disk_list *disks);

/* Adds the disks of one of its vdevs. */
void disks_of_vdev(struct arena *arena, const struct top_vdev *vdev, struct disk_list *disks);

/* Adds the disks of an imported pool, as zpool status names them; also of its log, cache and
   spares. */
void disks_of_pool(struct arena *arena, const char *pool, struct disk_list *disks);

/* Adds all disks of the machine but loop devices and memory. */
void disks_of_machine(struct arena *arena, struct disk_list *disks);

struct lba_format {
    int64_t bytes, metadata, performance; /* performance: 0 is best; relative within the drive */
};

/* -1 = unknown */
struct disk_facts {
    const char *name;
    struct text model;
    int64_t bytes, logical, physical, smallest_io, best_io, rotational;
    bool is_nvme;
    const char *nvme_trouble; /* why the NVMe facts are not known; "" = they are */
    int64_t preferred_write;  /* NPWG in bytes, where NSFEAT says that it is stated; 0 = none */
    struct lba_format formats[64];
    size_t format_count, format_in_use;
};

void disk_facts_read(struct arena *arena, const char *name, struct disk_facts *facts);

/* "MODEL, logical 512, physical 4096, not rotational" */
struct text disk_words(struct arena *arena, const struct disk_facts *facts);

#endif
