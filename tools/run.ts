import { spawn } from "node:child_process";
import { ROOT } from "./paths";

/**
 * Runs npm in the repository and resolves to its exit code. Through a shell, because npm is a script on Windows: arguments
 * must be free of spaces and shell characters.
 */
export function runNpm(...args: readonly string[]): Promise<number> {
  const command = ["npm", ...args].join(" ");
  const child = spawn(command, { cwd: ROOT, shell: true, stdio: ["ignore", "inherit", "inherit"] });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}
