import * as pulumi from "@pulumi/pulumi";
import type * as Package from "../../../provider/index";
import { getImages, Provider } from "../../../provider/index";
import { traits } from "../../../provider/resources/origin-group/traits";
import { dynamicHost } from "../../../provider/program/dynamic-host";
import { serve } from "../api/server";
import { platformThatAnswers } from "../data/platform";
import { run } from "./runs";

/** What a library with its own copies of this package and of Pulumi's SDK has. */
function loadCopies() {
  let edgecloud: typeof Package | undefined;
  let sdk: typeof pulumi | undefined;
  jest.isolateModules(() => {
    edgecloud = jest.requireActual<typeof Package>("../../../provider/index");
    sdk = jest.requireActual<typeof pulumi>("@pulumi/pulumi");
  });
  return { edgecloud: edgecloud!, sdk: sdk! };
}

const copies = loadCopies();

const noImages = JSON.stringify({ count: 0, results: [] });

it("a copy is another one", () => {
  expect(copies.edgecloud.Provider).not.toBe(Provider);
  expect(copies.sdk.Resource).not.toBe(pulumi.Resource);
});

it("a data source takes the Provider of another copy", async () => {
  await platformThatAnswers(500, "");
  const { url, received } = await serve((_, response) => void response.end(noImages));
  const args = { apiKey: "other-key", baseUrl: url, projectId: 8, regionId: 9 };
  await run(async () => {
    await getImages({}, { provider: new copies.edgecloud.Provider("theirs", args) });
  });
  expect(received.map(({ url: path }) => path?.split("?")[0])).toEqual(["/cloud/v1/images/8/9"]);
});

it("an entry is named by what a stack reference of another SDK gives", async () => {
  const newResource = ({ name }: pulumi.runtime.MockResourceArgs) => ({
    id: name,
    state: { outputs: { host: "b.example.com" } },
  });
  await pulumi.runtime.setMocks({ newResource, call: ({ inputs }) => inputs as object });
  const reference = new copies.sdk.StackReference("organization/project/other");
  const props = { sources: [{ source: reference.getOutput("host") }] };
  const { sources } = dynamicHost.register("x", { type: "OriginGroup", props, opts: { id: "1" } }, traits).props;
  const known = await new Promise((resolve) => void (sources as pulumi.Output<unknown>).apply(resolve));
  expect(known).toHaveProperty(["b.example.com"]);
});
