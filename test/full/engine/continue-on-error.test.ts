import { OriginGroup } from "pulumi-edgecloud";
import { engineTest, failureText } from "../../engine/setup/test-stack";

const refused = { path: "/cdn/origin_groups/*", answer: { status: 403, body: { message: "No." } } } as const;

// Not wanted, but what the engine does with any provider: see docs/limitations.md. If this test fails, the engine has been
// fixed, and the paragraph can be removed.
engineTest(
  "up --continue-on-error deletes what depends on a resource whose update failed, and does not end if a delete before a " +
    "replacement failed",
  {},
  async (stack) => {
    const declare = (source: string) => () => {
      const first = new OriginGroup("first", { name: "first", sources: [{ source }] });
      new OriginGroup("second", { name: "second", sources: [{ source: "b.example.com" }] }, { dependsOn: [first] });
    };
    stack.program = declare("a.example.com");
    await stack.up();
    const names = () => stack.emulator.state().originGroups.map(({ name }) => name);
    expect(names()).toEqual(["first", "second"]);

    stack.program = declare("c.example.com");
    stack.emulator.addFault({ method: "PUT", ...refused });
    expect(await stack.upWithFailures()).toContain("No. (403)");
    expect(names()).toEqual(["first"]);

    // Without the option only the failed update is missing, and the next `up` carries it out.
    await stack.up();
    expect(names()).toEqual(["first", "second"]);
    stack.program = declare("d.example.com");
    stack.emulator.addFault({ method: "PUT", ...refused });
    await failureText(stack.up());
    expect(names()).toEqual(["first", "second"]);

    stack.program = () => new OriginGroup("first", { name: "first", sources: [{ source: "d.example.com" }] });
    await stack.up();
    const { urn, id } = (await stack.findResource("first"))!;
    stack.emulator.addFault({ method: "DELETE", ...refused });
    const cancellation = new AbortController();
    const onOutput = (text: string) => {
      if (text.includes("**deleting failed**")) {
        // A run that ends does so within a second. On a busy machine this is too early, and the test passes without need.
        setTimeout(() => cancellation.abort(), 3000);
      }
    };
    const options = { replace: [urn], continueOnError: true, signal: cancellation.signal, onOutput };
    const failure = await failureText(stack.up(undefined, options));
    expect(failure).toContain("No. (403)");
    expect(failure).toContain("^C received");
    expect(await stack.resources()).toMatchObject([{ id }]);
    expect(await stack.up(undefined, { replace: [urn] })).toContain("1 replaced");
  },
);
