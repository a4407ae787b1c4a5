import { readFileSync } from "node:fs";
import path from "node:path";
import type { SeedInput } from "../../emulator/src/index";
import { call, start } from "./client";

const readme = readFileSync(path.join(__dirname, "../../emulator/README.md"), "utf8");

/** JSON examples of one chapter. */
function examples(chapter: string): unknown[] {
  const text = readme.split(/^## /m).find((part) => part.startsWith(`${chapter}\n`)) ?? "";
  return [...text.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => JSON.parse(json ?? "") as unknown);
}

describe("the README", () => {
  it("shows a seed that can be taken", async () => {
    const emulator = await start();
    const seeds = examples("Seed");
    expect(seeds).toHaveLength(1);
    for (const seed of seeds) emulator.replaceState(seed as SeedInput);
    expect(emulator.state().originGroups).toMatchObject([{ id: 101 }]);
  });

  it("shows faults that can be added", async () => {
    const emulator = await start();
    for (const fault of examples("Faults")) emulator.addFault(fault as never);
    expect(emulator.faults()).toHaveLength(2);
  });

  it("lists control endpoints that exist, and methods that do", async () => {
    const emulator = await start();
    const rows = [...readme.matchAll(/^\| `([A-Z]+) (\/__emulator\/\w+)` .*\| `(\w+)\(.*$/gm)];
    expect(rows).toHaveLength(9);
    for (const [, method = "", url = "", name = ""] of rows) {
      expect(emulator).toHaveProperty(name, expect.any(Function));
      const { status } = await call(emulator, method, url, method === "POST" || method === "PUT" ? {} : undefined);
      expect([200, 204, 400]).toContain(status);
    }
  });

  it("names every flag of the command", () => {
    const cli = readFileSync(path.join(__dirname, "../../emulator/src/cli.ts"), "utf8");
    const flags = [...cli.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag]) => flag);
    expect(flags).toHaveLength(6);
    for (const flag of flags) expect(readme).toContain(`| \`${flag}`);
  });
});
