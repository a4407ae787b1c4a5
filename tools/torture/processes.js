// @ts-check
"use strict";

const { execFileSync } = require("node:child_process");

/** @typedef {{ pid: number, parent: number, session: number, command: string }} Process */

/** How the command lines of Pulumi's processes begin. */
const COMMANDS = {
  host: /^\S*node\S* .*(dynamic-provider|plugin[\\/]index\.js)/,
  engine: /^\S*[\\/]pulumi(\.exe)? /,
};

/** @type {typeof import("./index").pulumiProcess} */
function pulumiProcess(kind, ancestor = process.pid) {
  const [only, ...others] = pulumiProcesses(kind, ancestor);
  if (only === undefined || others.length > 0) {
    throw new Error(`expected one ${kind}, found ${others.length > 0 ? others.length + 1 : "none"}`);
  }
  return only;
}

/**
 * IDs of all processes of that kind that run on behalf of a process.
 * @param {"host" | "engine"} kind
 * @param {number} ancestor
 */
function pulumiProcesses(kind, ancestor) {
  const all = running();
  return all
    .filter(({ pid, command }) => COMMANDS[kind].test(command) && isBelow(all, pid, ancestor))
    .map(({ pid }) => pid);
}

/** @type {typeof import("./index").descendants} */
function descendants(ancestor) {
  const all = running();
  return all.filter(({ pid }) => isBelow(all, pid, ancestor)).map(({ pid }) => pid);
}

/**
 * All processes of the session that a process leads, and of those that it has started: also of such whose parent
 * has ended, where the system shows sessions.
 * @param {number} leader
 */
function sessionOf(leader) {
  const all = running();
  return all.filter(({ pid, session }) => session === leader || pid === leader || isBelow(all, pid, leader));
}

/**
 * Whether it is Pulumi's host for dynamic providers, or the shell that has started it.
 * @param {Process} process
 */
function isDynamicHost({ command }) {
  return /dynamic-provider|pulumi-resource-pulumi-nodejs/.test(command);
}

/**
 * How many hosts are among these processes.
 * @param {Process[]} processes
 */
function hostsOf(processes) {
  return processes.filter(({ command }) => COMMANDS.host.test(command)).length;
}

/** @type {typeof import("./index").isRunning} */
function isRunning(pid) {
  return running().some((candidate) => candidate.pid === pid);
}

/** Processes that have ended and only wait for somebody to take notice of it (Z) are left out. */
function running() {
  const text = execFileSync("ps", ["-A", "-o", "pid=,ppid=,sess=,stat=,args="], { encoding: "utf8" });
  return text.split("\n").flatMap((line) => {
    const [, pid, parent, session, command = ""] = /^ *(\d+) +(\d+) +(\S+) +[^Z\s]\S* +(.*)$/.exec(line) ?? [];
    return pid ? [{ pid: Number(pid), parent: Number(parent), session: Number(session), command }] : [];
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

module.exports = { descendants, hostsOf, isDynamicHost, isRunning, pulumiProcess, pulumiProcesses, sessionOf };
