import { InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { signatureKey } from "../../core/engine-text";
import { sentinel, Unknown } from "../../core/unknown";
import { isJsonObject, mapValues, type JsonObject } from "../../values/json";
import { MessageWriter } from "./message-writer";

const secretSignature = "1b47061264138c4ac30d75fd1eb44270";
const outputSignature = "d0e6a833031e9bbcd3f4e8bde6ca49a4";

/** What the engine sends for a value that is only known after `up`: one for each type that it may have. */
const unknowns = {
  boolean: "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  number: "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  string: sentinel,
  array: "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  object: "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
} as const;
const unknownTexts: readonly unknown[] = Object.values(unknowns);

/** The numbers of the fields of `google.protobuf.Struct`, of its entries, `Value` and `ListValue`, and of the answer. */
const field = {
  ...{ fields: 1, key: 1, value: 2 },
  ...{ nullValue: 1, numberValue: 2, stringValue: 3, boolValue: 4, structValue: 5, listValue: 6 },
  ...{ values: 1, return: 1 },
} as const;

/** A value that is hidden in every display and encrypted in the state. */
export class Secret {
  constructor(readonly value: unknown) {}
}

/** Properties as the protocol sends them, with `Unknown` and `Secret` objects in place of its envelopes. */
export function parseProperties(struct: Struct | undefined): JsonObject {
  return unwrapEnvelopes(struct?.toJavaScript() ?? {}) as JsonObject;
}

/** The inverse of `parseProperties`. */
export function toStruct(properties: JsonObject): Struct {
  const writer = new MessageWriter();
  writeStruct(properties, writer);
  return Struct.deserializeBinary(writer.toBytes());
}

/**
 * The response of a data source, whose result is written straight to bytes: messages for each value of thousands of
 * groups take several times the time and memory of everything else.
 */
export class StreamlinedInvokeResponse extends InvokeResponse {
  constructor(private readonly result: JsonObject) {
    super();
  }

  override serializeBinary(): Uint8Array {
    const writer = new MessageWriter();
    writer.writeMessage(field.return, () => writeStruct(this.result, writer));
    return writer.toBytes();
  }
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

function writeStruct(properties: JsonObject, writer: MessageWriter): void {
  for (const [key, value] of Object.entries(properties).reverse()) {
    if (key !== signatureKey && value !== undefined) {
      writeEntry(key, value, writer);
    }
  }
}

function writeEntry(key: string, value: unknown, writer: MessageWriter): void {
  writer.writeMessage(field.fields, () => {
    writer.writeMessage(field.value, () => writeValue(value, writer));
    writer.writeText(field.key, key.toWellFormed());
  });
}

function writeValue(value: unknown, writer: MessageWriter): void {
  if (value instanceof Secret) {
    writer.writeMessage(field.structValue, () => writeSecret(value, writer));
  } else if (value instanceof Unknown) {
    writer.writeText(field.stringValue, unknowns.string);
  } else if (Array.isArray(value)) {
    writer.writeMessage(field.listValue, () => writeList(value, writer));
  } else if (isJsonObject(value)) {
    writer.writeMessage(field.structValue, () => writeStruct(value, writer));
  } else if (typeof value === "string") {
    writer.writeText(field.stringValue, value.toWellFormed());
  } else if (typeof value === "number") {
    writer.writeDouble(field.numberValue, value);
  } else {
    writer.writeVarint(typeof value === "boolean" ? field.boolValue : field.nullValue, value === true ? 1 : 0);
  }
}

function writeList(list: readonly unknown[], writer: MessageWriter): void {
  for (const value of list.toReversed()) {
    writer.writeMessage(field.values, () => writeValue(value, writer));
  }
}

function writeSecret({ value }: Secret, writer: MessageWriter): void {
  writeEntry("value", value, writer);
  writeEntry(signatureKey, secretSignature, writer);
}
