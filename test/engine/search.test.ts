import { findWords } from "./setup/search";

test.each([
  ["in clear", (word: string) => word],
  ["URL-encoded", encodeURIComponent],
  ["in base64", (word: string) => Buffer.from(word).toString("base64")],
])("the search of the tests finds a word %s", (_, encoded) => {
  const [word, other] = ["tests/secret+access/key:0001", "tests-access-key-0001"];
  for (const [before, after] of ["", "a", "ab"].flatMap((one) => ["", "c", "cd"].map((next) => [one, next] as const))) {
    expect(findWords([word], { text: encoded(`${before}${word}${after}`) })).not.toEqual([]);
  }
  expect(findWords([word], { text: encoded(other) })).toEqual([]);
});
