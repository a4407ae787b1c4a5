import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { OriginGroup, SnapshotAttributes } from "pulumi-edgecloud";
import { projectId, regionId, seed, snapshotId } from "../../../engine/setup/snapshots";
import { engineTest, failureText, type TestStack } from "../../../engine/setup/test-stack";

const declare = () => void new OriginGroup("assets", { name: "assets", sources: [{ source: "a.example.com" }] });

const pointTo = (stack: TestStack, baseUrl: string) => stack.configure({ "edgecloud:baseUrl": baseUrl });

/** Nothing listens there: this port is none of those that the system gives to a server of another test. */
const nowhere = "http://127.0.0.1:1";

/** Runs a test against a server that answers like this. */
async function withServer(listener: RequestListener, body: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await body(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    await new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
  }
}

engineTest(
  "first look: a wrong address fails the preview of a new stack, but no later one",
  { seed },
  async (stack) => {
    stack.program = declare;
    const { emulator } = stack;
    const { url } = emulator;
    await pointTo(stack, nowhere);
    expect(await failureText(stack.preview())).toContain(
      `configuration: no connection to ${nowhere}: ECONNREFUSED, connect ECONNREFUSED ${nowhere.slice(7)}. Check edgecloud:baseUrl`,
    );
    const secure = url.replace("http:", "https:");
    await pointTo(stack, secure);
    expect(await failureText(stack.preview())).toContain(
      `configuration: no connection to ${secure}: it answers in http, not in https; correct the scheme or the port in edgecloud`,
    );
    await pointTo(stack, `${url}/cdn`);
    expect(await failureText(stack.preview())).toContain(
      "edgecloud:baseUrl ends in /cdn, which the paths of that product already begin with; leave it out",
    );
    await pointTo(stack, `${url}/platform`);
    expect(await failureText(stack.preview())).toMatch(
      /configuration: http:\S+\/platform\S* (answered 404|is not the address of the platform).*[Cc]heck edgecloud:baseUrl/,
    );
    await withServer(
      (_, response) => response.end("<html>It works!</html>"),
      async (page) => {
        await pointTo(stack, page);
        expect(await failureText(stack.preview())).toMatch(
          /configuration: the answer from http:\S+ cannot be understood: .*\. Check edgecloud:baseUrl, its scheme, port and path/,
        );
      },
    );
    expect(stack.changes()).toEqual([]);

    // An outage fails no preview of existing resources.
    await pointTo(stack, url);
    await stack.up();
    await pointTo(stack, nowhere);
    expect(await stack.preview()).toMatch(/2 unchanged/);

    // A platform without a CDN still has its cloud.
    await pointTo(stack, url);
    emulator.addFault({
      method: "GET",
      path: "/cdn/origin_groups",
      when: ({ query }) => query.limit === "1",
      answer: { status: 404, body: { message: "no Route matched with those values" } },
      times: 10,
    });
    stack.program = () => {
      declare();
      new SnapshotAttributes("nightly", { projectId, regionId, snapshotId, tags: { team: "web" } });
    };
    expect(await stack.preview()).toMatch(/1 to create/);
    emulator.clearFaults();
  },
);

const readOnly = "demo-key-readonly";

engineTest("first look: a refused change names the source of the key", {}, async (stack) => {
  stack.program = declare;
  await stack.configure({ "edgecloud:apiKey": readOnly });
  // Nothing but a change can tell that a key only reads.
  expect(await stack.preview()).toMatch(/2 to create/);
  expect(await failureText(stack.up())).toContain(
    'creating origin group "assets": You do not have permission to perform this action. (403). The key comes from ' +
      "edgecloud:apiKey in the configuration of the stack",
  );
  await stack.configure({ "edgecloud:apiKey": undefined });
  stack.stack.workspace.envVars.EDGECLOUD_API_KEY = readOnly;
  expect(await failureText(stack.up())).toContain(
    "(403). The key comes from the environment variable EDGECLOUD_API_KEY",
  );
});
