import { compareInstants } from "../values/instant";
import { LookupError } from "../core/data-source";

/** Something of a list that has an age. */
interface Dated {
  createdAt: string | null;
}

/** How an error speaks of a search. */
interface Words<T> {
  /** What was searched: `images of project 1, region 2`. */
  among: string;
  /** The same for one that is not there: `image of project 1, region 2`. */
  one: string;
  /** The filters in words. */
  filters: string;
  /** One of several, in a line. */
  line: (candidate: T) => string;
}

/** Exactly one of what was found, which may be the newest; else an error that lists the candidates. */
export function onlyOne<T extends Dated>(
  found: readonly T[],
  mostRecent: boolean | undefined,
  { among, one, filters, line }: Words<T>,
): T {
  const candidates = mostRecent ? newest(found) : found;
  const [first, ...others] = candidates;
  if (first && others.length === 0) {
    return first;
  }
  throw new LookupError(
    first
      ? `${candidates.length} ${mostRecent ? "equally new " : ""}${among} match ${filters}; ` +
          `add filters${mostRecent ? "" : ", or set mostRecent: true"}:${listOf(candidates.map(line))}`
      : `no ${one} matches ${filters}`,
  );
}

/** More than one if they are equally new. */
function newest<T extends Dated>(found: readonly T[]): T[] {
  const compare = (a: T, b: T) => compareInstants(b.createdAt ?? "", a.createdAt ?? "");
  const [first] = found.toSorted(compare);
  return first ? found.filter((candidate) => compare(candidate, first) === 0) : [];
}

function listOf(lines: readonly string[]): string {
  const longest = 10;
  const more = lines.length > longest ? [`and ${lines.length - longest} more`] : [];
  return [...lines.slice(0, longest), ...more].map((line) => `\n${line}`).join("");
}
