import { readFileSync } from "node:fs";
import path from "node:path";
import type { JsonObject } from "../../../provider/values/json";
import type { Resource } from "./providers";

const fixture = path.resolve(__dirname, "../../full/engine/fixtures/states-0.1.0-dynamic.json");

interface KeptResource {
  type: string;
  id: string;
  inputs: JsonObject;
  outputs: JsonObject;
}

const { deployment } = JSON.parse(readFileSync(fixture, "utf8")) as { deployment: { resources: KeptResource[] } };

/** The states of a resource in every phase, as a released version has written them. */
export function statesOf(resource: Resource): Pick<KeptResource, "id" | "outputs">[] {
  return deployment.resources
    .filter(({ type }) => type === `pulumi-nodejs:dynamic/edgecloud:${resource}`)
    .map(({ id, outputs }) => ({ id, outputs }));
}
