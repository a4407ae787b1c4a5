import { Metadata, status } from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import { DataSourceFailure } from "../../core/data-source";
import { toPrintable } from "../../core/engine-text";
import { OperationError } from "../operation-error";
import { toStruct } from "./envelopes";
import { UnknownTokenError } from "./tokens";

/** An error as gRPC sends it. */
export interface RpcError {
  code: status;
  details: string;
  metadata?: Metadata;
}

/**
 * A failed operation as a gRPC error. If the object exists, it carries partial state, so that the next run can resume.
 * Only a bug in this package adds its stack.
 */
export function toRpcError(error: unknown): RpcError {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  if (error instanceof DataSourceFailure || error instanceof UnknownTokenError) {
    return { code: status.UNKNOWN, details: message };
  }
  if (!(error instanceof OperationError)) {
    return { code: status.UNKNOWN, details: toPrintable(stack ?? message) };
  }
  if (!error.partial) {
    return { code: status.UNKNOWN, details: error.isExpected ? message : toPrintable(stack ?? message) };
  }
  const { id, state } = error.partial;
  const failed = new ErrorResourceInitFailed().setId(id).setReasonsList([message]);
  failed.setProperties(toStruct(state));
  const detail = new Any();
  detail.pack(failed.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const details = new Status().setCode(status.UNKNOWN).setMessage(message).setDetailsList([detail]);
  const metadata = new Metadata();
  metadata.set("grpc-status-details-bin", Buffer.from(details.serializeBinary()));
  return { code: status.UNKNOWN, details: message, metadata };
}
