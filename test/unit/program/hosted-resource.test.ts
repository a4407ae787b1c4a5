import { pathToFileURL } from "node:url";
import * as pulumi from "@pulumi/pulumi";
import { CloudFunction, OriginGroup, SnapshotAttributes } from "../../../provider";
import * as plugin from "../../../provider/plugin";
import { HostedResource } from "../../../provider/program/hosted-resource";
import { run } from "./runs";

class Thing extends HostedResource {
  constructor(opts?: pulumi.CustomResourceOptions) {
    super("Thing", "thing", {}, { returned: [], computed: {}, replacedBy: [] }, opts);
  }
}

/** The options of a registration that the engine receives. */
interface Registration {
  getDeletebeforereplace(): boolean;
  getDeletebeforereplacedefined(): boolean;
  getSourceposition(): { getUri(): string } | undefined;
  getStacktrace(): { getFramesList(): { getPc(): { getUri(): string } | undefined }[] };
}

async function registrationOf(
  opts?: pulumi.CustomResourceOptions,
  make = () => new Thing(opts),
): Promise<Registration> {
  await pulumi.runtime.setMocks({ newResource: () => ({ id: "1", state: {} }), call: () => ({}) });
  const register = jest.spyOn(pulumi.runtime.getMonitor()!, "registerResource");
  const { urn } = make();
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

const [snapshotId, timeout] = ["5f2a9c1e-0b7d-4e63-9f10-2c8d4a6b7e31", 30];
const required = { namespace: "images", mainMethod: "main", runtime: "go1.16.6", flavor: "80mCPU-128MB", timeout };
const sources = [{ source: "a.example.com" }];

/** Each resource of the dynamic provider, with what to write in place of an option that its host does not know. */
const classes: [make: (opts: pulumi.CustomResourceOptions) => unknown, insteadOfImport: string, limit: string][] = [
  [
    (opts) => new OriginGroup("x", { name: "x", sources }, opts),
    "leave it out and give the argument originGroupId: 1001",
    "set edgecloud:requestTimeoutSeconds",
  ],
  [
    (opts) => new CloudFunction("x", { ...required, name: "resize", code: "x" }, opts),
    "leave it out and give the argument adopt: true",
    "give the argument taskTimeoutSeconds",
  ],
  [
    (opts) => new SnapshotAttributes("x", { snapshotId }, opts),
    "leave it out (the arguments name the existing object)",
    "give the argument lockTimeoutSeconds",
  ],
];

describe.each(classes)("options that the host of dynamic providers does not know: %s", (make, instead, limit) => {
  beforeEach(() => pulumi.runtime.setMocks({ newResource: () => ({ id: "1", state: {} }), call: () => ({}) }));

  it("import is refused without a stack", () => {
    const refused = () => make({ import: "1001" });
    expect(refused).toThrow(
      `"x": the option import needs the plugin (the class of "pulumi-edgecloud/plugin"). With this class, ${instead}`,
    );
    expect(refused).toThrow(pulumi.RunError);
    expect(() => make({ import: undefined })).not.toThrow();
  });

  it("customTimeouts causes a warning", () => {
    const warn = jest.spyOn(pulumi.log, "warn").mockImplementation(() => Promise.resolve());
    make({ customTimeouts: {} });
    expect(warn).not.toHaveBeenCalled();
    make({ customTimeouts: { create: "5m" } });
    const expected = `"x": the option customTimeouts has no effect without the plugin; ${limit} instead`;
    expect(warn.mock.calls.map(([text]) => text)).toEqual([expect.stringContaining(expected)]);
    warn.mockRestore();
  });
});

it("a variable and a tag may be a number or a boolean, as other resources have them", async () => {
  await pulumi.runtime.setMocks({ newResource: () => ({ id: "1001", state: {} }), call: () => ({}) });
  const { originGroupId } = new OriginGroup("assets", { name: "assets", sources });
  new CloudFunction("x", { ...required, name: "x", code: "x", envs: { ID: originGroupId, ON: true, TEXT: "x" } });
  new SnapshotAttributes("x", { snapshotId, tags: { id: originGroupId, on: false, gone: null } });
});

it.each([
  ["the dynamic provider", OriginGroup],
  ["the plugin", plugin.OriginGroup],
])("the engine is told the line of the program that makes a resource of %s", async (_, OriginGroupClass) => {
  const settings: { prepareStackTrace?: (error: Error, frames: NodeJS.CallSite[]) => unknown } = Error;
  const { prepareStackTrace: before } = settings;
  // Pulumi runs programs with one that looks positions up in source maps.
  settings.prepareStackTrace = (error, frames) => {
    const lines = frames.map((frame) => {
      const place = [frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber()].join(":");
      return `    at ${frame.getFunctionName()} (${place})`;
    });
    return [String(error), ...lines].join("\n");
  };
  const registration = await registrationOf({}, () => {
    try {
      return new OriginGroupClass("assets", { name: "assets", sources });
    } finally {
      settings.prepareStackTrace = before;
    }
  });
  expect(registration.getSourceposition()?.getUri()).toBe(pathToFileURL(__filename).toString());
  const frames = registration.getStacktrace().getFramesList();
  const files = frames.map((frame) => frame.getPc()?.getUri() ?? "");
  expect(files[0]).toBe(pathToFileURL(__filename).toString());
  expect(files.filter((file) => file === "" || /\/provider\/|@pulumi\/pulumi\//.test(file))).toEqual([]);
});

describe("the stack of an error while a resource is made", () => {
  const limitBefore = Error.stackTraceLimit;

  const make = (transformation: pulumi.ResourceTransformation = () => undefined) =>
    new Thing({ transformations: [transformation] });

  beforeEach(() => pulumi.runtime.setMocks({ newResource: () => ({ id: "1", state: {} }), call: () => ({}) }));

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
      make();
      expect(settings.prepareStackTrace).toBe(look);
    } finally {
      settings.prepareStackTrace = before;
    }
    expect(lengths).not.toHaveLength(0);
    expect(Math.min(...lengths)).toBeGreaterThan(1);
  });

  it("has one frame, which shows where a transformation has failed, and the limit is restored", () => {
    let stack: string | undefined;
    const fail = () => {
      const error = new TypeError("no such option");
      ({ stack } = error);
      throw error;
    };
    expect(() => make(fail)).toThrow("no such option");
    expect(stack).toMatch(/^TypeError: no such option\n +at .*hosted-resource\.test\.ts:\d+[^\n]*$/);
    expect(Error.stackTraceLimit).toBe(limitBefore);
  });
});

