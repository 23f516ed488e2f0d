/* Reference: sysfs-block (Documentation/ABI in Linux), proc(5), open(2) on O_EXCL with block
   devices; ZFS on-disk format, section 1.2 (vdev labels). */
#include "collect/device.h"

#include "collect/clock.h"
#include "collect/mounts.h"
#include "collect/signature.h"
#include "collect/whole_file.h"
#include "model/digest.h"
#include "model/number.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <linux/fs.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/* Four labels of 256 KiB: two at the beginning, two at the end. */
enum { LABEL_BYTES = 256 << 10, LABELS = 4, DEPTH_MAX = 8, OPEN_PATIENCE_TENTHS = 15 };

static const int64_t device_bytes_min = 64 << 20; /* the smallest vdev of ZFS */

/* --- names --- */

static const char by_id[] = "/dev/disk/by-id/";

const char *device_recorded_name(struct arena *arena, const char *path)
{
    char digest[65];
    digest_sha256(text_of(path), digest);
    return text_format(arena, "%sSHA-256-%.16s", by_id, digest).data;
}

const char *device_of_record(struct arena *arena, const char *recorded)
{
    glob_t found = {0};
    const char *path =
        text_starts_with(text_of(recorded), text_format(arena, "%sSHA-256-", by_id).data)
            ? NULL
            : recorded;
    if (path == NULL && glob(text_format(arena, "%s*", by_id).data, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++) {
            if (strcmp(device_recorded_name(arena, found.gl_pathv[i]), recorded) == 0) {
                path = text_string(arena, text_of(found.gl_pathv[i]));
            }
        }
    }
    globfree(&found);
    return path;
}

/* --- sysfs --- */

static const char *sys_path(struct arena *arena, dev_t number, const char *name)
{
    return text_format(arena, "/sys/dev/block/%u:%u/%s", major(number), minor(number), name).data;
}

static struct text sys_value(struct arena *arena, const char *path)
{
    struct text value = {0};
    return stream_file_read(arena, path, &value) ? text_trim(value) : (struct text){0};
}

static bool sys_number(struct arena *arena, const char *path, dev_t *number)
{
    struct text rest = sys_value(arena, path), high;
    int64_t first, second;
    if (!text_next_piece(&rest, ':', &high) || !number_read_integer(high, &first) ||
        !number_read_integer(rest, &second)) {
        return false;
    }
    *number = makedev((unsigned)first, (unsigned)second);
    return true;
}

dev_t device_whole(struct arena *arena, dev_t number)
{
    dev_t whole;
    return access(sys_path(arena, number, "partition"), F_OK) == 0 &&
                   sys_number(arena, sys_path(arena, number, "../dev"), &whole)
               ? whole
               : number;
}

/* Calls `visit` for each entry of a folder; true when one of the calls was. */
static bool folder_any(struct arena *arena, const char *path,
                       bool (*visit)(struct arena *arena, const char *path, void *user), void *user)
{
    DIR *directory = opendir(path);
    bool found = false;
    for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
        if (entry->d_name[0] != '.') {
            found =
                visit(arena, text_format(arena, "%s/%s", path, entry->d_name).data, user) || found;
        }
    }
    if (directory != NULL) {
        (void)closedir(directory);
    }
    return found;
}

/* --- what lies on what --- */

struct question {
    dev_t ours;
    bool counts_whole_disk; /* also when only another partition of the same disk is meant */
    unsigned depth;
};

static bool lies_on(struct arena *arena, dev_t used, struct question *question);

static bool slave_lies_on(struct arena *arena, const char *path, void *user)
{
    dev_t slave;
    return sys_number(arena, text_format(arena, "%s/dev", path).data, &slave) &&
           lies_on(arena, slave, user);
}

