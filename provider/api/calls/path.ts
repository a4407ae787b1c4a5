import { ApiError } from "../failures/errors";

/**
 * A path of the platform, in which each value is one segment: formatPath`/cdn/origin_groups/${id}`. A value that cannot
 * be one is refused before anything is sent: clients and servers take `..` for the folder above and `%2f` for a slash,
 * so the call would reach something else.
 */
export function formatPath(
  { raw: [first = "", ...rest] }: TemplateStringsArray,
  ...values: (string | number)[]
): string {
  return first + values.map((value, index) => toSegment(value) + rest[index]).join("");
}

/** Why a text cannot be one segment of a path, as the end of a sentence; undefined if it can. */
export function checkSegment(text: string): string | undefined {
  if (text.trim() === "") {
    return "is blank";
  }
  if (text === "." || text === "..") {
    return "is a relative path";
  }
  return /[/\\\p{Cc}\p{Surrogate}]/u.test(text)
    ? "contains a slash, a backslash or an unprintable character"
    : undefined;
}

function toSegment(value: string | number): string {
  const isInexact = typeof value === "number" && !Number.isSafeInteger(value);
  const problem = isInexact ? "is not an exact integer" : checkSegment(String(value));
  if (problem !== undefined) {
    throw new ApiError({
      message: `${JSON.stringify(String(value))} is not a valid ID: it ${problem}. Nothing was sent`,
    });
  }
  return encodeURIComponent(value);
}

/** The project and the region of an object in the cloud. */
export interface CloudScope {
  projectId: number;
  regionId: number;
}