it("warns once of keys of the stack that are no settings", async () => {
  const warn = jest.spyOn(pulumi.log, "warn").mockImplementation(() => Promise.resolve());
  pulumi.runtime.setAllConfig({ "edgecloud:baseURL": "x", "edgecloud:maxRetries": "1", "other:thing": "1" });
  try {
    await run(() => {
      new OriginGroup("one", { name: "one", sources });
      new OriginGroup("two", { name: "two", sources });
      return Promise.resolve();
    });
    expect(warn.mock.calls.map(([text]) => text)).toEqual([
      expect.stringMatching(/^edgecloud:baseURL is not a setting \(did you mean "edgecloud:baseUrl"\?\); remove it\./),
    ]);
  } finally {
    pulumi.runtime.setAllConfig({});
    warn.mockRestore();
  }
});

it.each<[pulumi.Input<boolean> | undefined, boolean]>([
  [true, true],
  [Promise.resolve(true), true],
  [pulumi.secret(true), true],
  [undefined, false],
  ["true" as never, false],
  [pulumi.output(false), false],
])("warns of an argument that is true, and not at the resource, case %#", async (value, warns) => {
  await pulumi.runtime.setMocks({ newResource: () => ({ id: "1", state: {} }), call: () => ({}) });
  const warn = jest.spyOn(pulumi.log, "warn").mockImplementation(() => Promise.resolve());
  new CloudFunction("resize", { ...required, name: "resize", code: "x", enableApiKey: value });
  await (pulumi.Output.isInstance(value) ? (value as unknown as { promise(): Promise<unknown> }).promise() : value);
  await new Promise(setImmediate);
  const text = expect.stringMatching(/^resize: enableApiKey: the platform has disabled API keys/) as string;
  expect(warn.mock.calls).toEqual(warns ? [[text]] : []);
  warn.mockRestore();
});

describe("a path of an option leads to an entry of a list by its name", () => {
  const make = (options: pulumi.CustomResourceOptions) =>
    new OriginGroup("a", { name: "a", sources, proxyNextUpstream: ["error"] }, options);

  beforeEach(() => pulumi.runtime.setMocks({ newResource: () => ({ id: "1", state: {} }), call: () => ({}) }));

  it.each([
    ["ignoreChanges", "sources[0].enabled", 'sources["<name>"].enabled or sources'],
    ["replaceOnChanges", "proxyNextUpstream[0]", 'proxyNextUpstream["<name>"] or proxyNextUpstream'],
    ["hideDiffs", 'sources["a"].config.s3BucketName', 'sources["<name>"] or sources'],
    ["ignoreChanges", "sources[*].source", 'sources["<name>"] or sources'],
  ])("%s: %s is refused", (option, path, instead) => {
    expect(() => make({ [option]: ["name", path] })).toThrow(
      `OriginGroup "a": the option ${option} has ${path}. Without the plugin, an entry goes by its name, and one of another ` +
        `name is another entry: write ${instead} instead`,
    );
  });

  it("other paths are accepted", () => {
    const paths = [
      "sources",
      "sources[*].enabled",
      'sources["a.b"]',
      "proxyNextUpstream.error",
      "other[0]",
      "sources[",
    ];
    make({ ignoreChanges: paths, hideDiffs: paths });
  });
});