/* True when the used device is ours, a partition of ours, or is made of such (md, LVM, crypt). */
static bool lies_on(struct arena *arena, dev_t used, struct question *question)
{
    dev_t whole = device_whole(arena, used);
    if (used == question->ours || whole == question->ours ||
        (question->counts_whole_disk && whole == device_whole(arena, question->ours))) {
        return true;
    }
    if (question->depth == DEPTH_MAX) {
        return true; /* cannot be told */
    }
    question->depth++;
    bool found = folder_any(arena, sys_path(arena, used, "slaves"), slave_lies_on, question);
    question->depth--;
    return found;
}

/* The block device that a mount or swap is on. */
static bool used_device(const char *source, dev_t number, dev_t *used)
{
    struct stat status;
    if (major(number) != 0) {
        *used = number;
        return true;
    }
    if (source[0] != '/' || stat(source, &status) != 0 || !S_ISBLK(status.st_mode)) {
        return false;
    }
    *used = status.st_rdev;
    return true;
}

static const char *mounted_reason(struct arena *arena, dev_t ours)
{
    struct text mounts = mounts_read(arena);
    struct mount_entry entry;
    const char *reason = mounts.size == 0 ? "what is mounted cannot be told" : NULL;
    while (mount_next(arena, &mounts, &entry)) {
        dev_t used;
        bool is_root = text_is(entry.mount_point, "/");
        struct question question = {ours, is_root, 0};
        if (used_device(text_string(arena, entry.source), entry.device, &used) &&
            lies_on(arena, used, &question)) {
            return is_root ? "it is the disk of the root file system"
                           : text_format(arena, "it is mounted at %.*s",
                                         (int)entry.mount_point.size, entry.mount_point.data)
                                 .data;
        }
    }
    return reason;
}

static const char *swap_reason(struct arena *arena, dev_t ours)
{
    struct text swaps = {0}, line, path;
    (void)stream_file_read(arena, "/proc/swaps", &swaps);
    while (text_next_line(&swaps, &line)) {
        dev_t used;
        struct question question = {ours, false, 0};
        if (text_next_piece(&line, ' ', &path) && used_device(text_string(arena, path), 0, &used) &&
            lies_on(arena, used, &question)) {
            return "it is swap space";
        }
    }
    return NULL;
}

/* --- who has it --- */

static bool always(struct arena *arena, const char *path, void *user)
{
    (void)arena;
    (void)path;
    (void)user;
    return true;
}

static bool partition_is_held(struct arena *arena, const char *path, void *user)
{
    (void)user;
    return access(text_format(arena, "%s/partition", path).data, F_OK) == 0 &&
           folder_any(arena, text_format(arena, "%s/holders", path).data, always, NULL);
}

static const char *holder_reason(struct arena *arena, dev_t ours)
{
    if (folder_any(arena, sys_path(arena, ours, "holders"), always, NULL) ||
        folder_any(arena, sys_path(arena, ours, "."), partition_is_held, NULL)) {
        return "it is part of something else (md, LVM, encryption or the like)";
    }
    return folder_any(arena, sys_path(arena, ours, "slaves"), always, NULL)
               ? "it is made of other devices: name the drive itself"
               : NULL;
}

static bool descriptor_is_on(struct arena *arena, const char *path, void *user)
{
    struct stat status;
    struct question question = *(const struct question *)user;
    return stat(path, &status) == 0 && S_ISBLK(status.st_mode) &&
           lies_on(arena, status.st_rdev, &question);
}

static bool process_has_it(struct arena *arena, const char *path, void *user)
{
    int64_t pid;
    return number_read_integer(text_of(strrchr(path, '/') + 1), &pid) &&
           folder_any(arena, text_format(arena, "%s/fd", path).data, descriptor_is_on, user);
}

