import { execFile } from "node:child_process";
import path from "node:path";

const compiled = path.resolve(__dirname, "../../../examples/dist/policy/require-backups.js");

/** Runs a program with the policy in a process of its own, on Pulumi's mocks, and returns the error output. */
function problemOf(sources: object[], from = "pulumi-edgecloud"): Promise<string> {
  const program = `
    const pulumi = require("@pulumi/pulumi");
    const newResource = ({ inputs }) => ({ id: "7", state: inputs });
    pulumi.runtime.setMocks({ newResource, call: () => ({}) }, "project", "stack", true);
    pulumi.runtime.runInPulumiStack(async () => {
      require(${JSON.stringify(compiled)}).requireBackups();
      const { OriginGroup } = require("${from}");
      new OriginGroup("website", { name: "website", useNext: true, sources: ${JSON.stringify(sources)} });
    });
  `;
  return new Promise((resolve) => {
    execFile(process.execPath, ["-e", program], { cwd: path.dirname(compiled) }, (_, __, stderr) => resolve(stderr));
  });
}

const server = { source: "web-1.example.com" };

test.each(["pulumi-edgecloud", "pulumi-edgecloud/plugin"])(
  "%s: a group with a backup passes the policy",
  async (from) => {
    expect(await problemOf([server, { source: "web-2.example.com", backup: true }], from)).toBe("");
  },
);

test.each([
  ["without a backup", [server]],
  ["whose backup is turned off", [server, { source: "web-2.example.com", backup: true, enabled: false }]],
])("a group %s fails the program with one sentence", async (_, sources) => {
  for (const from of ["pulumi-edgecloud", "pulumi-edgecloud/plugin"]) {
    expect(await problemOf(sources, from)).toContain('origin group "website" has no backup');
  }
});
