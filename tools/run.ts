import { spawn, type ChildProcess } from "node:child_process";
import { ROOT } from "./paths";

/**
 * Runs npm in the repository and resolves to its exit code. Through a shell, because npm is a script on Windows: arguments
 * must be free of spaces and shell characters.
 */
export function runNpm(...args: readonly string[]): Promise<number> {
  const command = ["npm", ...args].join(" ");
  return waitForExit(spawn(command, { cwd: ROOT, shell: true, stdio: ["ignore", "inherit", "inherit"] }));
}

/** Runs a script of Node.js in the repository and resolves to its exit code. */
export function runNode(script: string, ...args: readonly string[]): Promise<number> {
  return waitForExit(
    spawn(process.execPath, [script, ...args], { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] }),
  );
}

function waitForExit(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}
