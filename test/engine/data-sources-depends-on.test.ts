import * as pulumi from "@pulumi/pulumi";
import { getImagesOutput, OriginGroup } from "pulumi-edgecloud";
import { options } from "./setup/data-sources";
import { expectConverged } from "./setup/expectations";
import { engineTest } from "./setup/test-stack";

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
  constructor(state: string, image: pulumi.Input<object>) {
    super("test:index:Images", "images", { state, image });
  }

  protected override async initialize(args: pulumi.Inputs): Promise<void> {
    await new Promise(setImmediate);
    new MadeImage("made", args, { parent: this });
  }
}

const [seeded] = options.seed!.images!;
const image = { ...seeded, id: "image-3", name: "golden" };

const forms = {
  "a resource": (state: string, made: pulumi.Input<object>) => new MadeImage("made", { state, image: made }),
  "a component, for its children": (state: string, made: pulumi.Input<object>) => new Images(state, made),
};

describe.each(Object.entries(forms))("a data source runs after %s", (_, make) => {
  engineTest("and sees its change despite an earlier identical call", options, async (stack) => {
    stack.program = () => {
      const before = getImagesOutput({ name: "golden" });
      const dependsOn = make(
        `${stack.emulator.url}/__emulator/state`,
        before.apply(() => image),
      );
      const after = getImagesOutput({ name: "golden" }, { dependsOn });
      // Nothing waits for this one: the run must not end before it is registered.
      after.apply(([found]) => new OriginGroup("group", { name: found!.name, sources: [{ source: "a.example.com" }] }));
      return { before: before.length, after: after.apply((found) => found.map(({ id }) => id)) };
    };
    await stack.preview();
    expect(await stack.outputs()).toMatchObject({ before: { value: 0 }, after: { value: ["image-3"] } });
    expect(stack.emulator.state().originGroups.map(({ name }) => name)).toContain("golden");
    await expectConverged(stack);
  });
});
