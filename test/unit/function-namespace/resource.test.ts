import type { Input, Output } from "@pulumi/pulumi";
import type { FunctionNamespaceArgs } from "../../../provider/resources/function-namespace/args";
import { functionNamespace, namespaceKind } from "../../../provider/resources/function-namespace/handler";
import type { FunctionNamespace } from "../../../provider/resources/function-namespace/resource";
import { traits } from "../../../provider/resources/function-namespace/traits";
import { cloudFunction } from "../../../provider/resources/cloud-function/handler";
import type { JsonObject } from "../../../provider/values/json";
import { expectTypes, type Same } from "../../same-types";
import { first, resize, token, useEmulator } from "../hosts/credentials";
import { hosts } from "../hosts/stored-resource";

const getPlatform = useEmulator();
const path = "/cloud/v1/faas/namespaces/12/7";

/** Arguments of a namespace that is not there yet. */
const web = (more: JsonObject = {}): JsonObject => ({ projectId: 12, regionId: 7, name: "web", ...more });

/** The changes that were sent, each in a line, with its body. */
const changes = () =>
  getPlatform()
    .emulator.requests()
    .filter(({ method }) => method !== "GET")
    .map(({ method, path: to, body }) => [`${method} ${to}`, ...(body ? [body] : [])]);

const stored = (name = "web") =>
  getPlatform()
    .emulator.state()
    .namespaces.find((one) => one.name === name);

describe.each(Object.entries(hosts))("a namespace with %s", (_, createResource) => {
  const create = () => createResource(functionNamespace, getPlatform().config);

  it("is created with what is declared, changed field by field, emptied and deleted", async () => {
    const namespace = create();
    expect(await namespace.up(web({ description: "Pages.", envs: { A: "1", B: 2 } }))).toBe("done");
    expect(await namespace.up(web({ description: "Pages.", envs: { A: "1", B: "2" } }))).toBe("unchanged");
    expect(await namespace.up(web({ description: "More pages.", envs: { A: "1", B: "2" } }))).toBe("done");
    expect(await namespace.up(web({ description: "More pages.", envs: { A: "1" } }))).toBe("done");
    expect(await namespace.up(web())).toBe("done");
    expect(stored()).toMatchObject({ description: "", envs: {} });
    await namespace.destroy();
    expect(stored()).toBeUndefined();
    expect(changes()).toEqual([
      [`POST ${path}`, { name: "web", description: "Pages.", envs: { A: "1", B: "2" } }],
      [`PATCH ${path}/web`, { description: "More pages." }],
      [`PATCH ${path}/web`, { envs: { A: "1" } }],
      [`PATCH ${path}/web`, { description: "", envs: {} }],
      [`DELETE ${path}/web`],
    ]);
  });

  it("tells its functions what it is called, and the program how it is", async () => {
    const namespace = create();
    await namespace.up(web());
    expect(namespace.id).toBe("12/7/web");
    expect(namespace.all()).toContain('"namespace":"web"');
    expect(namespace.all()).toContain('"status":"Active"');
    expect(namespace.all()).toContain(`"createdAt":"${stored()?.created_at}"`);
  });

  it("keeps the values of named variables out of the state", async () => {
    const namespace = create();
    expect(await namespace.up(web({ envs: { A: "1" }, envsFrom: token }))).toBe("done");
    expect(stored()?.envs).toEqual({ A: "1", TOKEN: first.token });
    expect(namespace.all()).not.toContain(first.token);
    await namespace.refresh();
    expect(namespace.all()).not.toContain(first.token);
    expect(await namespace.up(web({ envs: { A: "1" }, envsFrom: token }))).toBe("unchanged");
  });

  it("is read by its ID with all its fields, whose variables are secrets", async () => {
    const { emulator } = getPlatform();
    emulator.seed({
      namespaces: [
        { project_id: 12, region_id: 7, name: "web", description: "By hand.", envs: { KEY: "by-hand-9c1f" } },
      ],
    });
    const namespace = create();
    await namespace.import("12/7/web");
    expect(namespace.all()).toContain("by-hand-9c1f");
    expect(namespace.shown()).not.toContain("by-hand-9c1f");
    expect(await namespace.up(web({ description: "By hand.", envs: { KEY: "by-hand-9c1f" } }))).toBe("unchanged");
  });

  it("shows what somebody has changed, and that it is gone", async () => {
    const { emulator } = getPlatform();
    const namespace = create();
    await namespace.up(web({ description: "Pages." }));
    const { namespaces, ...rest } = emulator.state();
    const others = namespaces.filter(({ name }) => name !== "web");
    emulator.replaceState({ ...rest, namespaces: [...others, { ...stored()!, description: "By hand." }] });
    await namespace.refresh();
    expect(await namespace.preview(web({ description: "Pages." }))).toMatchObject({ failures: [], changes: true });
    emulator.replaceState({ ...rest, namespaces: others });
    await namespace.refresh();
    expect(namespace.all()).not.toContain("Pages.");
  });

  it("adopts one that exists, which stays at the end", async () => {
    const namespace = create();
    expect(await namespace.up(web({ name: "images", adopt: true, description: "Adopted." }))).toBe("done");
    await namespace.destroy();
    expect(stored("images")).toMatchObject({ description: "Adopted." });
    expect(changes()).toEqual([[`PATCH ${path}/images`, { description: "Adopted." }]]);
  });

  it.each<[string, { reset?: "after" }, JsonObject, JsonObject]>([
    ["is reported", {}, { envs: { A: "1" } }, { envs: { A: "1" } }],
    ["is lost", { reset: "after" }, { description: "Pages." }, { description: "Pages." }],
    ["is lost, and which declares nothing", { reset: "after" }, {}, { description: "" }],
  ])("sends a namespace again that is left failed by a creation whose end %s", async (_what, fault, declared, body) => {
    const { emulator } = getPlatform();
    emulator.addFault({ method: "POST", path, ...fault, tasks: { end: "ERROR", error: "no room", keeps: true } });
    const namespace = create();
    const error = String(await namespace.up(web(declared)));
    expect(error).toMatch(
      fault.reset ? /it cannot be used, as it has the status "Failed"/ : /task \S+ failed: no room/,
    );
    const { notices } = await namespace.preview(web(declared));
    expect(notices.join()).toContain('namespace "web": is sent again as a whole: ');
    expect(await namespace.up(web(declared))).toBe("done");
    expect(stored()).toMatchObject({ ...declared, status: "Active" });
    expect(await namespace.up(web(declared))).toBe("unchanged");
    expect(changes().at(-1)).toEqual([`PATCH ${path}/web`, body]);
  });

  it.each<[string, JsonObject, string]>([
    [
      "nothing to adopt",
      { adopt: true },
      'but project 12, region 7 has no namespace "web"; correct the name, or leave',
    ],
    ["a name of the wrong form", { name: "Web" }, "must be 2 to 26 lowercase letters, digits and dashes"],
    ["a variable of the wrong form", { envs: { "1A": "" } }, "must have a name of 1 to 255 Latin letters, digits"],
    ["an argument of functions", { timeout: 5 }, "timeout is not a property; remove it"],
  ])("reports %s, and sends nothing", async (_what, args, expected) => {
    const { failures, notices } = await create().preview(web(args));
    expect([...failures, ...notices].join("\n")).toContain(expected);
    expect(changes()).toEqual([]);
  });

  it("does not take over a namespace of that name", async () => {
    const error = await create().up(web({ name: "images" }));
    expect(String(error)).toContain(
      'name: project 12, region 7 already has a namespace "images" (with the same content). What to do:',
    );
    expect(changes()).toEqual([[`POST ${path}`, { name: "images" }]]);
  });

  it("says which functions are in the way of a delete, and what to do, without waiting", async () => {
    const { emulator, config } = getPlatform();
    const namespace = create();
    await namespace.up(web());
    const inside = createResource(cloudFunction, config);
    expect(await inside.up(resize({ namespace: "web" }))).toBe("done");
    emulator.clearRequests();
    await expect(namespace.destroy()).rejects.toThrow(
      'it still has the function "resize", and only an empty namespace can be deleted: Namespace web must be empty.',
    );
    await expect(namespace.destroy()).rejects.toThrow(
      "What to do:\n- If this program declares them: run the same command again, as they may have been about to go. If " +
        "that does not help, give them the output `namespace` of this resource, so that Pulumi deletes them first, run " +
        "`pulumi up` (with the former name, project and region, if one of them changes), and then the same command " +
        "again\n- If nothing needs them: delete them where they were made, " +
        'and run the same command again\n- Otherwise: declare this resource with onDestroy: "retain", run `pulumi up`, ' +
        "and only then remove it",
    );
    expect(changes()).toEqual([[`DELETE ${path}/web`], [`DELETE ${path}/web`]]);
    await inside.destroy();
    await namespace.destroy();
    expect(stored()).toBeUndefined();
  });
});

