"use strict";

const Environment = require("../../environment");

/**
 * Pulumi reports the failure of a program by listening to unhandled rejections of the process. Jest gives tests a
 * process object of its own, on which nothing of that kind happens, and takes the rejection for a failure of the whole
 * file. Here rejections go to whoever listens in the tests' process, and only if nobody does, to jest.
 */
module.exports = class extends Environment {
  /** The name is jest's: it calls this for every event. */
  handleTestEvent(event) {
    if (event.name === "run_start") {
      this.listenersOfJest = process.rawListeners("unhandledRejection");
      process.removeAllListeners("unhandledRejection");
      process.on("unhandledRejection", (...rejection) => {
        if (!this.global.process.emit("unhandledRejection", ...rejection)) {
          this.listenersOfJest.forEach((listener) => listener(...rejection));
        }
      });
    } else if (event.name === "run_finish") {
      process.removeAllListeners("unhandledRejection");
      this.listenersOfJest.forEach((listener) => process.on("unhandledRejection", listener));
    }
  }
};
