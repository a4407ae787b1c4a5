import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import * as dynamic from "../../provider/index";
import * as plugin from "../../provider/plugin";
import { HostedResource } from "../../provider/program/hosted-resource";
import type { Registration } from "../../provider/program/dynamic-host";
import { resources as resourcesOfHostileTests } from "../properties/hostile/providers";
import { resourceList } from "./resource-list";
import { schema } from "../package/schema/package-schema";

const provider = path.resolve(__dirname, "../../provider");
const names = resourceList.map(({ name }) => name).sort();

/** The names under which a module exports classes of resources. */
function classesIn(exported: object): string[] {
  const isResource = (value: unknown) => typeof value === "function" && value.prototype instanceof HostedResource;
  return Object.entries(exported).flatMap(([name, value]) => (isResource(value) ? [name] : []));
}

type ResourceClass = typeof HostedResource & {
  new (name: string, args: object): HostedResource;
  get(name: string, id: string): HostedResource;
};

/** How a class registers a resource with its host: a new one, and one that is only read. */
function registrationsBy(exported: object, name: string): Registration[] {
  const Resource = (exported as Record<string, ResourceClass>)[name]!;
  const registered: Registration[] = [];
  class Probe extends Resource {
    static override readonly host: typeof HostedResource.host = {
      register: (...args) => {
        registered.push(Resource.host.register(...args));
        throw new Error("nothing is registered");
      },
    };
  }
  expect(() => new Probe("probe", { code: "" })).toThrow("nothing is registered");
  expect(() => Probe.get("probe", "1")).toThrow("nothing is registered");
  return registered;
}

test("every folder of resources is in the list", () => {
  const entries = readdirSync(path.join(provider, "resources"), { withFileTypes: true });
  const folders = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  expect(resourceList.map(({ folder }) => folder).sort()).toEqual(folders.sort());
});

test("the module that the literal text in states loads has every resource", () => {
  const script = `console.log(Object.keys(require(${JSON.stringify(path.join(provider, "host"))})).join()); process.exit()`;
  const served = execFileSync(process.execPath, ["--eval", script], { encoding: "utf8" }).trimEnd();
  expect(served.split(",").sort()).toEqual(names);
});

test.each([
  ["index.ts", dynamic, "pulumi-nodejs:dynamic/edgecloud:"],
  ["plugin.ts", plugin, "edgecloud:index:"],
])("%s has a class for every resource, which is registered under its name", (_, exported, prefix) => {
  expect(classesIn(exported).sort()).toEqual(names);
  for (const name of names) {
    const types = registrationsBy(exported, name).map(({ type }) => type);
    expect(types).toEqual([`${prefix}${name}`, `${prefix}${name}`]);
  }
});

test("the schema, from which the plugin, SDKs and their documentation come, has every resource", () => {
  expect(Object.keys(schema.resources)).toEqual(names.map((name) => `edgecloud:index:${name}`));
});

test("every resource is tested with hostile answers, states and IDs", () => {
  expect([...resourcesOfHostileTests].sort()).toEqual(names);
});
