import { readdir } from "node:fs/promises";
import { freePort } from "../documents/free-port";
import { blocksOf } from "../documents/pages";
import { Clone } from "./setup/clone";
import { expectGolden } from "./setup/expectations";

const page = "docs/first-stack.md";
const preparation = "done by the set-up of the tests";
const shellBlocks = blocksOf(page).filter(({ language }) => language === "bash");

/**
 * What the refresh has printed; where the language host is found on PATH, the engine warns of it, and after 20 seconds
 * it prints dots.
 */
function driftIn(printed: string): string {
  const [refresh = ""] = /^Previewing refresh [^]*? unchanged\n/m.exec(printed) ?? [];
  return refresh.replace(/^(warning: using|@) .*\n/gm, "");
}

/** Two groups are created at the same time, so either may be the first. */
const withoutIds = (printed: string) => printed.replace(/\[id=\d+\]/, "[id]");

test("first stack: the page's commands converge, repair drift and clean up", async () => {
  await Clone.use("newcomer", async (clone) => {
    const script = shellBlocks.filter(({ comment }) => comment !== preparation).map(({ text }) => text);
    const health = "http://127.0.0.1:8080/__emulator/health";
    const wait = `until curl --silent --fail --output /dev/null ${health}; do sleep 0.1; done`;
    const patient = script.join("\n").replace(/^npx .*&$/m, `$&\n${wait}`);
    const printed = await clone.paste(patient.replaceAll("8080", await freePort()));
    expect(printed).toMatch(/\+ 4 created/);
    expect(printed).toMatch(/^\s*4 unchanged$/m);
    expect(driftIn(printed)).toContain("~ useNext: true => false");
    expectGolden("../drift", driftIn(printed), withoutIds);
    expect(printed).toMatch(/~ 1 updated/);
    expect(printed).toMatch(/- 4 deleted/);
    expect(printed).not.toContain("ExampleSecretAccessKey");
    expect(await readdir(clone.at())).not.toContain("my-stack");
  });
});

test("the tests of the quickstart pass, with mocks and on the emulator, without a login", async () => {
  await Clone.use("newcomer", async (clone) => {
    expect(await clone.paste("npm test", "examples/quickstart")).toMatch(/^\W*pass 2$/m);
  });
});

test("first stack: the page asks for what the tests' set-up prepares", () => {
  const prepared = shellBlocks.filter(({ comment }) => comment === preparation);
  expect(prepared.map(({ text }) => text)).toEqual(["npm ci\nnpm run build\n"]);
});
