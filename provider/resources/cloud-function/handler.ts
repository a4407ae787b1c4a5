import * as z from "zod";
import type { Connection } from "../../api/connection";
import { ApiError } from "../../api/failures/errors";
import type { Failure } from "../../core/check";
import { functionNameSchema, mayBeSecret, readFunction, withoutSecrets } from "../../model/cloud-function";
import { describeScope } from "../../model/scope";
import { defineResource } from "../../tasks/handler";
import { emptyValues, failedStatus, sharedArgs, sharedFields, TaskKind } from "../../tasks/kind";
import type { Answer, Calls, Ref } from "../../tasks/kind";
import { limitText, requireText } from "../../values/characters";
import { isJsonObject, type JsonObject } from "../../values/json";
import { traits } from "./traits";

/** `autoscaling` is not here, so limits that the program no longer declares stay as they are. */
const empty = { dependencies: "", enableApiKey: false, disabled: false, ...emptyValues } as const;

const instances = z.int().min(0).max(50);

/** The limits are from docs/contract.md, sections 2.6 and 8. */
const changeable = {
  code: limitText(1, 100_000),
  mainMethod: requireText(100),
  flavor: requireText(),
  timeout: z.int().min(0).max(1805),
  autoscaling: z.strictObject({ minInstances: instances.optional(), maxInstances: instances.optional() }).optional(),
  dependencies: limitText(0, 100_000).optional(),
  enableApiKey: z.boolean().optional(),
  disabled: z.boolean().optional(),
  ...sharedFields,
};

const argsSchema = z.strictObject({
  ...sharedArgs,
  namespace: functionNameSchema,
  runtime: requireText(),
  ...changeable,
  // `checkRules` reports a missing `code`, because its message can also name `codePath`.
  code: changeable.code.optional(),
});

interface FunctionRef extends Ref {
  namespace: string;
}

class FunctionKind extends TaskKind {
  override readonly noun = "function";
  override readonly read = readFunction;
  override readonly traits = traits;
  override readonly args = argsSchema;
  override readonly changeable = Object.keys(changeable);
  override readonly emptyValues = empty;
  override readonly proof = "functionId";
  override readonly container = "namespace";
  override readonly mayBeSecret = mayBeSecret;
  override readonly unsent = { disabled: false };
  override readonly parts = { autoscaling: ["minInstances", "maxInstances"] };
  override readonly wireNames = { code: "code_text" };

  override getCalls({ functions }: Connection): Calls {
    return functions;
  }

  override checkRules({ code, autoscaling }: JsonObject): Failure[] {
    const failures: Failure[] = [];
    if (code === undefined) {
      failures.push({ property: "code", reason: "is required: give code or codePath", isMissing: true });
    }
    const { minInstances: min, maxInstances: max } = isJsonObject(autoscaling) ? autoscaling : {};
    if (typeof min === "number" && typeof max === "number" && min > max) {
      const reason = `must not be above maxInstances: ${min} is above ${max}`;
      failures.push({ property: "autoscaling.minInstances", reason });
    }
    return failures;
  }

  override describePlace(ref: FunctionRef, isFull = false): string {
    return `the namespace "${ref.namespace}"${isFull ? ` of ${describeScope(ref)}` : ""}`;
  }

  override readOutputs(answer: Answer, known: object): JsonObject {
    const { buildMessage, ...outputs } = super.readOutputs(answer, known);
    // A build may print secrets that only the platform has. The code in `hosts/` cannot hide those.
    const message = typeof buildMessage === "string" ? withoutSecrets(buildMessage, answer, known) : undefined;
    return { ...outputs, buildMessage: message };
  }

  override describeBreakage(values: { buildStatus?: string | null }) {
    const { buildStatus } = values;
    return failedStatus.test(buildStatus ?? "")
      ? `the last build has failed (buildStatus ${JSON.stringify(buildStatus)})`
      : super.describeBreakage(values);
  }

  override explainMissingContainer(ref: FunctionRef, error: Error): Error {
    const message = `namespace: ${describeScope(ref)} seems to have no namespace "${ref.namespace}": ${error.message}`;
    const advice =
      "Correct the name, or make the namespace with a FunctionNamespace and give its output `namespace` here";
    return new ApiError({ message: `${message}. ${advice}` });
  }
}

export const functionKind = new FunctionKind();

export const cloudFunction = defineResource(functionKind);
