import { CloudFunction, OriginGroup, type CloudFunctionArgs } from "pulumi-edgecloud";
import { findFunction, required } from "../../../engine/setup/functions";
import { engineTest, failureText } from "../../../engine/setup/test-stack";

// `--refresh` compares every resource of the state, also those that the program no longer has or has changed.

const refresh = { refresh: true };

const fn = (resource: string, args: Partial<CloudFunctionArgs>) =>
  new CloudFunction(resource, { ...required, description: resource, onDestroy: "delete", ...args });

const group = (resource: string, name: string) =>
  new OriginGroup(resource, { name, sources: [{ source: `${resource}.example.com` }] });

engineTest("up --refresh deletes no function that an adoption may be about to take", {}, async (stack) => {
  stack.program = () => {
    fn("first", { name: "left" });
    fn("second", { name: "taken" });
  };
  await stack.up();
  const { id } = findFunction(stack.emulator, "left")!;

  stack.program = () => {
    fn("first", { name: "taken" });
    fn("second", { name: "fresh" });
    const known = group("group", "group");
    fn("heir", { name: known.name.apply(() => "left"), adopt: true });
  };
  expect(await failureText(stack.up(1, refresh))).toContain(
    'deleting function "left": it was not deleted, because another resource of the program may be about to adopt it',
  );
  expect(findFunction(stack.emulator, "left")).toMatchObject({ id });
});

engineTest("destroy --refresh deletes a function that two resources have", {}, async (stack) => {
  const own = () => fn("owner", { name: "shared" });
  stack.program = own;
  await stack.up();
  stack.program = () => [own(), fn("heir", { name: "shared", adopt: true })];
  await stack.up();
  expect(await stack.destroy(refresh)).not.toContain("stays on the platform");
  expect(stack.emulator.state().functions).toEqual([]);
});

engineTest("up --refresh knows that a group was removed from the program", {}, async (stack) => {
  stack.program = () => [group("first", "a"), group("removed", "b")];
  await stack.up();
  stack.program = () => group("first", "b");
  expect(await failureText(stack.up(undefined, refresh))).toContain('the account already has an origin group "b"');
});
