import { createServer, type AddressInfo } from "node:net";
import { getOriginGroupsOutput, OriginGroup, Provider } from "pulumi-edgecloud";
import { engineTest, failureText, type TestStack } from "../../../engine/setup/test-stack";

/** Runs `body` with an address where somebody waits for a key, and fails if there was so much as a connection. */
async function withStranger(body: (url: string) => Promise<void>): Promise<void> {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on("error", () => undefined).end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await body(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(connections).toBe(0);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Everything that a pipeline may run for the configuration and the program of a branch. */
async function expectRefused(stack: TestStack, text: string): Promise<void> {
  for (const operation of [
    () => stack.preview(),
    () => stack.up(),
    () => stack.preview({ refresh: true, runProgram: true }),
    () => stack.refresh({ runProgram: true }),
  ]) {
    expect(await failureText(operation())).toContain(text);
  }
}

const sources = [{ source: "a.example.com" }];

engineTest("a branch cannot send the pipeline's key to another address", {}, async (stack) => {
  const { envVars } = stack.stack.workspace;
  await stack.configure({ "edgecloud:apiKey": undefined, "edgecloud:baseUrl": undefined });
  const environment = { EDGECLOUD_API_KEY: "demo-key", EDGECLOUD_BASE_URL: stack.emulator.url };
  // Of the hosts, and of the program, which runs in this process.
  Object.assign(envVars, environment);
  const replaced = Object.keys(environment).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, environment);
  try {
    const group = () => new OriginGroup("assets", { name: "assets", sources });
    stack.program = group;
    await stack.up();

    await withStranger(async (url) => {
      await stack.configure({ "edgecloud:baseUrl": url });
      const refused = `edgecloud:baseUrl is ${url} in the configuration, but the key is that of EDGECLOUD_API_KEY`;
      await expectRefused(stack, refused);
      stack.program = () => ({ found: getOriginGroupsOutput({}) });
      expect(await failureText(stack.preview())).toContain(refused);
      await stack.configure({ "edgecloud:baseUrl": undefined });

      stack.program = () => {
        group();
        const provider = new Provider("theirs", { baseUrl: url });
        new OriginGroup("more", { name: "more", sources }, { provider });
        return { found: getOriginGroupsOutput({}, { provider }) };
      };
      expect(await failureText(stack.preview())).toContain(
        'apiKey of Provider "theirs" is not set, and the key of the environment is not sent to a baseUrl that the Provider sets',
      );
    });
    stack.program = group;
    // A destroy uses the configuration of the last run of the program.
    expect(await stack.up()).toMatch(/2 unchanged/);
  } finally {
    replaced.forEach(([name, value]) => (value === undefined ? delete process.env[name] : (process.env[name] = value)));
  }
});
