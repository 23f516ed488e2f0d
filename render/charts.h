/* The kinds of charts, one row each: name, and the question that it answers. A kind is
   NAME_chart.{c,h} with `struct NAME_spec` and `NAME_chart_lay_out`. */
CHART(interval, "is there a difference, and is it big enough to matter?")
CHART(runs, "what was measured?")
CHART(sweep, "how does speed change along a numeric setting?")
CHART(grid, "which of many settings matter?")
CHART(order, "did something drift, or is the first run different?")
CHART(percentiles, "what happens to the slow requests?")
CHART(distribution, "how do the latencies lie?")
CHART(timeline, "did the speed hold during a run?")
