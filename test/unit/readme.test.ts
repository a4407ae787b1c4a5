import { readFileSync } from "node:fs";
import { pictures } from "../../tools/pictures";
import { blocksOf, read } from "../documents/pages";

const lines = read("README.md").split("\n");

test("the README has at most 150 lines, and no table wider than 110 characters", () => {
  expect(lines.length).toBeLessThanOrEqual(150);
  expect(lines.filter((line) => line.startsWith("|") && line.length > 110)).toEqual([]);
});

test("the README shows a program on its first screen", () => {
  expect(lines.slice(0, 12)).toContain("```ts");
  expect(blocksOf("README.md")[0]?.comment).toMatch(/^examples\/[\w-]+\/index\.ts$/);
});

test("the README names the commands that CI reads from it", () => {
  const commands = blocksOf("README.md").filter(({ language }) => language === "bash");
  expect(commands.map(({ text }) => text)).toEqual(expect.arrayContaining(["npm start\n", "npm test\n"]));
});

test.each(pictures())("$file is what `npm run pictures` draws, and the README shows it", ({ file, svg }) => {
  expect(readFileSync(file, "utf8")).toBe(svg);
  expect(read("README.md")).toContain(`docs/pictures/${file.split(/[\\/]/).at(-1)})`);
});
