import fs from "node:fs";
import path from "node:path";
import { ROOT } from "../paths";

interface Seed {
  readonly snapshots: readonly { readonly id: string; readonly name: string }[];
  readonly streams: readonly { readonly id: number; readonly live: boolean; readonly token: string }[];
  readonly vodStatistics: object;
}

const DEMO = JSON.parse(fs.readFileSync(path.join(ROOT, "emulator", "seeds", "demo.json"), "utf8")) as Seed;

/** What the examples find on the platform: the emulator's demo account, without the groups that the tour makes. */
const SEED = { ...DEMO, originGroups: [], vodStatistics: { ...DEMO.vodStatistics, today: "2026-02-20T00:00:00Z" } };

// The objects of the account that the examples are configured to use.
export const PROJECT_ID = 11;
export const REGION_ID = 3;
export const SNAPSHOT_ID = DEMO.snapshots.find(({ name }) => name === "web-root")!.id;
export const STREAM = DEMO.streams.find(({ live }) => live)!;

/** Writes the seed where the emulator's command can read it. */
export function writeSeed(folder: string): string {
  const file = path.join(folder, "seed.json");
  fs.writeFileSync(file, JSON.stringify(SEED));
  return file;
}
