import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { OriginGroup, SnapshotAttributes } from "pulumi-edgecloud";
import { projectId, regionId, seed, snapshotId } from "./setup/snapshots";
import { engineTest, failureText, type TestStack } from "./setup/test-stack";

const declare = (useNext = false) => {
  return () => void new OriginGroup("assets", { name: "assets", useNext, sources: [{ source: "a.example.com" }] });
};

const pointTo = (stack: TestStack, baseUrl: string) => stack.stack.setConfig("edgecloud:baseUrl", { value: baseUrl });

/** Runs a test against a server that answers like this, or has just stopped listening. */
async function withServer(listener: RequestListener | "closed", body: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(listener === "closed" ? undefined : listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await (listener === "closed" ? close() : undefined);
    await body(url);
  } finally {
    await close();
  }
}

engineTest("first look: a wrong address fails the preview of a new stack", {}, async (stack) => {
  stack.program = declare();
  const { url } = stack.emulator;
  await withServer("closed", async (dead) => {
    await pointTo(stack, dead);
    expect(await failureText(stack.preview())).toContain(
      `configuration: no connection to ${dead}: ECONNREFUSED, connect ECONNREFUSED ${dead.slice(7)}. Check edgecloud:baseUrl`,
    );
  });
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
  await pointTo(stack, url);
  await stack.up();
});

engineTest(
  "first look: an outage fails no preview of existing resources, nor does a missing CDN one of the cloud",
  { seed },
  async (stack) => {
    stack.program = declare();
    await stack.up();
    await withServer("closed", async (dead) => {
      await pointTo(stack, dead);
      expect(await stack.preview()).toMatch(/2 unchanged/);
    });
    await pointTo(stack, stack.emulator.url);

    // A platform without a CDN still has its cloud.
    const noCdn = { status: 404, body: { message: "no Route matched with those values" } };
    stack.emulator.addFault({
      method: "GET",
      path: "/cdn/origin_groups",
      when: ({ query }) => query.limit === "1",
      answer: noCdn,
      times: 10,
    });
    const group = stack.program;
    stack.program = () => {
      void group();
      new SnapshotAttributes("nightly", { projectId, regionId, snapshotId, tags: { team: "web" } });
    };
    expect(await stack.preview()).toMatch(/1 to create/);
    stack.emulator.clearFaults();
  },
);

engineTest("first look: a refused change names the source of the key", {}, async (stack) => {
  stack.program = declare();
  await stack.stack.setConfig("edgecloud:apiKey", { value: "demo-key-readonly", secret: true });
  // Nothing but a change can tell that a key only reads.
  expect(await stack.preview()).toMatch(/2 to create/);
  expect(await failureText(stack.up())).toContain(
    'creating origin group "assets": You do not have permission to perform this action. (403). The key comes from ' +
      "edgecloud:apiKey in the configuration of the stack, or of the explicit Provider",
  );
  await stack.stack.removeConfig("edgecloud:apiKey");
  stack.stack.workspace.envVars.EDGECLOUD_API_KEY = "demo-key-readonly";
  expect(await failureText(stack.up())).toContain(
    "(403). The key comes from the environment variable EDGECLOUD_API_KEY",
  );
  stack.stack.workspace.envVars.EDGECLOUD_API_KEY = "demo-key";
  await stack.up();
});
