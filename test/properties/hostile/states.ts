import { readFileSync } from "node:fs";
import path from "node:path";
import { signatureKey } from "../../../provider/core/engine-text";
import { isJsonObject, mapValues, type JsonObject } from "../../../provider/values/json";
import { fullArgs, type Resource } from "./providers";

const fixture = path.resolve(__dirname, "../../full/engine/fixtures/states-0.1.0-dynamic.json");

interface KeptResource {
  type: string;
  id: string;
  inputs: JsonObject;
  outputs: JsonObject;
}

const { deployment } = JSON.parse(readFileSync(fixture, "utf8")) as { deployment: { resources: KeptResource[] } };

type KeptState = Pick<KeptResource, "id" | "outputs">;

const images = { ...fullArgs.FunctionNamespace, adopted: false };

/** The states of resources that no released version has. */
const unreleased: Partial<Record<Resource, KeptState[]>> = {
  FunctionNamespace: [
    { ...images, namespace: "images", status: "Active" },
    { ...images, operation: { kind: "create", unconfirmed: true } },
    { ...images, namespace: "images", operation: { kind: "update", tasks: ["9f1c6b0e"] } },
  ].map((outputs) => ({ id: "12/7/images", outputs })),
};

/** The states of a resource in every phase, as a released version has written them. */
export function statesOf(resource: Resource): KeptState[] {
  return (
    unreleased[resource] ??
    deployment.resources
      .filter(({ type }) => type === `pulumi-nodejs:dynamic/edgecloud:${resource}`)
      .map(({ id, outputs }) => ({ id, outputs: openSecrets(outputs) as JsonObject }))
  );
}

/** The same as the engine hands it to the host: with the values of secrets. */
function openSecrets(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(openSecrets);
  }
  if (!isJsonObject(value)) {
    return value;
  }
  return signatureKey in value && typeof value.plaintext === "string"
    ? JSON.parse(value.plaintext)
    : mapValues(value, openSecrets);
}
