import { functionsOf } from "../../engine/setup/functions";
import { projectId, regionId } from "../../engine/setup/snapshots";
import { failureText } from "../../engine/setup/test-stack";
import { type Files, namesInProgram, yamlProject, yamlTest } from "../../engine/setup/yaml-stack";

const fn = (resource: string, properties: string, options = "") =>
  `  ${resource}: { type: "edgecloud:CloudFunction", properties: { projectId: ${projectId}, regionId: ${regionId}, ` +
  "namespace: images, code: package main, mainMethod: Resize, runtime: go1.16.6, flavor: 80mCPU-128MB, timeout: 30, " +
  `onDestroy: delete, description: ${resource}, ${properties} }, options: { ${options} } }\n`;

const project = (resources: string[], config = ""): Files => yamlProject(`${config}resources:\n${resources.join("")}`);

/** The order in which the resource that is renamed and the one that adopts its function are registered. */
const orders = ["free", "after", "before"] as const;
/** A project that deletes first. */
const stopped = "stopped";
const all = [...orders, stopped] as const;

const first = (name: string) => fn(`${name}A`, `name: ${name}`);
const retained = (name: string) => first(name).replace("onDestroy: delete", "onDestroy: retain");

/** One resource has another name, and another one adopts the function that had it. */
const swapped: Record<(typeof all)[number], string> = {
  free: fn("freeA", "name: free2") + fn("freeC", "name: free, adopt: true"),
  after: fn("afterA", "name: after2") + fn("afterC", "name: after, adopt: true", 'dependsOn: ["${afterA}"]'),
  before: fn("beforeA", "name: before2", 'dependsOn: ["${beforeC}"]') + fn("beforeC", "name: before, adopt: true"),
  stopped:
    fn("stoppedA", "name: stopped2") + fn("stoppedC", "name: stopped, adopt: true", 'dependsOn: ["${stoppedA}"]'),
};

yamlTest(
  "adopts a renamed function in a resource that comes in no order, after it or before it; the preview stops if a " +
    "project that deletes first adopts it later, and its advice works",
  project(all.map(first)),
  {},
  async (stack) => {
    await stack.up("--skip-preview");
    const ids = Object.fromEntries(Object.entries(functionsOf(stack)).map(([name, [id]]) => [name, id]));
    /** What is there when functions of these names belong to the resources that adopt them. */
    const adopted = (names: readonly string[]) =>
      Object.fromEntries(
        names.flatMap((name) => [
          [name, [ids[name], `${name}C`]],
          [`${name}2`, [expect.any(String), `${name}A`]],
        ]),
      );

    const inOrders = orders.map((name) => swapped[name]);
    await stack.write(project([...inOrders, first(stopped)]));
    await stack.up();
    expect(functionsOf(stack)).toEqual({ ...adopted(orders), stopped: [ids.stopped, "stoppedA"] });
    expect(await stack.preview()).toMatch(/ 8 unchanged\n$/);

    await stack.write(project([...inOrders, swapped.stopped], namesInProgram));
    expect(await failureText(stack.preview())).toContain(
      "adopt takes the function of another resource of this program, which gives it up and would delete it before it is " +
        "adopted. Let that resource depend on this one (`dependsOn`), or first run `pulumi up` without this change and " +
        'with onDestroy: "retain" there',
    );
    // Following the first advice, the two would depend on each other, so this is the second.
    await stack.write(project([...inOrders, retained(stopped)], namesInProgram));
    await stack.up("--skip-preview");
    await stack.write(project([...inOrders, swapped.stopped], namesInProgram));
    await stack.up();
    expect(functionsOf(stack)).toEqual(adopted(all));
    expect(await stack.preview()).toMatch(/ 9 unchanged\n$/);
  },
);
