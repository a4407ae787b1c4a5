import { lstatSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { call, create, groupsPath, newGroup, start } from "./client";
import { functionSeed, look } from "./function-seed";

const folder = mkdtempSync(path.join(tmpdir(), "edgecloud-state-"));
const stateFile = path.join(folder, "state.json");
const read = () => JSON.parse(readFileSync(stateFile, "utf8")) as { originGroups: { name: string }[] };

afterEach(() => rmSync(stateFile, { force: true }));
afterAll(() => rmSync(folder, { recursive: true }));

it("an emulator starts with the state of the last one", async () => {
  const first = await start({ stateFile, seed: functionSeed() });
  const id = await create(first, newGroup("kept"));
  first.advanceClock(5000);
  await first.close();
  expect(statSync(stateFile).mode & 0o077).toBe(0);
  const originGroups = [{ name: "seeded", sources: [{ source: "a.example.com" }] }];
  const second = await start({ stateFile, seed: { originGroups } });
  expect(second.state()).toEqual(first.state());
  expect(await call(second, "GET", `${groupsPath}/${id}`)).toMatchObject({ status: 200, body: { name: "kept" } });
  expect(await look(second)).toBe("ACTIVE success 5");
});

it("a reset returns to the seed, not to the file", async () => {
  await (await start({ stateFile, seed: functionSeed() })).close();
  const emulator = await start({ stateFile });
  emulator.reset();
  expect(emulator.state().functions).toEqual([]);
});

it("changes are written soon, not only at the end", async () => {
  const emulator = await start({ stateFile });
  expect(read().originGroups).toEqual([]);
  await create(emulator, newGroup("a"));
  while (read().originGroups.length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(read().originGroups).toMatchObject([{ name: "a" }]);
});

it.each([
  ["is not JSON", "{", /state file ".*state\.json" is not JSON/],
  ["is not a state", '{"plan": 5}', /The seed is not valid: plan/],
])("a file that %s is not overwritten", async (_what, text, expected) => {
  writeFileSync(stateFile, text);
  await expect(start({ stateFile })).rejects.toThrow(expected);
  expect(readFileSync(stateFile, "utf8")).toBe(text);
});

it.each(["other.json", "nowhere.json"])("a file that is a link to %s is refused, and unchanged", async (target) => {
  writeFileSync(path.join(folder, "other.json"), "{}");
  symlinkSync(path.join(folder, target), stateFile);
  await expect(start({ stateFile })).rejects.toThrow(/state file ".*state\.json" is a symbolic link.*name the file/);
  expect(lstatSync(stateFile).isSymbolicLink()).toBe(true);
  expect(readFileSync(path.join(folder, "other.json"), "utf8")).toBe("{}");
});

it("a file that becomes a link is replaced, not written through", async () => {
  const other = path.join(folder, "other.json");
  const emulator = await start({ stateFile });
  writeFileSync(other, "theirs");
  rmSync(stateFile);
  symlinkSync(other, stateFile);
  await emulator.close();
  expect(readFileSync(other, "utf8")).toBe("theirs");
  expect(read().originGroups).toEqual([]);
});
