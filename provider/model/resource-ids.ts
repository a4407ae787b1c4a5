import type { CloudScope } from "../api/calls/path";
import { NotFoundError } from "../api/failures/errors";
import type { Traits } from "../core/traits";

/** The IDs of a kind of object that is in a project and a region, as its traits declare them. */
export class ScopedIds<Ref extends CloudScope> {
  /** @param noun What users call the object: "function". */
  constructor(
    private readonly noun: string,
    private readonly declared: NonNullable<Traits["id"]>,
  ) {}

  format(ref: Ref): string {
    return this.declared.parts.map((part) => String((ref as Record<string, unknown>)[part])).join("/");
  }

  /** The inverse of `format`. */
  parse(id: string): Ref {
    const { form, parts } = this.declared;
    const steps = id.split("/");
    const read = (part: string, index: number) => (isNumber(part) ? Number(steps[index]) : (steps[index] ?? ""));
    const ref = Object.fromEntries(parts.map((part, index) => [part, read(part, index)])) as unknown as Ref;
    if (this.format(ref) !== id || steps.some((step) => step === "") || this.find(ref) === undefined) {
      throw new NotFoundError({
        message: `${JSON.stringify(id)} is not the ID of a ${this.noun}; the form is ${form}`,
      });
    }
    return ref;
  }

  /** The ID of the object; undefined while a part of it is unknown. */
  find(values: Partial<Ref>): string | undefined {
    const given = values as Record<string, unknown>;
    const isKnown = (part: string) =>
      isNumber(part) ? Number.isSafeInteger(given[part]) && Number(given[part]) >= 0 : typeof given[part] === "string";
    return this.declared.parts.every(isKnown) ? this.format(values as Ref) : undefined;
  }
}

function isNumber(part: string): boolean {
  return part === "projectId" || part === "regionId";
}
