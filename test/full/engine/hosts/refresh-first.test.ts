import { OriginGroup } from "pulumi-edgecloud";
import { engineTest, failureText } from "../../../engine/setup/test-stack";

// `--refresh` compares every resource of the state, also those that the program no longer has or has changed.

const group = (resource: string, name: string) =>
  new OriginGroup(resource, { name, sources: [{ source: `${resource}.example.com` }] });

engineTest("up --refresh knows that a group was removed from the program", {}, async (stack) => {
  stack.program = () => [group("first", "a"), group("removed", "b")];
  await stack.up();
  stack.program = () => group("first", "b");
  expect(await failureText(stack.up(undefined, { refresh: true }))).toContain(
    "name: Origin Group name should be unique. (400). Choose another name. If another resource of the program gives this name",
  );
});
