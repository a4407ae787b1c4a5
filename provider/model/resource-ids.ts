import type { CloudScope } from "../api/calls/path";
import { NotFoundError } from "../api/failures/errors";
import type { Traits } from "../core/traits";

const numericParts = ["projectId", "regionId"];

/** An ID is made of the values of the properties in `declared.parts`, joined by slashes. */
export class ScopedIds<Ref extends CloudScope> {
  constructor(
    private readonly noun: string,
    private readonly declared: NonNullable<Traits["id"]>,
  ) {}

  format(ref: Ref): string {
    return this.declared.parts.map((part) => String((ref as Record<string, unknown>)[part])).join("/");
  }

  parse(id: string): Ref {
    const { form, parts } = this.declared;
    const steps = id.split("/");
    const entries = parts.map((part, index) => [
      part,
      numericParts.includes(part) ? Number(steps[index]) : steps[index],
    ]);
    const ref = Object.fromEntries(entries) as Ref;
    // An ID with a surplus part, or with a number such as `07` or `1e3`, differs from what `find` makes of `ref`.
    if (this.find(ref) !== id || steps.includes("")) {
      const message = `${JSON.stringify(id)} is not the ID of a ${this.noun}; the form is ${form}`;
      throw new NotFoundError({ message });
    }
    return ref;
  }

  /** Undefined if a part is missing, not known yet or of a wrong type. */
  find(values: Partial<Ref>): string | undefined {
    const isKnown = this.declared.parts.every((part) => {
      const value = (values as Record<string, unknown>)[part];
      return numericParts.includes(part)
        ? Number.isSafeInteger(value) && Number(value) >= 0
        : typeof value === "string";
    });
    return isKnown ? this.format(values as Ref) : undefined;
  }
}
