import { ApiError } from "../failures/errors";

/**
 * Builds a path in which each value is one segment. Throws an `ApiError` for values such as `..` and `a/b`, because
 * encoding does not make them safe: clients and servers read `..` as the parent folder and `%2f` as a slash.
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

/** Whether `formatPath` takes the text. Unpaired surrogates are excluded: `encodeURIComponent` throws at them. */
export function isSegment(text: string): boolean {
  return !/^\s*$|^\.\.?$|[/\\\p{Cc}\p{Surrogate}]/u.test(text);
}

export interface CloudScope {
  projectId: number;
  regionId: number;
}