static const char *open_reason(struct arena *arena, const struct device *device)
{
    struct question question = {device->number, false, 0};
    struct arena *scratch = arena_create(); /* one path for each descriptor of the machine */
    bool is_open = true;
    for (int tenths = 0; is_open && tenths < OPEN_PATIENCE_TENTHS; tenths++) {
        if (tenths > 0) {
            clock_sleep_ms(100); /* udev looks at a device that has changed */
        }
        is_open = folder_any(scratch, "/proc", process_has_it, &question);
    }
    arena_free(scratch);
    if (is_open) {
        return "another program has it open (a pool that is imported, a virtual machine)";
    }
    int descriptor = open(device->node, O_RDONLY | O_EXCL | O_CLOEXEC);
    if (descriptor < 0) {
        return text_format(arena, "it cannot be used alone: %s", strerror(errno)).data;
    }
    (void)close(descriptor);
    return NULL;
}

/* --- labels of ZFS --- */

static int64_t label_offset(int64_t bytes, int label)
{
    int64_t end = bytes / LABEL_BYTES * LABEL_BYTES;
    return label < LABELS / 2 ? label * (int64_t)LABEL_BYTES
                              : end - (LABELS - label) * (int64_t)LABEL_BYTES;
}

/* True when one of the four labels holds these bytes. libblkid wants several uberblocks, which a
   pool that was just made does not have yet. */
