import { projectId, regionId } from "./setup/snapshots";
import { failureText } from "./setup/test-stack";
import { yamlProject, yamlTest, type Files, type YamlStack } from "./setup/yaml-stack";

const namesInProgram = "config: { pulumi:autonaming: { value: { providers: { edgecloud: { mode: disabled } } } } }\n";

const fn = (resource: string, properties: string, options = "") =>
  `  ${resource}: { type: "edgecloud:CloudFunction", properties: { projectId: ${projectId}, regionId: ${regionId}, ` +
  "namespace: images, code: package main, mainMethod: Resize, runtime: go1.16.6, flavor: 80mCPU-128MB, timeout: 30, " +
  `onDestroy: delete, description: ${resource}, ${properties} }, options: { ${options} } }\n`;

const project = (resources: string[], config = ""): Files => yamlProject(`${config}resources:\n${resources.join("")}`);

const before = [fn("a", "name: aa")];
const renamed = fn("a", "name: aa2");
const adopting = fn("c", "name: aa, adopt: true");
const adoptingAfter = fn("c", "name: aa, adopt: true", 'dependsOn: ["${a}"]');

/** The ID of each function by its name, and who has declared its content. */
const functionsOf = ({ emulator }: YamlStack) =>
  Object.fromEntries(emulator.state().functions.map(({ name, id, description }) => [name, [id, description]]));

const orders: [string, string[]][] = [
  ["in no order", [renamed, adopting]],
  ["after it", [renamed, adoptingAfter]],
  ["before it", [fn("a", "name: aa2", 'dependsOn: ["${c}"]'), adopting]],
];

/** Expects that the function is still there and belongs to `c`, and that nothing is left to do. */
async function expectAdopted(stack: YamlStack, id: unknown): Promise<void> {
  await stack.preview();
  await stack.up("--skip-preview");
  expect(functionsOf(stack)).toEqual({ aa: [id, "c"], aa2: [expect.any(String), "a"] });
  expect(await stack.preview()).toMatch(/ 3 unchanged\n$/);
}

for (const [order, resources] of orders) {
  yamlTest(`adopts a renamed function in a resource that comes ${order}`, project(before), {}, async (stack) => {
    await stack.up();
    const id = functionsOf(stack).aa?.[0];
    await stack.write(project(resources));
    await expectAdopted(stack, id);
  });
}

yamlTest(
  "the preview stops if a project that deletes first adopts a renamed function later, and its advice works",
  project(before, namesInProgram),
  {},
  async (stack) => {
    await stack.up();
    const id = functionsOf(stack).aa?.[0];
    await stack.write(project([renamed, adoptingAfter], namesInProgram));
    expect(await failureText(stack.preview())).toContain(
      "adopt takes the function of another resource of this program, which gives it up and would delete it before it is " +
        "adopted. Let that resource depend on this one (`dependsOn`), or first run `pulumi up` without this change and " +
        'with onDestroy: "retain" there',
    );
    // Here they would depend on each other, so the second one.
    await stack.write(project([fn("a", "name: aa").replace("onDestroy: delete", "onDestroy: retain")], namesInProgram));
    await stack.up();
    await stack.write(project([renamed, adoptingAfter], namesInProgram));
    await expectAdopted(stack, id);
  },
);