describe.each(Object.entries(hosts))("a function with %s", (_, createResource) => {
  it("is gone with its namespace, but not if a gateway answers 404 to everything", async () => {
    const { emulator, config } = getPlatform();
    const inside = createResource(cloudFunction, config);
    expect(await inside.up(resize({}))).toBe("done");
    emulator.replaceState({});
    emulator.addFault({ path: `${path}`, answer: { status: 404, body: { message: "Not Found" } }, times: 9 });
    await expect(inside.refresh()).rejects.toThrow("so the object may still exist");
    expect(inside.all()).toContain("go1.16.6");
    emulator.clearFaults();
    await inside.refresh();
    expect(inside.all()).not.toContain("go1.16.6");
  });

  it("says that its namespace is missing, and what to do", async () => {
    const inside = createResource(cloudFunction, getPlatform().config);
    const error = await inside.up(resize({ namespace: "nowhere" }));
    expect(String(error)).toMatch(
      /namespace: project 12, region 7 seems to have no namespace "nowhere": .*\. Correct the name, or make the namespace with a FunctionNamespace and give its output `namespace` here/,
    );
    expect(inside.id).toBe("");
  });
});

/** What a program gives (platform facts, "Namespaces of functions"), where it is, and what only the resource knows. */
type Arguments =
  "projectId" | "regionId" | "name" | "description" | "envs" | "adopt" | "onDestroy" | "taskTimeoutSeconds";
type Outputs = {
  [Name in keyof FunctionNamespace]: FunctionNamespace[Name] extends Output<unknown> ? Name : never;
}[keyof FunctionNamespace];
type Plain<T> = T extends Input<infer V> ? V : never;

test("arguments, schema, class and traits have the fields of the platform, and no more", () => {
  expectTypes<{
    args: Same<keyof FunctionNamespaceArgs, Arguments | "envsFrom">;
    outputs: Same<
      Exclude<Outputs, "id" | "urn">,
      Exclude<Arguments, "adopt"> | "namespace" | "status" | "createdAt" | "adopted"
    >;
    name: Same<Plain<FunctionNamespaceArgs["name"]>, string>;
  }>();
  const returned: string[] = [...traits.returned];
  expect(Object.keys(namespaceKind.args.shape).sort()).toEqual([...returned, "adopt", "envsFrom"].sort());
});
