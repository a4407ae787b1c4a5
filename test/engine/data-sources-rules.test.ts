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
import { functionSecret, options, streamSecrets } from "./setup/data-sources";
import { captureOutput, readFiles, findWords } from "./setup/search";
import { engineTest, failureText } from "./setup/test-stack";

engineTest("marks each secret of a stream separately, in result and state", options, async (stack) => {
  stack.program = () => {
    const stream = getLiveStreamOutput({ streamId: 7 });
    const { token, pushUrl, name } = stream;
    return { stream, token, pushUrl, name, lines: pulumi.interpolate`${name} ${pushUrl}` };
  };
  await stack.preview();
  const preview = await captureOutput((streams) => stack.stack.preview(streams));
  const up = await captureOutput((streams) => stack.stack.up(streams));
  expect(preview.failed || up.failed).toBe(false);
  expect(await stack.lastOutputs()).toMatchObject({
    token: { value: streamSecrets[0], secret: true },
    pushUrl: { secret: true },
    name: { value: "Main stage", secret: false },
    lines: { secret: true },
  });

  const exported = await stack.stack.exportStack();
  const root = (exported.deployment as { resources: { outputs: { stream: Record<string, unknown> } }[] }).resources[0]!;
  const hidden = Object.entries(root.outputs.stream).filter(
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
  expect(root.outputs.stream).toMatchObject({ name: "Main stage", active: true, htmlOverlays: [] });
  expect(findWords(streamSecrets, { ...readFiles(stack), preview: preview.text, up: up.text })).toEqual([]);
});

engineTest("other fields of a stream stay visible in the inputs of a resource", options, async (stack) => {
  stack.program = () => {
    const stream = getLiveStreamOutput({ streamId: 7 });
    new OriginGroup("group", {
      name: stream.name,
      sources: [{ source: "a.example.com", hostHeaderOverride: stream.apply(({ id }) => `${id}.example.com`) }],
    });
  };
  expect(await stack.preview()).toMatch(/name +: "Main stage"/);
  expect(await stack.preview()).toMatch(/hostHeaderOverride: "7\.example\.com"/);
});

engineTest("marks each variable of a function as secret, in result and state", options, async (stack) => {
  stack.program = () => {
    const found = getFunctionOutput({ namespace: "images", name: "resize" });
    const { envs, code, endpoint } = found;
    return { found, envs, code, endpoint, token: envs.apply((known) => known?.TOKEN) };
  };
  await stack.preview();
  const preview = await captureOutput((streams) => stack.stack.preview(streams));
  const up = await captureOutput((streams) => stack.stack.up(streams));
  expect(preview.failed || up.failed).toBe(false);
  expect(await stack.lastOutputs()).toMatchObject({
    token: { value: functionSecret, secret: true },
    code: { value: "package images", secret: true },
    endpoint: { value: "https://resize-images.functions.example.com", secret: false },
  });
  expect(findWords([functionSecret], { ...readFiles(stack), preview: preview.text, up: up.text })).toEqual([]);
});

engineTest("a group found by a data source is adopted", { ...options, left: ["media", "website"] }, async (stack) => {
  stack.program = () => {
    const { originGroupId } = getOriginGroupOutput({ name: "website" });
    new OriginGroup("website", { originGroupId, name: "website", sources: [{ source: "web.example.com" }] });
  };
  expect(await stack.preview()).toMatch(/originGroupId *: 102/);
  await stack.up();
  expect(await stack.resources()).toMatchObject([{ id: "102", outputs: { adopted: true } }]);
});

engineTest("a resource created in a data source's callback is registered without an await", options, async (stack) => {
  const make = (name: string) => new OriginGroup(name, { name, sources: [{ source: "a.example.com" }] });
  stack.emulator.addFault({ path: "/cloud/*", times: 100, delayMs: 1_500 });
  stack.program = () => {
    void getImage({ imageId: "image-1" }).then(({ name }) => make(name));
    getImageOutput({ imageId: "image-2" }).apply(({ name }) => make(name));
  };
  expect(await stack.preview()).toMatch(/3 to create/);
  await stack.up();
  expect(
    stack.emulator
      .state()
      .originGroups.map(({ name }) => name)
      .sort(),
  ).toEqual(["debian-13", "media", "ubuntu-24.04", "website"]);
  expect(await stack.up()).toMatch(/3 unchanged/);
});

engineTest("a provider unknown at preview works in the output form only", options, async (stack) => {
  const program = (form: (provider: Provider) => unknown) => () => {
    const group = new OriginGroup("group", { name: "assets", sources: [{ source: "a.example.com" }] });
    const apiKey = group.originGroupId.apply(() => "demo-key");
    return form(new Provider("later", { apiKey, baseUrl: stack.emulator.url }));
  };
  stack.program = program((provider) => getLiveStream({ streamId: 7 }, { provider }));
  expect(await failureText(stack.preview())).toContain(
    "error: getLiveStream: provider has settings that this preview does not know yet; call getLiveStreamOutput instead",
  );
  stack.program = program((provider) => ({ name: getLiveStreamOutput({ streamId: 7 }, { provider }).name }));
  stack.emulator.clearRequests();
  await stack.preview();
  // The preview of the new group looks whether its name is free.
  expect(stack.requests().map(({ path }) => path)).toEqual(["/cdn/origin_groups"]);
  expect((await stack.outputs()).name).toEqual({ value: "Main stage", secret: false });
});

engineTest("a missing project and a missing key are errors that say how to set them", {}, async (stack) => {
  stack.program = () => getImage({ name: "x" });
  expect(await failureText(stack.preview())).toContain(
    "getImage:\n  projectId is required: give it here, or for the whole connection with",
  );
  await stack.stack.removeConfig("edgecloud:apiKey");
  expect(await failureText(stack.preview())).toContain(
    "error: getImage: edgecloud:apiKey is not set; set it with `pulumi config set --secret edgecloud:apiKey <value>`",
  );
  await stack.stack.setConfig("edgecloud:apiKey", { value: "demo-key", secret: true });
  stack.program = () => undefined;
});
