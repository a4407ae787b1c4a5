import { ApiError } from "../api/failures/errors";
import type { Handler, ResourceDefinition } from "../core/handler";
import type { Failure } from "../core/check";
import { keepingKey } from "../core/hidden-properties";
import { pick, type JsonObject } from "../values/json";
import { containsUnknown } from "../core/tree";

/**
 * The answer to a question of a preview; undefined if the platform refuses it, as the operation itself will report
 * that.
 */
export async function ignoreRefusal<Answer>(asked: Promise<Answer> | undefined): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Refuses a replacement that needs the name of the object that it replaces, if that object stays or goes only afterwards.
 * `old` are the earlier inputs, and `sent` is what the program sends, with the option that says so.
 */
export async function checkOldObject<Inputs extends object, State extends object>(
  definition: ResourceDefinition<Inputs, State>,
  handler: Handler<Inputs, State>,
  sent: JsonObject,
  old: Partial<Inputs>,
  inputs: Inputs,
): Promise<Failure[]> {
  const name = definition.findLabel(inputs);
  const failure = explainKeeping(definition.noun, JSON.stringify(name), sent[keepingKey], old);
  const keepsName = definition.findLabel(old) === name && definition.findId(old) === definition.findId(inputs);
  if (!failure || !keepsName) {
    return [];
  }
  const known = pick(inputs, (_, value) => !containsUnknown(value)) as Inputs;
  // Somebody may have removed the object.
  return (await ignoreRefusal(handler.findObstacle?.(known))) ? [failure] : [];
}

function explainKeeping(noun: string, name: string, option: unknown, old: { onDestroy?: unknown }) {
  const buildFailure = (property: string, other: string, same: string) => ({
    property,
    reason:
      `leaves the ${noun} ${name} on the platform, so its name stays taken. To replace it, first run \`pulumi up\` with ` +
      `${property}: ${other} alone, then make this change. To keep it, first run \`pulumi up\` with ${property}: ${same} ` +
      `alone, then make this change and give the new ${noun} another name`,
  });
  if (option === "retainOnDelete") {
    return buildFailure(option, "false", "true");
  }
  if (old.onDestroy === "retain") {
    return buildFailure("onDestroy", '"delete"', '"retain"');
  }
  const reason =
    `makes the new ${noun} before the old one is deleted, and both have the name ${name}. Leave the option out, or give ` +
    `the new ${noun} another name`;
  return option === "deleteBeforeReplace" ? { property: `${option}: false`, reason } : undefined;
}