static bool label_holds(struct arena *arena, const char *node, int64_t bytes, struct text wanted)
{
    int descriptor = open(node, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    char *label = arena_take(arena, LABEL_BYTES);
    bool holds = false;
    for (int i = 0; descriptor >= 0 && i < LABELS && bytes >= LABELS * (int64_t)LABEL_BYTES; i++) {
        ssize_t size = pread(descriptor, label, LABEL_BYTES, (off_t)label_offset(bytes, i));
        holds =
            holds || (size > 0 && memmem(label, (size_t)size, wanted.data, wanted.size) != NULL);
    }
    if (descriptor >= 0) {
        (void)close(descriptor);
    }
    return holds;
}

/* A pool's name as a label has it: XDR, the length in four bytes before the text. */
static struct text label_name(struct arena *arena, const char *pool)
{
    struct text_builder bytes = {.arena = arena};
    size_t size = strlen(pool);
    text_add(&bytes, (struct text){(const char[4]){0, 0, 0, (char)size}, 4});
    text_add_string(&bytes, pool);
    return text_built(&bytes);
}

static bool labels_zero(const char *node, int64_t bytes, struct failure *failure)
{
    static const char zeros[LABEL_BYTES];
    int descriptor = open(node, O_RDWR | O_EXCL | O_CLOEXEC);
    if (descriptor < 0) {
        return failure_set_errno(failure, "cannot use %s alone", node);
    }
    bool written = true;
    for (int i = 0; i < LABELS; i++) {
        written = written && pwrite(descriptor, zeros, LABEL_BYTES,
                                    (off_t)label_offset(bytes, i)) == LABEL_BYTES;
    }
    written = written && fsync(descriptor) == 0;
    if (!written) {
        (void)failure_set_errno(failure, "cannot wipe the labels off %s", node);
    }
    (void)close(descriptor);
    return written;
}

/* --- the device and its partitions --- */

struct partition_visit {
    struct text_builder *names; /* of the signatures found */
    const char *pool;           /* whose labels are wiped; NULL = only look */
    bool only_looks, has_pool, failed;
    struct failure *failure;
};

static bool node_size(struct arena *arena, const char *sys, int64_t *bytes)
{
    int64_t sectors;
    if (!number_read_integer(sys_value(arena, text_format(arena, "%s/size", sys).data), &sectors)) {
        return false;
    }
    *bytes = sectors * 512;
    return true;
}

static void node_look(struct arena *arena, const char *node, int64_t bytes,
                      struct partition_visit *visit)
{
    struct text found = {0};
    visit->failed = !signature_find(arena, node, &found, visit->failure) || visit->failed;
    bool has_label = label_holds(arena, node, bytes, text_of("pool_guid"));
    if (has_label && text_find(found, "zfs_member", 0) == found.size) {
        text_add_format(visit->names, "%s%s", visit->names->size == 0 ? "" : ", ", "zfs_member");
    }
    if (found.size > 0) {
        text_add_format(visit->names, "%s%.*s", visit->names->size == 0 ? "" : ", ",
                        (int)found.size, found.data);
    }
}

static void node_forget(struct arena *arena, const char *node, int64_t bytes,
                        struct partition_visit *visit)
{
    if (label_holds(arena, node, bytes, label_name(arena, visit->pool))) {
        visit->has_pool = true;
        visit->failed =
            visit->failed || (!visit->only_looks && !labels_zero(node, bytes, visit->failure));
    }
}

static bool partition_visit(struct arena *arena, const char *path, void *user)
{
    struct partition_visit *visit = user;
    int64_t bytes;
    if (access(text_format(arena, "%s/partition", path).data, F_OK) != 0 ||
        !node_size(arena, path, &bytes)) {
        return false;
    }
    const char *node = text_format(arena, "/dev/%s", strrchr(path, '/') + 1).data;
    if (visit->pool == NULL) {
        node_look(arena, node, bytes, visit);
    } else {
        node_forget(arena, node, bytes, visit);
    }
    return false;
}

/* --- for others --- */

bool device_find(struct arena *arena, const char *path, struct device *device,
                 struct failure *failure)
{
    char real[PATH_MAX];
    struct stat status;
    *device = (struct device){.path = path};
    if (realpath(path, real) == NULL || stat(real, &status) != 0) {
        return failure_set(failure, FAILURE_USAGE, "--on device:%s: %s", path, strerror(errno));
    }
    if (!S_ISBLK(status.st_mode)) {
        return failure_set(failure, FAILURE_USAGE, "--on device:%s: no block device", path);
    }
    device->node = text_format(arena, "%s", real).data;
    device->number = status.st_rdev;
    return node_size(arena, sys_path(arena, device->number, "."), &device->bytes) ||
           failure_set(failure, FAILURE_USAGE, "--on device:%s: its size cannot be told", path);
}

static const char *use_reason(struct arena *arena, const struct device *device)
{
    const char *reason = mounted_reason(arena, device->number);
    if (reason == NULL) {
        reason = swap_reason(arena, device->number);
    }
    if (reason == NULL) {
        reason = holder_reason(arena, device->number);
    }
    if (reason == NULL) {
        reason = open_reason(arena, device);
    }
    if (reason == NULL && !text_is(sys_value(arena, sys_path(arena, device->number, "ro")), "0")) {
        reason = "it is read-only";
    }
    if (reason == NULL && device->bytes < device_bytes_min) {
        reason = "it is smaller than 64 MiB";
    }
    return reason;
}

bool device_check(struct arena *arena, const struct device *device, bool may_wipe_signatures,
                  struct failure *failure)
{
    const char *reason = use_reason(arena, device);
    if (reason != NULL) {
        return failure_set(failure, FAILURE_USAGE, "--on device:%s is refused: %s", device->path,
                           reason);
    }
    struct text_builder names = {.arena = arena};
    struct partition_visit visit = {.names = &names, .failure = failure};
    node_look(arena, device->node, device->bytes, &visit);
    (void)folder_any(arena, sys_path(arena, device->number, "."), partition_visit, &visit);
    if (visit.failed) {
        return false;
    }
    return names.size == 0 || may_wipe_signatures ||
           failure_set(failure, FAILURE_USAGE,
                       "--on device:%s is refused: it carries %s; if that may be lost, give "
                       "--wipe-signatures as well",
                       device->path, text_built(&names).data);
}

/* The kernel forgets partitions that are not on the disk any more. */
static void partitions_read_again(const struct device *device)
{
    int descriptor = open(device->node, O_RDONLY | O_CLOEXEC);
    if (descriptor >= 0) {
        (void)ioctl(descriptor, BLKRRPART);
        (void)close(descriptor);
    }
}

bool device_blank(struct arena *arena, const struct device *device, struct failure *failure)
{
    struct text found;
    bool has_label = label_holds(arena, device->node, device->bytes, text_of("pool_guid"));
    if (!signature_find(arena, device->node, &found, failure)) {
        return false;
    }
    if (has_label && !labels_zero(device->node, device->bytes, failure)) {
        return false;
    }
    if (found.size > 0 && !signature_wipe(device->node, failure)) {
        return false;
    }
    if (found.size > 0) {
        partitions_read_again(device);
    }
    return true;
}

/* True when the device carries nothing but a pool, or the partitions that ZFS makes for one. */
static bool carries_only_pool(struct arena *arena, const struct device *device,
                              struct failure *failure)
{
    static const char *const expected[] = {"zfs_member", "gpt", "PMBR"};
    struct text_builder names = {.arena = arena};
    struct partition_visit visit = {.names = &names, .failure = failure};
    node_look(arena, device->node, device->bytes, &visit);
    (void)folder_any(arena, sys_path(arena, device->number, "."), partition_visit, &visit);
    struct text rest = text_built(&names);
    for (struct text name; text_next_piece(&rest, ',', &name);) {
        bool is_expected = text_trim(name).size == 0;
        for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
            is_expected = is_expected || text_is(text_trim(name), expected[i]);
        }
        if (!is_expected) {
            return false;
        }
    }
    return !visit.failed;
}

