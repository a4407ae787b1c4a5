import { OriginGroup } from "pulumi-edgecloud";
import { findGroup } from "../../engine/setup/platform";
import { readFiles, findWords } from "../../engine/setup/search";
import { engineTest, failureText } from "../../engine/setup/test-stack";

// `test/unit/config.test.ts` has all settings, and what is wrong with their values.
engineTest(
  "configuration: what is missing is named at preview, and can come from the environment, which no file shows; a refresh " +
    "and a destroy use that of the last up, as their errors say",
  {},
  async (stack) => {
    const { workspace } = stack.stack;
    const { envVars: ofTests } = workspace;
    const declare = (useNext: boolean) => () =>
      void new OriginGroup("assets", { name: "assets", useNext, sources: [{ source: "a.example.com" }] });
    await stack.configure({
      "edgecloud:apiKey": undefined,
      "edgecloud:baseUrl": undefined,
      "edgecloud:maxRetries": "x",
    });
    stack.program = declare(false);
    const failure = await failureText(stack.preview());
    expect(failure).toContain(
      "edgecloud:apiKey is not set; set it with `pulumi config set --secret edgecloud:apiKey <value>` or with the " +
        "environment variable EDGECLOUD_API_KEY",
    );
    expect(failure).toContain(
      "edgecloud:baseUrl is not set; set it with `pulumi config set edgecloud:baseUrl <value>`",
    );
    expect(failure).toContain("edgecloud:maxRetries must be a whole number from 0 to 20; correct it with");
    expect(stack.requests()).toEqual([]);

    await stack.configure({ "edgecloud:maxRetries": undefined });
    workspace.envVars = { ...ofTests, EDGECLOUD_API_KEY: "demo-key", EDGECLOUD_BASE_URL: stack.emulator.url };
    await stack.up();
    expect(findGroup(stack.emulator, "assets").id).toBe(1001);
    expect(findWords(["demo-key"], readFiles(stack))).toEqual([]);

    // The connection is needed as long as there is anything left to delete.
    workspace.envVars = ofTests;
    expect(await failureText(stack.destroy())).toMatch(
      /deleting origin group "assets": edgecloud:apiKey is not set; set/,
    );

    const before = stack.emulator.state();
    await stack.configure({ "edgecloud:baseUrl": stack.emulator.url, "edgecloud:apiKey": "demo-key-readonly" });
    stack.program = declare(true);
    expect(await failureText(stack.up())).toContain("You do not have permission to perform this action. (403)");
    await stack.configure({ "edgecloud:apiKey": "demo-key" });
    expect(await failureText(stack.destroy())).toContain(
      'deleting origin group "assets": You do not have permission to perform this action. (403). The key comes from ' +
        "edgecloud:apiKey in the configuration of the stack. `pulumi refresh` and " +
        "`pulumi destroy` use the configuration of the last `pulumi up`; if it has changed since, add --run-program",
    );
    expect(stack.emulator.state()).toEqual(before);
    expect((await stack.resources())[0]?.outputs.useNext).toBe(false);
    await stack.destroy({ runProgram: true });
    expect(stack.emulator.state().originGroups).toEqual([]);
  },
);
