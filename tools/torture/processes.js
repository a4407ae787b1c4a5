// @ts-check
"use strict";

const { execFileSync } = require("node:child_process");

/** @typedef {{ pid: number, parent: number, command: string }} Process */

/** How the command lines of Pulumi's processes begin. */
const COMMANDS = {
  host: /^\S*node\S* .*dynamic-provider/,
  engine: /^\S*[\\/]pulumi(\.exe)? /,
};

/** @type {typeof import("./index").pulumiProcess} */
function pulumiProcess(kind, ancestor = process.pid) {
  const all = running();
  const found = all.filter(({ pid, command }) => COMMANDS[kind].test(command) && isBelow(all, pid, ancestor));
  const [only] = found;
  if (!only || found.length !== 1) {
    throw new Error(`expected one ${kind}, found ${JSON.stringify(found)}`);
  }
  return only.pid;
}

/** @type {typeof import("./index").descendants} */
function descendants(ancestor) {
  const all = running();
  return all.filter(({ pid }) => isBelow(all, pid, ancestor)).map(({ pid }) => pid);
}

/** @type {typeof import("./index").isRunning} */
function isRunning(pid) {
  return running().some((candidate) => candidate.pid === pid);
}

/** Processes that have ended and only wait for somebody to take notice of it (Z) are left out. */
function running() {
  const text = execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat=,args="], { encoding: "utf8" });
  return text.split("\n").flatMap((line) => {
    const [, pid, parent, command = ""] = /^ *(\d+) +(\d+) +[^Z\s]\S* +(.*)$/.exec(line) ?? [];
    return pid ? [{ pid: Number(pid), parent: Number(parent), command }] : [];
  });
}

/**
 * @param {Process[]} all
 * @param {number} pid
 * @param {number} ancestor
 * @returns {boolean}
 */
function isBelow(all, pid, ancestor) {
  const parent = all.find((candidate) => candidate.pid === pid)?.parent;
  return parent !== undefined && (parent === ancestor || isBelow(all, parent, ancestor));
}

module.exports = { descendants, isRunning, pulumiProcess };
