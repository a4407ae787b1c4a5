import { ApiError } from "../failures/errors";

/** Throws an `ApiError` for values such as `..` and `a/b`: servers may read them as paths even if they are encoded. */
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

/** Whether `formatPath` accepts the text. `encodeURIComponent` would throw on an unpaired surrogate. */
export function isSegment(text: string): boolean {
  return !/^\s*$|^\.\.?$|[/\\\p{Cc}\p{Surrogate}]/u.test(text);
}

export interface CloudScope {
  projectId: number;
  regionId: number;
}
