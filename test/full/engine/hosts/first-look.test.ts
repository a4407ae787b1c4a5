import { OriginGroup, SnapshotAttributes } from "pulumi-edgecloud";
import { projectId, regionId, seed, snapshotId } from "../../../engine/setup/snapshots";
import { engineTest, failureText } from "../../../engine/setup/test-stack";

const declare = () => void new OriginGroup("assets", { name: "assets", sources: [{ source: "a.example.com" }] });

/** Nothing listens there: this port is none of those that the system gives to a server of another test. */
const nowhere = "http://127.0.0.1:1";

// What a wrong address or key answers, and what is said of it: `test/unit/api/preflight.test.ts`.
engineTest(
  "first look: a wrong address or key fails the preview of a new stack, but an outage fails no later one, nor a missing " +
    "product that of another; a key that only reads is named by the change that it refuses",
  { seed },
  async (stack) => {
    const { emulator } = stack;
    stack.program = declare;
    await stack.configure({ "edgecloud:baseUrl": nowhere });
    const unreached = await failureText(stack.preview());
    expect(unreached).toContain(
      `configuration: no connection to ${nowhere}: ECONNREFUSED, connect ECONNREFUSED ${nowhere.slice(7)}. `,
    );
    expect(unreached).toContain("Check edgecloud:baseUrl");
    await stack.configure({ "edgecloud:baseUrl": emulator.url, "edgecloud:apiKey": "wrong-key" });
    expect(await failureText(stack.preview())).toMatch(
      /configuration: .* \(401\)\. The key comes from edgecloud:apiKey/,
    );
    expect(emulator.requests()).toHaveLength(1);

    // Nothing but a change can tell that a key only reads.
    await stack.configure({ "edgecloud:apiKey": undefined });
    stack.stack.workspace.envVars.EDGECLOUD_API_KEY = "demo-key-readonly";
    expect(await failureText(stack.up())).toContain(
      'creating origin group "assets": You do not have permission to perform this action. (403). The key comes from the ' +
        "environment variable EDGECLOUD_API_KEY",
    );
    stack.stack.workspace.envVars.EDGECLOUD_API_KEY = "demo-key";

    // A platform without a CDN still has its cloud.
    emulator.addFault({
      method: "GET",
      path: "/cdn/origin_groups",
      query: { limit: "1" },
      answer: { status: 404, body: { message: "no Route matched with those values" } },
      times: 10,
    });
    stack.program = () => new SnapshotAttributes("nightly", { projectId, regionId, snapshotId, tags: { team: "web" } });
    await stack.up();
    emulator.clearFaults();
    await stack.configure({ "edgecloud:baseUrl": nowhere });
    expect(await stack.preview()).toMatch(/2 unchanged/);
    await stack.configure({ "edgecloud:baseUrl": emulator.url });
  },
);
