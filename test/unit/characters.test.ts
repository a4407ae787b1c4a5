import { countCharacters, limitText } from "../../provider/values/characters";

const ruler = "📏";
/** One character to a reader, two to Unicode. */
const withAccent = "e\u0301";

it.each([
  ["", 0],
  ["a", 1],
  ["ab\n", 3],
  ["ä", 1],
  [withAccent, 2],
  [ruler, 1],
  [ruler.repeat(3), 3],
  [ruler[0] ?? "", 1],
  [`${ruler[1]}${ruler[0]}`, 2],
])("%j has %d characters", (text, count) => {
  expect(countCharacters(text)).toBe(count);
});

const reasonOf = (text: unknown, min: number, max: number) =>
  limitText(min, max)
    .safeParse(text)
    .error?.issues.map(({ message }) => message);

it.each<[string, unknown, number, number, string[] | undefined]>([
  ["the minimum length", "ab", 2, 4, undefined],
  ["the maximum length", "abcd", 2, 4, undefined],
  ["the maximum length in characters of two code units", ruler.repeat(4), 2, 4, undefined],
  ["empty, where that is allowed", "", 0, 4, undefined],
  ["too short", "a", 2, 4, ["must have at least 2 characters"]],
  ["too short in characters of two code units", ruler, 2, 4, ["must have at least 2 characters"]],
  ["too long", "abcde", 2, 4, ["must have at most 4 characters"]],
  ["too long in characters of two code units", ruler.repeat(5), 2, 4, ["must have at most 4 characters"]],
  ["empty, where that is not allowed", "", 1, 4, ["must not be empty"]],
  ["too long by one", "ab", 0, 1, ["must have at most 1 character"]],
])("a text: %s", (_, text, min, max, reasons) => {
  expect(reasonOf(text, min, max)).toEqual(reasons);
});

it.each([[7], [null], [undefined], [["a", "b"]], [{ length: 3 }]])("a value that is not a text: %j", (value) => {
  expect(reasonOf(value, 2, 4)).toHaveLength(1);
});
