/* fio's JSON and json+ output of fio 2.0 and newer, alone or with text before, between and after
   the documents.

   A run is one groupid of one document. What changed over the versions and is handled here:
   io_bytes was KiB up to 2.20 (no io_kbytes beside it); bw is KiB/s always, bw_bytes came with 3.2;
   latencies were microseconds under slat, clat, lat up to 2.20 and are nanoseconds under slat_ns,
   clat_ns, lat_ns since; client mode has client_stats in place of jobs; from 3.0 to 3.17
   lat_percentiles=1 put the percentiles of total latency under clat_ns. Reference: fio stat.c,
   show_thread_status_json. json+ bins give the
   percentiles of several jobs together (fio_json_bins.h). */
#include "ingest/fio_json_bins.h"
#include "ingest/fio_json_cut.h"
#include "ingest/fio_json_document.h"
#include "ingest/json_document.h"
#include "ingest/reader.h"

static int bid(struct text head)
{
    size_t version = text_find(head, "\"fio version\"", 0);
    if (version == head.size)
        return 0;
    bool jobs = text_find(head, "\"jobname\"", version) < head.size ||
                text_find(head, "\"jobs\"", version) < head.size ||
                text_find(head, "\"client_stats\"", version) < head.size;
    return jobs ? 160 : 100;
}

static bool has_results(const struct json *root)
{
    return json_is_array(json_member(root, "jobs")) ||
           json_is_array(json_member(root, "client_stats"));
}

/* Offset of the next brace that starts a line, or the size of the text. */
static size_t next_brace(struct text text, size_t from)
{
    for (size_t at = from; at < text.size; at++) {
        at = text_find(text, "{", at);
        size_t before = at;
        while (before > 0 && (text.data[before - 1] == ' ' || text.data[before - 1] == '\t'))
            before--;
        if (before == 0 || text.data[before - 1] == '\n' || text.data[before - 1] == '\r')
            return at;
    }
    return text.size;
}

/* Where the document stopped being JSON, and what of it is used all the same. */
static void note_damage(const struct input *input, struct reading *reading, size_t start,
                        size_t stopped, const char *used)
{
    unsigned first = input_line_at(input->text, start, 1);
    unsigned last = input_line_at(input->text, start + stopped, 1);
    struct text rest = text_slice(input->text, start + stopped, input->text.size);
    reading_note(reading, last, "the JSON document that begins in line %u is %s here%s", first,
                 text_trim(rest).size < 2 ? "cut off" : "damaged", used);
}

/* Reads what is whole of a document that is no JSON as it stands. */
static bool read_cut(const struct input *input, struct reading *reading, struct arena *scratch,
                     size_t at, size_t stopped, struct fio_document *document)
{
    bool all_jobs = false;
    size_t end;
    document->text =
        fio_json_cut(scratch, text_slice(input->text, at, input->text.size), &all_jobs);
    document->bins = document->text;
    if (document->text.size > 0)
        document->root = json_parse(scratch, document->text, &end, &document->repaired);
    if (document->root == NULL || !has_results(document->root)) {
        note_damage(input, reading, at, stopped, " and was not read");
        return false;
    }
    document->cut = !all_jobs;
    note_damage(input, reading, at, stopped,
                all_jobs ? ": its jobs are whole" : ": the jobs before are whole");
    return true;
}

static void add_document(const struct input *input, struct reading *reading,
                         struct fio_documents *list, size_t at, struct fio_document document)
{
    size_t end = at + document.text.size;
    document.line =
        input_line_at(text_slice(input->text, list->counted_to, at), at, list->counted_line);
    list->counted_line = input_line_at(text_slice(input->text, at, end), end, document.line);
    list->counted_to = end;
    fio_documents_add(list, document);
    reading_claim(reading, document.line, list->counted_line);
}

/* Adds every document of the text to `list`; counts those that could not be read at all. */
static size_t find_documents(const struct input *input, struct reading *reading,
                             struct arena *scratch, struct fio_documents *list)
{
    enum { MOST_FAILURES = 64, VERSION_WITHIN = 400 };
    size_t at = 0, text_from = 0, failures = 0;
    struct text parsed = fio_bins_blank(scratch, input->text);
    while ((at = next_brace(input->text, at)) < input->text.size && failures < MOST_FAILURES) {
        struct text rest = text_slice(input->text, at, input->text.size);
        struct text start = text_slice(rest, 0, VERSION_WITHIN);
        if (text_find(start, "\"fio version\"", 0) == start.size) {
            at++;
            continue;
        }
        size_t end;
        struct fio_document document = {.before = text_slice(input->text, text_from, at)};
        document.root =
            json_parse(scratch, text_slice(parsed, at, parsed.size), &end, &document.repaired);
        document.text = text_slice(parsed, at, at + end);
        document.bins = text_slice(rest, 0, end);
        bool whole = document.root != NULL;
        if (!whole && !read_cut(input, reading, scratch, at, end, &document)) {
            failures++;
            at++;
            continue;
        }
        if (has_results(document.root))
            add_document(input, reading, list, at, document);
        at += whole ? end : document.text.size - 1;
        text_from = at;
    }
    return failures;
}

/* What the last run says against itself, for the case that no run has a figure. */
static const char *last_fault(const struct reading *reading)
{
    if (reading->run_count == 0)
        return "";
    struct text fault = reading->runs[reading->run_count - 1].fault;
    return fault.size > 0 ? fault.data : "no job did any";
}

static bool read_documents(const struct input *input, struct reading *reading,
                           struct failure *failure)
{
    struct arena *scratch = arena_create();
    size_t before = reading->observation_count;
    struct fio_documents list = {.arena = scratch, .counted_line = 1};
    size_t failures = find_documents(input, reading, scratch, &list);
    fio_documents_keep_last_of_each(&list, reading);
    for (size_t i = 0; i < list.count; i++)
        fio_document_read(scratch, &list.items[i], reading);
    size_t documents = list.count;
    arena_free(scratch);
    if (reading->observation_count > before)
        return true;
    if (documents > 0)
        return failure_set(failure, FAILURE_INPUT, "holds %zu fio document%s without any I/O%s%s",
                           documents, documents == 1 ? "" : "s", reading->run_count > 0 ? ": " : "",
                           last_fault(reading));
    if (failures == 0)
        return failure_set(failure, FAILURE_INPUT, "holds no fio results");
    const struct note *note = &reading->notes[reading->note_count - 1];
    reading->note_count--;
    return failure_set(failure, FAILURE_INPUT, "line %u: %s", note->source.line,
                       note->message.data);
}

const struct reader fio_json_reader = {"fio_json", "JSON and json+ output of fio 2.0 and newer",
                                       bid, read_documents};
