import * as pulumi from "@pulumi/pulumi";
import { getImagesOutput, OriginGroup } from "pulumi-edgecloud";
import { options } from "../../engine/setup/data-sources";
import { expectConverged } from "../../engine/setup/expectations";
import { engineTest } from "../../engine/setup/test-stack";

/** A provider that adds an image to the emulator. Like ours, it is a text that Pulumi's host evaluates. */
const provider = `
  exports.handler = () => ({
    check: async (_, inputs) => ({ inputs }),
    diff: async () => ({ changes: false }),
    create: async (inputs) => {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ images: [inputs.image] });
      const answer = await fetch(inputs.state, { method: "POST", headers, body });
      if (!answer.ok) throw new Error(await answer.text());
      return { id: "made", outs: inputs };
    },
    delete: async (_, inputs) => void (await fetch(inputs.state, { method: "DELETE" })),
  });`;

class MadeImage extends pulumi.CustomResource {
  constructor(name: string, args: pulumi.Inputs, opts?: pulumi.CustomResourceOptions) {
    super("pulumi-nodejs:dynamic:Resource", name, { ...args, __provider: provider }, opts);
  }
}

class Images extends pulumi.ComponentResource {
  constructor(name: string, args: pulumi.Inputs) {
    super("test:index:Images", name, args);
  }

  protected override async initialize(args: pulumi.Inputs): Promise<void> {
    await new Promise(setImmediate);
    new MadeImage("child", args, { parent: this });
  }
}

const [seeded] = options.seed!.images!;

const forms: Record<string, new (name: string, args: pulumi.Inputs) => pulumi.Resource> = {
  resource: MadeImage,
  component: Images,
};

engineTest(
  "a data source runs after a resource, or a component's children, and sees its change despite an identical call before",
  options,
  async (stack) => {
    const state = `${stack.emulator.url}/__emulator/state`;
    stack.program = () => {
      const outputs = Object.entries(forms).map(([form, Form]) => {
        const name = `made by a ${form}`;
        const before = getImagesOutput({ name });
        const image = before.apply(() => ({ ...seeded, id: form, name }));
        const after = getImagesOutput({ name }, { dependsOn: new Form(form, { state, image }) });
        // Nothing waits for this one: the run must not end before it is registered.
        after.apply(([found]) => new OriginGroup(form, { name: found!.name, sources: [{ source: "a.example.com" }] }));
        return [form, { before: before.length, after: after.apply((found) => found.map(({ id }) => id)) }] as const;
      });
      return Object.fromEntries(outputs);
    };
    await stack.preview();
    expect(await stack.outputs()).toMatchObject({
      resource: { value: { before: 0, after: ["resource"] } },
      component: { value: { before: 0, after: ["component"] } },
    });
    expect(stack.emulator.state().originGroups.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["made by a resource", "made by a component"]),
    );
    await expectConverged(stack);
  },
);
