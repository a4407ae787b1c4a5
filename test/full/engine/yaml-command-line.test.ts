import { failureText } from "../../engine/setup/test-stack";
import { yamlProject, yamlTest } from "../../engine/setup/yaml-stack";

const greeting = `
config:
  name: { type: string }
  token: { type: string, secret: true }
variables:
  text:
    fn::readFile: greeting.txt
outputs:
  greeting: \${text} \${name}
  token: \${token}
`;

yamlTest(
  "a YAML program without resources runs from the command line",
  yamlProject(greeting, { "greeting.txt": "Hello," }),
  { config: { name: { value: "Ada" }, token: { value: "not-to-be-shown", secret: true } } },
  async (stack) => {
    const up = await stack.up();
    expect(up).toContain(`greeting: "Hello, Ada"`);
    expect(up).not.toContain("not-to-be-shown");
    expect(await stack.outputs()).toEqual({ greeting: "Hello, Ada", token: "not-to-be-shown" });
    await stack.write({ "greeting.txt": "Goodbye," });
    expect(await stack.preview()).toContain(`~ greeting: "Hello, Ada" => "Goodbye, Ada"`);
    await stack.write(yamlProject("outputs:\n  greeting: ${nobody}\n"));
    expect(await failureText(stack.preview())).toContain(`resource or variable named "nobody" could not be found`);
  },
);
