/* fio's JSON and json+ output of fio 2.0 and newer, alone or with text before, between and after
   the documents.

   A run is one groupid of one document. What changed over the versions and is handled here:
   io_bytes was KiB up to 2.20 (no io_kbytes beside it); bw is KiB/s always, bw_bytes came with 3.2;
   latencies were microseconds under slat, clat, lat up to 2.20 and are nanoseconds under slat_ns,
   clat_ns, lat_ns since; client mode has client_stats in place of jobs; from 3.0 to 3.17
   lat_percentiles=1 put the percentiles of total latency under clat_ns. Reference: fio stat.c,
   show_thread_status_json. json+ bins give the
   percentiles of several jobs together (fio_json_bins.h). */
#include "ingest/fio_json_cut.h"
#include "ingest/fio_json_document.h"
#include "ingest/fio_json_search.h"
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

/* The documents of a text while they are looked for. */
struct finding {
    const struct input *input;
    struct reading *reading;
    struct arena *scratch;
    struct line_index lines;
    struct fio_json_search search;
    struct fio_documents list;
    size_t text_from; /* end of the document before */
    size_t failures;
};

/* Where the document stopped being JSON, and what of it is used all the same. */
static void note_damage(struct finding *finding, size_t start, size_t stopped, const char *used)
{
    struct text text = finding->input->text;
    struct text rest = text_slice(text, start + stopped, text.size);
    reading_note(finding->reading, line_index_at(&finding->lines, start + stopped),
                 "the JSON document that begins in line %u is %s here%s",
                 line_index_at(&finding->lines, start),
                 text_trim(rest).size < 2 ? "cut off" : "damaged", used);
}

/* The document whose brace is at `open`; `root` is NULL when it is no JSON. `*end` is where it
   ends, or stopped being JSON, behind `open`. */
static struct fio_document parse_at(struct finding *finding, size_t open, size_t *end)
{
    struct text text = text_slice(finding->search.text, open, finding->search.limit);
    struct fio_document document = {.line = line_index_at(&finding->lines, open)};
    document.root = json_parse(finding->scratch, text, end, &document.repaired);
    document.text = text_slice(text, 0, *end);
    document.bins = text_slice(finding->input->text, open, open + *end);
    return document;
}

/* Reads what is whole of a document that is no JSON as it stands. */
static bool read_cut(struct finding *finding, size_t open, size_t stopped,
                     struct fio_document *document)
{
    bool all_jobs = false;
    size_t end;
    document->text = fio_json_cut(
        finding->scratch, text_slice(finding->search.text, open, finding->search.limit), &all_jobs);
    document->bins = text_slice(finding->input->text, open, open + document->text.size);
    if (document->text.size > 0)
        document->root = json_parse(finding->scratch, document->text, &end, &document->repaired);
    if (document->root == NULL || !has_results(document->root)) {
        note_damage(finding, open, stopped, " and was not read");
        return false;
    }
    document->cut = !all_jobs;
    note_damage(finding, open, stopped,
                all_jobs ? ": its jobs are whole" : ": the jobs before are whole");
    return true;
}

static void add_document(struct finding *finding, size_t open, struct fio_document document)
{
    document.before = text_slice(finding->input->text, finding->text_from, open);
    document.words = fio_json_search_words(&finding->search, open, document.root);
    document.place = (struct json_place){document.text, 0, open, &finding->lines};
    size_t end = open + document.text.size;
    finding->reading->claimed_whole =
        finding->reading->claim_count == 0 && text_trim(document.before).size == 0 &&
        text_trim(text_slice(finding->input->text, end, finding->input->text.size)).size == 0;
    fio_documents_add(&finding->list, document);
    reading_claim(finding->reading, document.line,
                  line_index_at(&finding->lines, open + document.text.size - 1));
}

/* Adds every document of the text to the list; counts those that could not be read at all. */
static void find_documents(struct finding *finding)
{
    enum { MOST_FAILURES = 64 };
    struct fio_json_search *search = &finding->search;
    size_t open;
    while (finding->failures < MOST_FAILURES &&
           (open = fio_json_search_next(search)) < search->text.size) {
        size_t end;
        struct fio_document document = parse_at(finding, open, &end);
        if (document.root == NULL && fio_json_search_without_prefixes(search, &open))
            document = parse_at(finding, open, &end);
        bool whole = document.root != NULL;
        if (!whole && !read_cut(finding, open, end, &document)) {
            finding->failures++;
            fio_json_search_pass(search, search->version + 1);
            continue;
        }
        if (has_results(document.root))
            add_document(finding, open, document);
        finding->text_from = open + (whole ? end : document.text.size - 1);
        fio_json_search_pass(search, finding->text_from);
    }
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
    struct finding finding = {.input = input,
                              .reading = reading,
                              .scratch = scratch,
                              .lines = line_index_of(scratch, input->text),
                              .search = fio_json_search_in(scratch, input->text),
                              .list = {.arena = scratch}};
    find_documents(&finding);
    fio_documents_keep_last_of_each(&finding.list, reading);
    for (size_t i = 0; i < finding.list.count; i++)
        fio_document_read(scratch, &finding.list.items[i], reading);
    size_t documents = finding.list.count, failures = finding.failures;
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
