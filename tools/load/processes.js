// @ts-check
"use strict";

const { execFileSync } = require("node:child_process");

/** How the command lines of Pulumi's processes begin. */
const COMMANDS = {
  host: /^\S*node\S* .*(dynamic-provider|plugin[\\/]index\.js)/,
  engine: /^\S*[\\/]pulumi(\.exe)? /,
};

/**
 * As in `lab/processes.ts`, which this folder will use once it is TypeScript too.
 * @param {"host" | "engine"} kind
 */
function pulumiProcess(kind) {
  const all = running();
  const [only, ...others] = all.filter(({ pid, command }) => COMMANDS[kind].test(command) && isBelow(all, pid));
  if (only === undefined || others.length > 0) {
    throw new Error(`expected one ${kind}, found ${others.length > 0 ? others.length + 1 : "none"}`);
  }
  return only.pid;
}

function running() {
  const text = execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat=,args="], { encoding: "utf8" });
  return text.split("\n").flatMap((line) => {
    const [, pid, parent, command = ""] = /^ *(\d+) +(\d+) +[^Z\s]\S* +(.*)$/.exec(line) ?? [];
    return pid ? [{ pid: Number(pid), parent: Number(parent), command }] : [];
  });
}

/**
 * @param {{ pid: number, parent: number }[]} all
 * @param {number} pid
 * @returns {boolean}
 */
function isBelow(all, pid) {
  const parent = all.find((candidate) => candidate.pid === pid)?.parent;
  return parent !== undefined && (parent === process.pid || isBelow(all, parent));
}

module.exports = { pulumiProcess };
