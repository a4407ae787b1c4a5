// @ts-check
"use strict";

const fs = require("node:fs");
const { pulumiProcess } = require("./processes");

const LOOK_FOR_HOST_MS = 500;
const SAMPLE_MS = 100;

/** Watches the process in which the provider runs, as far as Linux tells of it in `/proc`. */
class HostWatch {
  /** @type {import("./index").HostUsage | undefined} */
  usage;
  /** @type {NodeJS.Timeout | undefined} */
  timer;

  /** Each operation has a host of its own. */
  start() {
    if (fs.existsSync("/proc/self/fd")) {
      this.timer = setTimeout(() => this.find(), LOOK_FOR_HOST_MS).unref();
    }
  }

  stop() {
    clearTimeout(this.timer);
  }

  find() {
    const pid = hostProcess();
    if (pid === undefined) {
      this.start();
    } else {
      this.timer = setInterval(() => this.sample(pid), SAMPLE_MS).unref();
    }
  }

  /** @param {number} pid */
  sample(pid) {
    try {
      const status = fs.readFileSync(`/proc/${pid}/status`, "utf8");
      // The kernel keeps the peak itself; where it does not, the present value is what there is.
      const kilobytes = Number(/^(?:VmHWM|VmRSS):\s+(\d+)/m.exec(status)?.[1] ?? 0);
      const descriptors = fs.readdirSync(`/proc/${pid}/fd`).length;
      this.usage = {
        megabytes: Math.max(this.usage?.megabytes ?? 0, Math.round(kilobytes / 1024)),
        descriptors: Math.max(this.usage?.descriptors ?? 0, descriptors),
      };
    } catch {
      // The engine asks a first host what it is, ends it, and starts the one that works.
      this.stop();
      this.start();
    }
  }
}

function hostProcess() {
  try {
    return pulumiProcess("host");
  } catch {
    return undefined;
  }
}

module.exports = { HostWatch };
