#ifndef COMMAND_REPORT_COMMAND_H
#define COMMAND_REPORT_COMMAND_H

/* ashiftstat report: report.md, charts, analysis.json and observations.csv in a folder. Returns the
 * exit status. */
int report_command(int argc, char **argv);

/* ashiftstat render: the charts alone. */
int render_command(int argc, char **argv);

#endif
