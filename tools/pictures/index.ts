import fs from "node:fs";
import path from "node:path";
import { ROOT } from "../paths";
import { drawTerminal } from "./svg";

/** A picture of a real run. */
export interface Picture {
  readonly file: string;
  readonly svg: string;
}

/** By picture: the command it shows, and the golden with what the command printed. */
const SHOWN = {
  "preview.svg": { command: "pulumi preview --diff", golden: "dynamic/added-bucket.txt" },
  "wait.svg": { command: "pulumi up --yes --skip-preview", golden: "dynamic/function-wait.txt" },
};

/** Draws the pictures of the documentation from the goldens, which engine tests hold against real runs. */
export function drawPictures(): Picture[] {
  return Object.entries(SHOWN).map(([name, { command, golden }]) => ({
    file: path.join(ROOT, "docs", "pictures", name),
    svg: drawTerminal(command, fs.readFileSync(path.join(ROOT, "test", "engine", "goldens", golden), "utf8")),
  }));
}
