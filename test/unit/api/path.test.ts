import fc from "fast-check";
import { formatPath } from "../../../provider/api/calls/path";
import { tries } from "../../tries";

describe("a path", () => {
  it.each([
    ["x", "/a/x/b"],
    ["a b+c?d#e&f=g;h", "/a/a%20b%2Bc%3Fd%23e%26f%3Dg%3Bh/b"],
    ["é😀", "/a/%C3%A9%F0%9F%98%80/b"],
    ["%2e%2e", "/a/%252e%252e/b"],
    ["...", "/a/.../b"],
    ["..x", "/a/..x/b"],
    ["__proto__", "/a/__proto__/b"],
    [12, "/a/12/b"],
  ])("encodes %j as one segment", (value, expected) => {
    expect(formatPath`/a/${value}/b`).toBe(expected);
  });

  it.each([
    ["", "is blank"],
    [" \t", "is blank"],
    [".", "is a relative path"],
    ["..", "is a relative path"],
    ["a/b", "contains a slash, a backslash or an unprintable character"],
    ["..\\x", "contains a slash, a backslash or an unprintable character"],
    ["a\r\nb", "contains a slash, a backslash or an unprintable character"],
    ["\0", "contains a slash, a backslash or an unprintable character"],
    ["\ud800", "contains a slash, a backslash or an unprintable character"],
    [1e21, "is not an exact integer"],
    [NaN, "is not an exact integer"],
    [1.5, "is not an exact integer"],
  ])("rejects %j", (value, problem) => {
    expect(() => formatPath`/a/${value}`).toThrow(
      `${JSON.stringify(String(value))} is not a valid ID: it ${problem}. Nothing was sent`,
    );
  });

  it("stays below its prefix for any segment", () => {
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: fc.constantFrom(..."./\\%2eEfF?#:@;a") }));
    fc.assert(
      fc.property(text, (value) => {
        let path: string;
        try {
          path = formatPath`/a/${value}/b`;
        } catch {
          return;
        }
        const { pathname, search, hash } = new URL(path, "http://host.example");
        expect([pathname, search, hash]).toEqual([path, "", ""]);
        expect(pathname.split("/").map(decodeURIComponent)).toEqual(["", "a", value, "b"]);
      }),
      tries(1_000),
    );
  });
});
