import { ApiError } from "../failures/errors";

/**
 * A path of the platform, in which each value is one segment: formatPath`/cdn/origin_groups/${id}`. A value that cannot
 * be one is refused before anything is sent: clients and servers take `..` for the folder above and `%2f` for a slash,
 * so the call would reach something else.
 */
export function formatPath({ raw: [first = "", ...rest] }: TemplateStringsArray, ...values: (string | number)[]) {
  const segments = values.map((value, index) => {
    if (typeof value === "number" ? !Number.isSafeInteger(value) : !isSegment(value)) {
      const rule = "an exact integer, or a text (not blank, . or ..) without slashes or unprintable characters";
      throw new ApiError({
        message: `${JSON.stringify(String(value))} is not a valid ID, which is ${rule}. Nothing was sent`,
      });
    }
    return encodeURIComponent(value) + rest[index];
  });
  return first + segments.join("");
}

export function isSegment(text: string): boolean {
  return !/^\s*$|^\.\.?$|[/\\\p{Cc}\p{Surrogate}]/u.test(text);
}

export interface CloudScope {
  projectId: number;
  regionId: number;
}
