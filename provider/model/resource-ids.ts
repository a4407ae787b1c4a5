import type { CloudScope } from "../api/calls/path";
import { NotFoundError } from "../api/failures/errors";
import type { Traits } from "../core/traits";

const numericParts = ["projectId", "regionId"];

/** Formats and parses the IDs of one kind of object: the values of the properties in `declared.parts`, with slashes. */
export class ScopedIds<Ref extends CloudScope> {
  /** @param noun The word for the object in messages, such as "function". */
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
    // A text with a part too many, or with a number such as `07` or `1e3`, is not the text that `find` makes of `ref`.
    if (this.find(ref) !== id || steps.includes("")) {
      const message = `${JSON.stringify(id)} is not the ID of a ${this.noun}; the form is ${form}`;
      throw new NotFoundError({ message });
    }
    return ref;
  }

  /** Returns the object's ID, or undefined if a part is missing, not known yet, negative or of the wrong type. */
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
