typedef int placeholder_ingest;
