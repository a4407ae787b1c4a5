import * as pulumi from "@pulumi/pulumi";
import { getImages, getImagesOutput } from "../../../provider/data/image/function";
import { platformThatAnswers } from "../data/platform";
import { factsOf, run } from "./runs";

class Thing extends pulumi.CustomResource {
  constructor(name: string, opts?: pulumi.CustomResourceOptions) {
    super("test:index:Thing", name, {}, opts);
  }
}

/** A component whose child is created late. */
class Group extends pulumi.ComponentResource {
  constructor() {
    super("test:index:Group", "group");
  }

  protected override async initialize(): Promise<void> {
    await new Promise(setImmediate);
    new Thing("child", { parent: this });
  }
}

const noImages = { count: 0, results: [] };

/** How many requests a program makes. */
async function requestsOf(program: () => Promise<unknown>): Promise<number> {
  const { received } = await platformThatAnswers(200, noImages);
  await run(program);
  return received.length;
}

const asked = (dependsOn?: pulumi.InvokeOutputOptions["dependsOn"]) => factsOf(getImagesOutput({}, { dependsOn }));

describe("a call with dependsOn", () => {
  it("is sent again after the same call without it", async () => {
    const requests = await requestsOf(async () => {
      await getImages();
      await asked(new Thing("a"));
      await getImages();
      await asked();
      await asked([]);
    });
    expect(requests).toBe(2);
  });

  it("shares its answer with calls that depend on the same resources", async () => {
    const requests = await requestsOf(async () => {
      const [a, b] = [new Thing("a"), new Thing("b")];
      await asked(a);
      await asked([a, a]);
      await asked(pulumi.output([a]));
      await asked([a, b]);
      await asked([b, Promise.resolve(a)]);
      await asked(b);
    });
    expect(requests).toBe(3);
  });

  it("is sent again after the same call with an argument that comes from no resource", async () => {
    const requests = await requestsOf(async () => {
      await factsOf(getImagesOutput({ name: "golden" }));
      await factsOf(getImagesOutput({ name: new Thing("a").urn.apply(() => "golden") }));
    });
    expect(requests).toBe(2);
  });

  it("waits for the children of a component, also late ones", async () => {
    const { received } = await platformThatAnswers(200, noImages);
    const program = async () => (await asked(new Group())).isKnown;
    expect(await run(program, true)).toBe(false);
    expect(received).toEqual([]);
    expect(await run(program)).toBe(true);
    expect(received).toHaveLength(1);
  });

  it("may be what a component waits for that its argument comes from", async () => {
    await platformThatAnswers(200, noImages);
    class Waiting extends pulumi.ComponentResource<boolean> {
      constructor() {
        super("test:index:Waiting", "waiting");
      }

      protected override async initialize(): Promise<boolean> {
        const name = this.urn.apply(() => "golden");
        return (await factsOf(getImagesOutput({ name }, { parent: this }))).isKnown;
      }

      readResult(): Promise<boolean> {
        return this.getData();
      }
    }
    expect(await run(() => new Waiting().readResult())).toBe(true);
  });
});
