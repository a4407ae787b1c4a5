import { createRequire } from "node:module";
import type * as grpcs from "@grpc/grpc-js";
import type * as services from "@pulumi/pulumi/proto/provider_grpc_pb";
import type * as messages from "@pulumi/pulumi/proto/provider_pb";
import type * as structs from "google-protobuf/google/protobuf/struct_pb";

// The SDK's own copy of each: it does not accept messages of another copy.
const ofSdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
const { Struct } = ofSdk("google-protobuf/google/protobuf/struct_pb.js") as typeof structs;

export const { credentials, Metadata } = ofSdk("@grpc/grpc-js") as typeof grpcs;
export const { ResourceProviderClient } = ofSdk("./proto/provider_grpc_pb") as typeof services;
export const provider = ofSdk("./proto/provider_pb") as typeof messages;

/** Values as the protocol writes them. */
export function struct(values: Record<string, unknown>): structs.Struct {
  return Struct.fromJavaScript(values as Parameters<typeof Struct.fromJavaScript>[0]);
}
