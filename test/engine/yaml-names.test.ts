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

/** The ID of each function by its name, and who has declared its content. */
const functionsOf = ({ emulator }: YamlStack) =>
  Object.fromEntries(emulator.state().functions.map(({ name, id, description }) => [name, [id, description]]));

const orders: [string, string[]][] = [
  ["after it", [renamed, adopting]],
  ["before it", [adopting, renamed]],
];

for (const [order, resources] of orders) {
  yamlTest(
    `a renamed function is adopted by a resource that is declared ${order}`,
    project(before),
    {},
    async (stack) => {
      await stack.up();
      const id = functionsOf(stack).aa?.[0];
      await stack.write(project(resources));
      await stack.preview();
      await stack.up("--skip-preview");
      expect(functionsOf(stack)).toEqual({ aa: [id, "c"], aa2: [expect.any(String), "a"] });
      expect(await stack.preview()).toMatch(/ 3 unchanged\n$/);
    },
  );
}

yamlTest(
  "a renamed function is adopted after it in a project that deletes first: the preview stops, and its advice helps",
  project(before, namesInProgram),
  {},
  async (stack) => {
    await stack.up();
    const id = functionsOf(stack).aa?.[0];
    await stack.write(project([renamed, adopting], namesInProgram));
    expect(await failureText(stack.preview())).toContain(
      "adopt takes the function of another resource of this program, which gives it up and would delete it before it is " +
        "adopted. Let that resource depend on this one (`dependsOn`)",
    );
    await stack.write(project([fn("a", "name: aa2", 'dependsOn: ["${c}"]'), adopting], namesInProgram));
    await stack.preview();
    await stack.up("--skip-preview");
    expect(functionsOf(stack)).toEqual({ aa: [id, "c"], aa2: [expect.any(String), "a"] });
    expect(await stack.preview()).toMatch(/ 3 unchanged\n$/);
  },
);
