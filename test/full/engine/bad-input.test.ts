import { readFileSync } from "node:fs";
import path from "node:path";
import { CloudFunction, OriginGroup } from "pulumi-edgecloud";
import { expectConverged, expectProblems } from "../../engine/setup/expectations";
import { required } from "../../engine/setup/functions";
import { findWords } from "../../engine/setup/search";
import { cloudBucket, credentials } from "../../engine/setup/sources";
import { engineTest, failureText } from "../../engine/setup/test-stack";

const page = readFileSync(path.resolve(__dirname, "../../../docs/troubleshooting.md"), "utf8");

/** Looks like a credential, but is too short or has a forbidden character. */
const [badAccessKeyId, badSecretAccessKey] = ["tests access key", "tests-secret*key"];

const bucket = (config: object) => ({ ...cloudBucket("media"), config: { ...cloudBucket("media").config, ...config } });

/** Arguments that a JavaScript program, or one with casts, can pass. The unit tests of `check.ts` have all rules. */
const wrong = {
  assets: {
    useNext: "yes",
    sourcs: [],
    sources: [
      { source: "https://a.example.com/static" },
      bucket({ s3Region: undefined, s3AccessKeyId: badAccessKeyId, s3SecretAccessKey: badSecretAccessKey }),
      { backup: true, config: { ...cloudBucket("films").config, s3SecretAccessKey: "SECRET_VALUE" } },
      { source: "b.example.com:70000", bakup: true },
    ],
  },
  resize: { runtime: 16, flavor: null, autoscaling: { minInstances: 51 }, envs: { "a-b": "x" }, timout: 30 },
};

const problems = {
  assets: [
    "useNext must be a boolean, not a string",
    'sourcs is not a property (did you mean "sources"?); remove it',
    "sources[0].source must be an IP address or a domain name",
    'sources[1].config.s3Region is required when s3Type is "cloudvendor"',
    "sources[1].config.s3AccessKeyId must be 4 to 255 characters",
    "sources[1].config.s3SecretAccessKey must be 16 to 255 characters",
    "sources[2].config.s3SecretAccessKey is what the platform shows in place of a credential; give the real one",
    "sources[3].source must have a port from 1 to 65535",
    'sources[3].bakup is not a property (did you mean "backup"?); remove it',
  ],
  resize: [
    "runtime must be a string, not a number",
    "flavor must be a string, not null",
    "autoscaling.minInstances must be at most 50",
    'envs["a-b"] must have a name of 1 to 255 Latin letters',
    'timout is not a property (did you mean "timeout"?); remove it',
  ],
};

engineTest(
  "bad input: Pulumi stops at the first wrong resource and reports all its problems, without a credential; up " +
    "changes nothing",
  {},
  async (stack) => {
    expect(page).toContain("Pulumi ends a program at the first resource that is refused.");
    const isWrong = { assets: true, resize: true };
    stack.program = () => {
      const sources = [cloudBucket("media")];
      new OriginGroup("assets", { name: "assets", sources, ...((isWrong.assets ? wrong.assets : {}) as object) });
      new CloudFunction("resize", { ...required, ...((isWrong.resize ? wrong.resize : {}) as object) });
    };
    const expectRefusal = async (operation: "preview" | "up") => {
      const text = await failureText(stack[operation]());
      const [, name] = /resource '(assets|resize)' has a problem/.exec(text) as unknown as [
        string,
        keyof typeof problems,
      ];
      expectProblems(text, problems[name]);
      expect(findWords([badAccessKeyId, badSecretAccessKey, ...Object.values(credentials)], { text })).toEqual([]);
      expect(stack.changes()).toEqual([]);
      return name;
    };
    const first = await expectRefusal("preview");
    isWrong[first] = false;
    // An `up` may make the other one before it comes to this.
    const second = await expectRefusal("preview");
    expect([first, second].sort()).toEqual(["assets", "resize"]);
    expect(await stack.resources()).toEqual([]);

    isWrong[second] = false;
    await stack.up();
    const before = stack.emulator.state();
    stack.emulator.clearRequests();
    isWrong.assets = true;
    expect(await expectRefusal("up")).toBe("assets");
    expect(stack.emulator.state()).toEqual(before);
    isWrong.assets = false;
    await expectConverged(stack);
  },
);
