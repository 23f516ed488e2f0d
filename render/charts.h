/* The kinds of charts, one row each: name, the question that it answers, and what it needs to be
   drawn. A kind is NAME_chart.{c,h} with `struct NAME_spec` and `NAME_chart_lay_out`, and
   NAME_figure.c. */
CHART(interval, "is there a difference, and is it big enough to matter?",
      "two levels of a setting that is compared")
CHART(runs, "what was measured?", "a result")
CHART(sweep, "how does speed change along a numeric setting?",
      "a setting with two levels or more that are numbers above zero, such as block sizes")
CHART(grid, "which of many settings matter?",
      "two settings or more that vary, in six combinations or more")
CHART(order, "did something drift, or is the first run different?",
      "two runs of a setting, with their number or place in the order of running")
CHART(percentiles, "what happens to the slow requests?",
      "three percentiles of completion latency of a run, or its latency bins")
CHART(distribution, "how do the latencies lie?",
      "latency bins: fio's json+ output, its histogram logs, or latency logs of single I/Os")
CHART(timeline, "did the speed hold during a run?",
      "averaged bandwidth, IOPS or latency logs of fio (log_avg_msec), or latency logs of single "
      "I/Os")
