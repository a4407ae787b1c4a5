import { requireBackups } from "../../examples/policy/require-backups";
import { OriginGroup } from "pulumi-edgecloud";
import { engineTest, failureText } from "./setup/test-stack";

const server = { source: "web-1.example.com" };

engineTest("a group without a backup makes the preview fail, and nothing is sent", {}, async (stack) => {
  stack.program = () => {
    requireBackups();
    new OriginGroup("website", { name: "website", useNext: true, sources: [server] });
  };
  const failure = await failureText(stack.preview());
  expect(failure).toContain('origin group "website" has no backup: give one of its sources backup: true');
  expect(stack.requests()).toEqual([]);
});
