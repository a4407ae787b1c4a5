import type { Emulator } from "../../emulator/src/index";
import { call, type Answer } from "./client";
import { uuid4 } from "./fields/check";

/** Expects the cloud's error body (platform facts) and nothing beside it. */
export function expectCloudError({ status, body }: Answer, expected: [status: number, exceptionClass: string]): void {
  const { exception_class, message, request_id, ...rest } = body as Record<string, unknown>;
  expect([status, exception_class]).toEqual(expected);
  expect(message).toEqual(expect.stringMatching(/^\S.*\.$/s));
  expect(uuid4(request_id)).toBe(true);
  expect(Object.keys(rest).filter((key) => key !== "invalid_fields")).toEqual([]);
}

/** The fields that a 400 names. */
export function invalidFields({ body }: Answer): unknown {
  return (body as { invalid_fields?: unknown }).invalid_fields;
}

/** Expects that a request is refused with a 400 that names these fields, and changes nothing. */
export async function expectInvalid(
  emulator: Emulator,
  [method, path, body]: readonly [method: string, path: string, body?: unknown],
  fields: object,
): Promise<void> {
  const before = emulator.state();
  const answer = await call(emulator, method, path, body);
  expectCloudError(answer, [400, "ValidationError"]);
  expect(invalidFields(answer)).toEqual(fields);
  expect(emulator.state()).toEqual(before);
}
