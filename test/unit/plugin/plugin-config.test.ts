import { findExplicitName } from "../../../provider/hosts/plugin/plugin-config";

it.each([
  ["default", false],
  ["default_0_1_0", false],
  ["default_1_0_0_rc_1_https_//example.com/plugins", false],
  ["default_https_//example.com/plugins", false],
  ["default_eu", true],
  ["default_2", true],
  ["defaults", true],
  ["eu", true],
])("a provider named %s is one of the program: %s", (name, expected) => {
  expect(findExplicitName(`urn:pulumi:dev::project::pulumi:providers:edgecloud::${name}`)).toBe(
    expected ? name : undefined,
  );
});
