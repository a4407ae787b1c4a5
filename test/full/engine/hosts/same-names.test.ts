import * as pulumi from "@pulumi/pulumi";
import { CloudFunction, OriginGroup, Provider, SnapshotAttributes } from "pulumi-edgecloud";
import { required } from "../../../engine/setup/functions";
import { projectId, regionId, seed, snapshotId } from "../../../engine/setup/snapshots";
import { engineTest, failureText } from "../../../engine/setup/test-stack";

const sources = [{ source: "a.example.com" }];
const snapshot = { projectId, regionId, snapshotId };

// What else cannot be declared twice is in `test/unit/core/claims.test.ts`.
engineTest(
  "same names: different objects may share one; the preview names the other resource that declares the same object",
  { seed },
  async (stack) => {
    const { url } = stack.emulator;
    const program = (runtime: string, name = "other assets") => {
      return () => {
        new OriginGroup("assets", { name: "assets", sources });
        const parent = new pulumi.ComponentResource("test:index:Site", "site");
        new OriginGroup("assets", { name, sources }, { parent });
        const first = new CloudFunction("first", { ...required, runtime });
        new CloudFunction("second", { ...required, namespace: "videos" });
        // Another connection may be another account: only the platform knows what is on it.
        const provider = new Provider("eu", { apiKey: "demo-key", baseUrl: url });
        new CloudFunction("third", { ...required, regionId: 8 }, { provider });
        new SnapshotAttributes("nightly", { ...snapshot, name: "nightly", tags: { a: "1" } });
        return { state: first.functionId };
      };
    };
    stack.program = program("go1.16.6");
    await stack.up();
    // A replacement is checked twice.
    stack.program = program("node20");
    expect(await stack.preview()).toMatch(/ \+-1 to replace\n +8 unchanged\n/);
    const stored = (await stack.resources()).map(({ inputs, outputs }) => ({ inputs, outputs }));
    expect(JSON.stringify(stored)).not.toContain("__origin");

    stack.emulator.clearRequests();
    stack.program = program("go1.16.6", "assets");
    expect(await failureText(stack.preview())).toMatch(
      /name is also declared by the resource "urn:pulumi:dev::test::\S*OriginGroup::assets" of this program\. Names are unique on the platform/,
    );
    expect(stack.changes()).toEqual([]);
  },
);
