"use strict";

/** Aims: what a median may be at most, as a share of that of the echo, with 200 resources and no latency. */
const aims = {
  dynamic: { preview: 1, up: 1.08, "preview again": 1, refresh: 1.15, destroy: 1.15 },
  plugin: { preview: 0.85, up: 0.9, "preview again": 0.85, refresh: 1.1, destroy: 1.02 },
};

/** What the plugin may take for one resource, as a share of what the dynamic provider takes. */
const startUpAim = 0.75;

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

/** What a provider took for an operation in all runs of a part. */
function timesOf({ runs }, provider, operation) {
  const times = runs.map((run) => lifeOf(run, provider).seconds[operation]);
  return { median: median(times), least: Math.min(...times), most: Math.max(...times) };
}

/** As a share of what the echo took. */
function ratioOf(part, provider, operation) {
  return timesOf(part, provider, operation).median / timesOf(part, "echo", operation).median;
}

/** The median time of all operations together. */
function wholeLife({ runs }, provider) {
  const whole = ({ seconds }) => Object.values(seconds).reduce((sum, time) => sum + time, 0);
  return median(runs.map((run) => whole(lifeOf(run, provider))));
}

const lifeOf = (run, provider) => run.find((life) => life.provider === provider);

/** The part that was measured with so many resources and that latency. */
const partOf = ({ parts }, resources, latency) =>
  parts.find((part) => part.resources === resources && part.latency === latency);

module.exports = { aims, lifeOf, median, partOf, ratioOf, startUpAim, timesOf, wholeLife };
