import { startEmulator } from "edgecloud-emulator";
import { blockWith, root } from "../documents/pages";
import { Clone } from "./clone";
import { pack } from "./packed";
import { LocalRegistry } from "./registry";

// On a busy machine, an install takes minutes.
jest.setTimeout(600_000);

let registry: LocalRegistry;
let clone: Clone;

beforeAll(async () => {
  registry = await LocalRegistry.start(root);
  clone = await Clone.make([pack("provider")], registry.url);
});

afterAll(async () => {
  clone.remove();
  await registry.close();
});

test("the project of the README installs, compiles, deploys and is unchanged", async () => {
  const emulator = await startEmulator({ apiKeys: ["my-key"] });
  const commands = blockWith("README.md", "cat > Pulumi.yaml").replace("https://api.example.com", emulator.url);
  const further = `
npx tsc --noEmit
pulumi up --yes --skip-preview
pulumi preview --expect-no-changes
pulumi stack output groupId
pulumi destroy --yes --skip-preview`;
  try {
    const printed = await clone.paste(commands + further);
    expect(printed).toContain("+ 2 to create");
    expect(printed).toContain("+ 2 created");
    expect(printed).toMatch(/^\d+$/m);
    const sent = emulator.requests({ method: "POST", path: "/cdn/origin_groups" });
    expect(sent.map(({ body }) => body)).toMatchObject([
      { name: "assets", sources: [{ source: "origin.example.com" }] },
    ]);
    expect(emulator.state().originGroups).toEqual([]);
  } finally {
    await emulator.close();
  }
});
