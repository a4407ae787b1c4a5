import * as pulumi from "@pulumi/pulumi";
import { HostedResource } from "../../../provider/program/hosted-resource";

class Thing extends HostedResource {
  constructor(opts?: pulumi.CustomResourceOptions) {
    super("Thing", "thing", {}, { returned: [], computed: {}, replacedBy: [] }, opts);
  }
}

/** The options of a registration that the engine receives. */
interface Registration {
  getDeletebeforereplace(): boolean;
  getDeletebeforereplacedefined(): boolean;
}

async function registrationOf(opts?: pulumi.CustomResourceOptions): Promise<Registration> {
  await pulumi.runtime.setMocks({ newResource: () => ({ id: "1", state: {} }), call: () => ({}) });
  const register = jest.spyOn(pulumi.runtime.getMonitor()!, "registerResource");
  const { urn } = new Thing(opts);
  await new Promise((resolve) => urn.apply(resolve));
  return register.mock.calls[0]?.[0] as unknown as Registration;
}

it.each([
  ["by default", undefined, true],
  ["with other options", { protect: true }, true],
  ["if the option is undefined", { deleteBeforeReplace: undefined }, true],
  ["but not if the program disables it", { deleteBeforeReplace: false }, false],
])("a resource is deleted before its replacement is created, %s", async (_, opts, expected) => {
  const registration = await registrationOf(opts);
  expect(registration.getDeletebeforereplacedefined()).toBe(true);
  expect(registration.getDeletebeforereplace()).toBe(expected);
});

describe("the stack of an error while a resource is made", () => {
  const limitBefore = Error.stackTraceLimit;

  const limitAfter = (transformation: pulumi.ResourceTransformation) => {
    let error: unknown;
    try {
      new Thing({ transformations: [transformation] });
    } catch (thrown) {
      error = thrown;
    }
    return { error, limit: Error.stackTraceLimit };
  };

  it("has one frame, and the limit is restored afterwards", async () => {
    await pulumi.runtime.setMocks({ newResource: () => ({ id: "1", state: {} }), call: () => ({}) });
    let during: number | undefined;
    const look = () => {
      during = Error.stackTraceLimit;
      return undefined;
    };
    expect(limitAfter(look)).toEqual({ error: undefined, limit: limitBefore });
    expect(during).toBe(1);
  });

  it("is looked up in source maps only where the SDK reads a whole stack", () => {
    const settings: { prepareStackTrace?: (error: Error, frames: NodeJS.CallSite[]) => unknown } = Error;
    const { prepareStackTrace: before } = settings;
    const lengths: number[] = [];
    const look = (error: Error, frames: NodeJS.CallSite[]) => {
      lengths.push(frames.length);
      return String(error);
    };
    settings.prepareStackTrace = look;
    try {
      expect(limitAfter(() => undefined)).toEqual({ error: undefined, limit: limitBefore });
      expect(settings.prepareStackTrace).toBe(look);
    } finally {
      settings.prepareStackTrace = before;
    }
    expect(lengths).not.toHaveLength(0);
    expect(Math.min(...lengths)).toBeGreaterThan(1);
  });

  it("shows where a transformation has failed", () => {
    const fail = () => {
      throw new TypeError("no such option");
    };
    const { error, limit } = limitAfter(fail);
    expect((error as Error).stack).toMatch(/^TypeError: no such option\n +at .*hosted-resource\.test\.ts:\d+/);
    expect(limit).toBe(limitBefore);
  });
});
