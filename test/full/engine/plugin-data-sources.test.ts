import { required, createFunctionSeed } from "../../engine/setup/functions";
import { yamlProject, yamlTest } from "../../engine/setup/yaml-stack";

const { projectId, regionId, namespace, name } = required;
const arguments_ = JSON.stringify({ projectId, regionId, namespace, name });

const program = `
outputs:
  found: { "fn::invoke": { function: "edgecloud:getFunction", arguments: ${arguments_} } }
  stream: { "fn::invoke": { function: "edgecloud:getLiveStream", arguments: { streamId: 7 } } }
`;

const seed = {
  functions: [createFunctionSeed({ code_text: "tests-code-0001", envs: { TOKEN: "tests-variable-0001" } })],
  streams: [{ id: 7, name: "launch", token: "tests-stream-token-0001" }],
};

yamlTest("hides results of a data source that may be secret", yamlProject(program), { seed }, async (stack) => {
  const secrets = /tests-code-0001|tests-variable-0001|tests-stream-token-0001/;
  // The command shows a preview first.
  expect(await stack.up("--diff")).not.toMatch(secrets);
  expect(await stack.pulumi("stack", "export")).not.toMatch(secrets);
  expect(await stack.outputs()).toMatchObject({
    found: { code: "tests-code-0001", envs: { TOKEN: "tests-variable-0001" } },
    stream: { name: "launch", token: "tests-stream-token-0001" },
  });
});