static bool device_has_pool(struct arena *arena, const struct device *device, const char *pool)
{
    struct partition_visit visit = {.pool = pool, .only_looks = true};
    node_forget(arena, device->node, device->bytes, &visit);
    (void)folder_any(arena, sys_path(arena, device->number, "."), partition_visit, &visit);
    return visit.has_pool;
}

/* Serial numbers as the kernel has them; which there are depends on the kind of drive. */
static struct text device_serials(struct arena *arena, dev_t whole)
{
    static const char *const names[] = {"wwid", "serial", "device/wwid", "device/serial",
                                        "device/vpd_pg80"};
    struct text_builder serials = {.arena = arena};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        text_add(&serials, sys_value(arena, sys_path(arena, whole, names[i])));
    }
    return text_built(&serials);
}

const char *device_identity(struct arena *arena, const struct device *device)
{
    char digest[65];
    dev_t whole = device_whole(arena, device->number);
    struct text partition = sys_value(arena, sys_path(arena, device->number, "partition"));
    struct text drive = device_serials(arena, whole);
    if (drive.size == 0) {
        struct text attachment = sys_value(arena, sys_path(arena, whole, "diskseq"));
        if (attachment.size == 0) {
            return "";
        }
        drive =
            text_format(arena, "%s %.*s", boot_id(arena), (int)attachment.size, attachment.data);
    }
    struct text_builder all = {.arena = arena};
    text_add(&all, drive);
    text_add_string(&all, " ");
    text_add(&all, partition);
    digest_sha256(text_built(&all), digest);
    return text_format(arena, "drive %.16s", digest).data;
}

enum removal device_forget_pool(struct arena *arena, const struct device *device, const char *pool,
                                const char *home, struct failure *failure)
{
    if (!device_has_pool(arena, device, pool)) {
        bool is_that_drive = home[0] != '\0' && strcmp(home, device_identity(arena, device)) == 0;
        return is_that_drive ? REMOVAL_ABSENT : REMOVAL_UNSEEN;
    }
    const char *reason = use_reason(arena, device);
    if (reason != NULL) {
        (void)failure_set(failure, FAILURE_SYSTEM, "the labels of pool %s stay on %s: %s", pool,
                          device->path, reason);
        return REMOVAL_FAILED;
    }
    if (!carries_only_pool(arena, device, failure)) {
        return REMOVAL_KEPT; /* somebody has put something else there since */
    }
    struct partition_visit visit = {.pool = pool, .failure = failure};
    node_forget(arena, device->node, device->bytes, &visit);
    (void)folder_any(arena, sys_path(arena, device->number, "."), partition_visit, &visit);
    return !visit.failed && device_blank(arena, device, failure) ? REMOVAL_DONE : REMOVAL_FAILED;
}
