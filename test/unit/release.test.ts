import { readFileSync } from "node:fs";
import path from "node:path";
import { notesOf, withVersion } from "../../tools/release";

const text = [
  "# Changelog",
  "",
  "## [Unreleased]",
  "",
  "### Added",
  "",
  "- A data source.",
  "",
  "## [1.0.0] - 2026-11-01",
  "",
  "### Fixed",
  "",
  "- A message.",
  "",
].join("\n");

test("a release moves the unreleased changes below the heading of its version", () => {
  const after = withVersion(text, "1.1.0", "2026-11-22");
  expect(after.split("\n").filter((line) => line.startsWith("## "))).toEqual([
    "## [Unreleased]",
    "## [1.1.0] - 2026-11-22",
    "## [1.0.0] - 2026-11-01",
  ]);
  expect(notesOf(after, "1.1.0")).toBe("### Added\n\n- A data source.");
  expect(notesOf(after, "1.0.0")).toBe("### Fixed\n\n- A message.");
});

test("a version already in the changelog and a release without changes are refused", () => {
  expect(() => withVersion(text, "1.0.0", "2026-11-22")).toThrow("has version 1.0.0 already");
  const released = withVersion(text, "1.1.0", "2026-11-22");
  expect(() => withVersion(released, "1.2.0", "2026-11-22")).toThrow("nothing to release");
  expect(() => notesOf(released, "1.2.0")).toThrow("npm run release -- version 1.2.0");
});

test("the changelog has the form of Keep a Changelog", () => {
  const changelog = readFileSync(path.resolve(__dirname, "../../CHANGELOG.md"), "utf8");
  const [first, ...versions] = changelog.split("\n").filter((line) => line.startsWith("## "));
  expect(first).toBe("## [Unreleased]");
  expect(versions.filter((line) => !/^## \[\d+\.\d+\.\d+[^\]]*\] - \d{4}-\d\d-\d\d$/.test(line))).toEqual([]);
  const kinds = changelog.split("\n").filter((line) => line.startsWith("### "));
  const known = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"].map((kind) => `### ${kind}`);
  expect(kinds.filter((kind) => !known.includes(kind))).toEqual([]);
  expect(() => withVersion(changelog, "1000.0.0", "2026-11-22")).not.toThrow();
});
