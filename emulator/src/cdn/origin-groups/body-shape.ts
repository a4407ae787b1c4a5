import { toFieldProblems, ProblemsByField, type Wording } from "../../field-problems";
import { describePath } from "../../invalid-input";
import { isObject } from "../../json-object";
import { sentGroup, type SentGroup } from "./draft";
import { describeNotADictionary, requiredMessage } from "./rules/rule";

/** A refused request; `body` is the body of the 400. */
export class BadRequestError extends Error {
  constructor(readonly body: Record<string, unknown>) {
    super("bad request");
  }
}

const wording: Wording = {
  required: requiredMessage,
  isNull: "This field may not be null.",
  unknown: "Unknown property.",
  wrongType: {
    string: "Not a valid string.",
    boolean: "Must be a valid boolean.",
    array: "Expected a list of items.",
    object: describeNotADictionary,
  },
};

/** Contract 4.1: the legacy form has auth in place of sources. */
function findMissing(body: Record<string, unknown>, required: readonly string[]): string[] {
  const standard = body.auth_type === undefined || body.auth_type === "none";
  return required.filter((field) => body[field] === undefined && (field !== "sources" || standard));
}

/**
 * Checks the outer types of a body. Throws a {@link BadRequestError} with a bare field map, e.g.
 * `{"name": ["This field is required."]}`: section 7 of the contract has no such errors, and outside of it the platform
 * responds so. The text names the place of a problem below a field.
 */
export function parseGroupShape(body: unknown, required: readonly string[]): SentGroup {
  if (!isObject(body)) {
    throw new BadRequestError({ message: describeNotADictionary(body) });
  }
  const problems = new ProblemsByField();
  for (const field of findMissing(body, required)) {
    problems.add(field, requiredMessage);
  }
  const result = sentGroup.safeParse(body);
  for (const { path, text } of toFieldProblems(result.error?.issues ?? [], body, wording)) {
    const [field, ...below] = path;
    problems.add(String(field), below.length === 0 ? text : `${describePath(path)}: ${text}`);
  }
  if (!problems.isEmpty || !result.success) {
    throw new BadRequestError(Object.fromEntries(problems.entries));
  }
  return result.data;
}
