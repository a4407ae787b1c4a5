import * as pulumi from "@pulumi/pulumi";
import {
  getFunctionOutput,
  getImage,
  getImageOutput,
  getLiveStream,
  getLiveStreamOutput,
  getOriginGroupOutput,
  OriginGroup,
  Provider,
} from "pulumi-edgecloud";
import { functionSecret, options, streamSecrets } from "../../engine/setup/data-sources";
import { captureOperation, readFiles, findWords } from "../../engine/setup/search";
import { engineTest, failureText } from "../../engine/setup/test-stack";

const secrets = [...streamSecrets, functionSecret];

const left = ["media", "website"];

engineTest(
  "marks each secret of a result and nothing else; a group that was found can be adopted",
  { ...options, left },
  async (stack) => {
    stack.program = () => {
      const stream = getLiveStreamOutput({ streamId: 7 });
      const { token, pushUrl, name } = stream;
      const found = getFunctionOutput({ namespace: "images", name: "resize" });
      const { envs, code, endpoint } = found;
      new OriginGroup("group", {
        name: stream.name,
        sources: [{ source: "a.example.com", hostHeaderOverride: stream.apply(({ id }) => `${id}.example.com`) }],
      });
      const { originGroupId } = getOriginGroupOutput({ name: "website" });
      new OriginGroup("website", { originGroupId, name: "website", sources: [{ source: "web.example.com" }] });
      const ofStream = { stream, token, pushUrl, name, lines: pulumi.interpolate`${name} ${pushUrl}` };
      return { ...ofStream, found, envs, code, endpoint, variable: envs.apply((known) => known?.TOKEN) };
    };
    const preview = await captureOperation(stack, "preview");
    const up = await captureOperation(stack, "up");
    expect(await stack.lastOutputs()).toMatchObject({
      token: { value: streamSecrets[0], secret: true },
      pushUrl: { secret: true },
      name: { value: "Main stage", secret: false },
      lines: { secret: true },
      variable: { value: functionSecret, secret: true },
      code: { value: "package images", secret: true },
      endpoint: { value: "https://resize-images.functions.example.com", secret: false },
    });
    expect(findWords(secrets, { ...readFiles(stack), preview, up })).toEqual([]);

    const { stream } = (await stack.allResources()).find(({ type }) => type === "pulumi:pulumi:Stack")!.outputs;
    const hidden = Object.entries(stream as object).filter(
      ([, value]) => typeof value === "object" && value !== null && "4dabf18193072939515e22adb298388d" in value,
    );
    expect(hidden.map(([field]) => field).sort()).toEqual([
      "backupPushUrl",
      "backupPushUrlSrt",
      "extra",
      "multiRegionPushUrls",
      "pushUrl",
      "pushUrlSrt",
      "pushUrlWhip",
      "srtPassphrase",
      "token",
    ]);
    expect(stream).toMatchObject({ name: "Main stage", active: true, htmlOverlays: [] });

    // Other fields stay visible in the inputs of a resource.
    expect(preview).toMatch(/name +: "Main stage"/);
    expect(preview).toMatch(/hostHeaderOverride: "7\.example\.com"/);

    expect(preview).toMatch(/originGroupId *: 102/);
    expect((await stack.resources()).filter(({ inputs }) => inputs.name === "website")).toMatchObject([
      { id: "102", outputs: { adopted: true } },
    ]);
  },
);

engineTest(
  "a resource created in a callback is registered without an await, and a provider unknown at preview works in the " +
    "output form only",
  options,
  async (stack) => {
    const { emulator } = stack;
    const make = (name: string) => new OriginGroup(name, { name, sources: [{ source: "a.example.com" }] });
    emulator.addFault({ path: "/cloud/*", times: 100, delayMs: 1_500 });
    stack.program = () => {
      void getImage({ imageId: "image-1" }).then(({ name }) => make(name));
      getImageOutput({ imageId: "image-2" }).apply(({ name }) => make(name));
    };
    expect(await stack.preview()).toMatch(/3 to create/);
    await stack.up();
    const names = emulator.state().originGroups.map(({ name }) => name);
    expect(names.sort()).toEqual(["debian-13", "media", "ubuntu-24.04", "website"]);

    let refusal = "";
    const declareProvider = () => {
      const apiKey = make("assets").originGroupId.apply(() => "demo-key");
      return new Provider("later", { apiKey, baseUrl: emulator.url });
    };
    stack.program = async () => {
      const provider = declareProvider();
      refusal = await failureText(getLiveStream({ streamId: 7 }, { provider }));
      return { name: getLiveStreamOutput({ streamId: 7 }, { provider }).name };
    };
    emulator.clearRequests();
    await stack.preview();
    expect(refusal).toBe(
      "getLiveStream: provider has settings that this preview does not know yet; call getLiveStreamOutput instead",
    );
    // The preview of the new group looks whether its name is free.
    expect(stack.requests().map((request) => request.path)).toEqual(["/cdn/origin_groups"]);
    stack.program = () => ({ name: getLiveStreamOutput({ streamId: 7 }, { provider: declareProvider() }).name });
    expect((await stack.outputs()).name).toEqual({ value: "Main stage", secret: false });
  },
);

engineTest("pulumi:disable-default-providers is for data sources, too", options, async (stack) => {
  await stack.configure({ "pulumi:disable-default-providers": '["*"]' });
  stack.program = () => getImage({ imageId: "image-1" });
  stack.emulator.clearRequests();
  expect(await failureText(stack.preview())).toContain(
    'getImage: provider must be given, because pulumi:disable-default-providers has "*": pass { provider } or { parent }',
  );
  expect(stack.emulator.requests()).toEqual([]);
});

engineTest("a missing project and a missing key are errors that say how to set them", {}, async (stack) => {
  stack.program = () => getImage({ name: "x" });
  expect(await failureText(stack.preview())).toContain(
    "getImage:\n  projectId is required: give it here, or for the whole connection with",
  );
  await stack.configure({ "edgecloud:apiKey": undefined });
  expect(await failureText(stack.preview())).toContain(
    "error: getImage: edgecloud:apiKey is not set; set it with `pulumi config set --secret edgecloud:apiKey <value>`",
  );
});
