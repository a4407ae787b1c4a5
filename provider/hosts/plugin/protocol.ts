import { Metadata, status, type handleUnaryCall, type ServiceError } from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { DataSourceFailure } from "../../core/data-source";
import { secretSignature, signatureKey, toEngineJson, toPrintable } from "../../core/engine-text";
import { Secret, sentinel, Unknown } from "../../core/tree";
import { isJsonObject, mapValues, type JsonObject } from "../../values/json";
import { OperationError } from "../operation-error";

/** The engine's signature of an output. Such an object has a `value`, if that is known, and perhaps `secret: true`. */
const outputSignature = "d0e6a833031e9bbcd3f4e8bde6ca49a4";

/** What the engine sends for values that a preview does not know yet, by JSON type. */
const unknowns = {
  boolean: "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  number: "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  string: sentinel,
  array: "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  object: "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
} as const;
const unknownTexts: readonly unknown[] = Object.values(unknowns);

export function parseProperties(struct: Struct | undefined): JsonObject {
  return unwrapEnvelopes(struct?.toJavaScript() ?? {}) as JsonObject;
}

export function toStruct(properties: JsonObject): Struct {
  return Struct.fromJavaScript(toEngineJson(properties) as Parameters<typeof Struct.fromJavaScript>[0]);
}

function unwrapEnvelopes(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(unwrapEnvelopes);
  }
  if (!isJsonObject(value)) {
    return unknownTexts.includes(value) ? new Unknown() : value;
  }
  switch (value[signatureKey]) {
    case secretSignature:
      return new Secret(unwrapEnvelopes(value.value));
    case outputSignature: {
      const inner = "value" in value ? unwrapEnvelopes(value.value) : new Unknown();
      return value.secret === true ? new Secret(inner) : inner;
    }
    default:
      return mapValues(value, unwrapEnvelopes);
  }
}

export function handleUnary<Request, Response>(
  answer: (request: Request) => Response | Promise<Response>,
): handleUnaryCall<Request, Response> {
  return ({ request }, reply) => {
    Promise.resolve()
      .then(() => answer(request))
      .then(
        (response) => reply(null, response),
        (error: unknown) => reply(toRpcError(error)),
      );
  };
}

function toRpcError(error: unknown): Partial<ServiceError> {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const isExpected = error instanceof DataSourceFailure || (error instanceof OperationError && error.isExpected);
  const partial = error instanceof OperationError ? error.partial : undefined;
  if (!partial) {
    return { code: status.UNKNOWN, details: isExpected ? message : toPrintable(stack ?? message) };
  }
  const failed = new ErrorResourceInitFailed().setId(partial.id).setReasonsList([message]);
  failed.setProperties(toStruct(partial.state));
  const detail = new Any();
  detail.pack(failed.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const details = new Status().setCode(status.UNKNOWN).setMessage(message).setDetailsList([detail]);
  const metadata = new Metadata();
  // gRPC reserves this key for the details of an error.
  metadata.set("grpc-status-details-bin", Buffer.from(details.serializeBinary()));
  return { code: status.UNKNOWN, details: message, metadata };
}
