import type { Connection } from "../../api/connection";
import type { FunctionAnswer } from "../../api/calls/functions";
import { renameKeys } from "../../api/calls/naming";
import { ApiError } from "../../api/failures/errors";
import type { Failure } from "../../core/check";
import { mayBeSecret, readFunction, toProgramName, toWireName, withoutSecrets } from "../../model/cloud-function";
import { describeScope } from "../../model/scope";
import { defineResource } from "../../tasks/handler";
import { TaskKind, withoutEmpty, type Answer, type Calls, type Declared, type Ref } from "../../tasks/kind";
import { isJsonObject, mapValues, withoutNulls, type JsonObject } from "../../values/json";
import { argsSchema, changeableFields, emptyValues } from "./schema";
import { traits } from "./traits";

/** The status of a failed function or build; there is no published list. */
const failedStatus = /^(build[ _-]?)?(fail(ed|ure)?|error(ed)?)$/i;

class FunctionKind extends TaskKind {
  override readonly noun = "function";
  override readonly traits = traits;
  override readonly args = argsSchema;
  override readonly changeable = changeableFields;
  override readonly emptyValues = emptyValues;
  override readonly proof = "functionId";
  override readonly container = "namespace";
  override readonly mayBeSecret = mayBeSecret;
  override readonly unsent = { disabled: false };

  override getCalls({ functions }: Connection): Calls {
    return functions;
  }

  override read(answer: Answer): JsonObject {
    return readFunction(answer);
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

  override describePlace(ref: Ref, isFull = false): string {
    return `the namespace "${findNamespace(ref)}"${isFull ? ` of ${describeScope(ref)}` : ""}`;
  }

  /** Empty limits of autoscaling count as undeclared. */
  override pickDeclared(values: object): Declared {
    const { autoscaling, ...rest } = super.pickDeclared(values);
    return withoutNulls({ ...rest, autoscaling: withoutEmpty(autoscaling) });
  }

  override toWireName(field: string): string {
    return toWireName(field);
  }

  override toProgramName(field: string): string {
    return toProgramName(field);
  }

  override toWireFields({ autoscaling, ...rest }: Declared): JsonObject {
    return {
      ...super.toWireFields(rest),
      ...(isJsonObject(autoscaling) && { autoscaling: renameKeys(autoscaling, toWireName) }),
    };
  }

  /** A limit of autoscaling that is not given is sent with its actual value. */
  override toPatchBody(changed: Declared, answer: Answer): object {
    const { min_instances: min, max_instances: max } = readLimits(answer);
    const limits = withoutNulls({ minInstances: min, maxInstances: max, ...(changed.autoscaling as JsonObject) });
    return this.toWireFields(changed.autoscaling ? { ...changed, autoscaling: limits } : changed);
  }

  protected override readField(answer: Answer, field: string, declared: unknown, fallback: unknown): unknown {
    if (field !== "autoscaling") {
      return super.readField(answer, field, declared, fallback);
    }
    const { min_instances: minInstances, max_instances: maxInstances } = readLimits(answer);
    const limits: JsonObject = { ...(fallback as JsonObject), ...withoutNulls({ minInstances, maxInstances }) };
    return mapValues(declared as JsonObject, (_, limit) => limits[limit]);
  }

  override readOutputs(answer: Answer, known: object): JsonObject {
    const { buildMessage, ...outputs } = super.readOutputs(answer, known);
    const message = typeof buildMessage === "string" ? withoutSecrets(buildMessage, answer, known) : undefined;
    return { ...outputs, buildMessage: message };
  }

  protected override listStatuses({ status, build_status }: FunctionAnswer): (string | null | undefined)[] {
    return [status, build_status];
  }

  override describeBreakage({ status, buildStatus }: { status?: string | null; buildStatus?: string | null }) {
    if (failedStatus.test(buildStatus ?? "")) {
      return `the last build has failed (buildStatus ${JSON.stringify(buildStatus)})`;
    }
    return failedStatus.test(status ?? "") ? `it has the status ${JSON.stringify(status)}` : undefined;
  }

  override readBuildMessage({ build_message: message }: FunctionAnswer): string | undefined {
    return message ?? undefined;
  }

  /** A build may print variables, also those that only the platform knows. */
  override redact(text: string, answer: Answer): string {
    return withoutSecrets(text, answer);
  }

  /** Contract, section 2.6. */
  override listFields(location: readonly string[]): readonly string[] {
    return location.at(-1) === "autoscaling" ? ["min_instances", "max_instances"] : [];
  }

  override explainNowhere(ref: Ref, error: Error): Error {
    const message = `namespace: ${describeScope(ref)} seems to have no namespace "${findNamespace(ref)}": ${error.message}`;
    const advice =
      "Correct the name, or make the namespace with a FunctionNamespace and give its output `namespace` here";
    return new ApiError({ message: `${message}. ${advice}` });
  }
}

function findNamespace(ref: Ref): string {
  return String((ref as Ref & { namespace?: string }).namespace);
}

function readLimits({ autoscaling }: Answer): JsonObject {
  return isJsonObject(autoscaling) ? autoscaling : {};
}

export const functionKind = new FunctionKind();

/** Serves `CloudFunction`. */
export const cloudFunction = defineResource(functionKind);
