import * as pulumi from "@pulumi/pulumi";
import {
  getFunctionOutput,
  getImage,
  getImageOutput,
  getLiveStreamOutput,
  getOriginGroupOutput,
  OriginGroup,
} from "pulumi-edgecloud";
import { functionSecret, options, streamSecrets } from "../../engine/setup/data-sources";
import { captureOperation, readFiles, findWords } from "../../engine/setup/search";
import { engineTest } from "../../engine/setup/test-stack";

const secrets = [...streamSecrets, functionSecret];

const left = ["media", "website"];

engineTest(
  "marks each secret of a result and nothing else; a group that was found can be adopted; a resource that is created in " +
    "a callback is registered without an await",
  { ...options, left },
  async (stack) => {
    const make = (name: string) => void new OriginGroup(name, { name, sources: [{ source: "a.example.com" }] });
    stack.emulator.addFault({ path: "/cloud/v1/images/*", times: 100, delayMs: 1_500 });
    stack.program = () => {
      void getImage({ imageId: "image-1" }).then(({ name }) => make(name));
      getImageOutput({ imageId: "image-2" }).apply(({ name }) => make(name));
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
      "uri",
    ]);
    expect(stream).toMatchObject({ name: "Main stage", active: true, htmlOverlays: [] });

    // Other fields stay visible in the inputs of a resource.
    expect(preview).toMatch(/name +: "Main stage"/);
    expect(preview).toMatch(/hostHeaderOverride: "7\.example\.com"/);

    expect(preview).toMatch(/originGroupId *: 102/);
    expect(preview).toMatch(/5 to create/);
    const names = stack.emulator.state().originGroups.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["debian-13", "ubuntu-24.04"]));
    expect((await stack.resources()).filter(({ inputs }) => inputs.name === "website")).toMatchObject([
      { id: "102", outputs: { adopted: true } },
    ]);
  },
);
