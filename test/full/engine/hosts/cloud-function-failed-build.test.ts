import * as pulumi from "@pulumi/pulumi";
import { expectConverged } from "../../../engine/setup/expectations";
import { bodiesByName, changeFunctions, declareFunctions, required } from "../../../engine/setup/functions";
import { changesOf, creationOf } from "../../../engine/setup/named-functions";
import { findWords, readFiles } from "../../../engine/setup/search";
import { engineTest } from "../../../engine/setup/test-stack";

const token = "tests-token-7d793037";
const envs = { TOKEN: token };
const reason = 'the last build has failed (buildStatus "failed")';

// What counts as a failed build, and each way to one, is in `test/unit/cloud-function/failed-build.test.ts`.
engineTest(
  "failed build: up fails and keeps the function, refresh and preview say that it is built again, up does so",
  {},
  async (stack) => {
    const { emulator } = stack;
    const declared = declareFunctions({ created: { envs: { TOKEN: pulumi.secret(token) } }, later: {}, disabled: {} });
    stack.program = declared.program;
    const buildMessage = `resize.go:3: ${token}`;
    emulator.addFault({ ...creationOf("created"), tasks: { end: "ERROR", error: "", keeps: true, buildMessage } });
    const failure = await stack.upWithFailures();
    expect(failure).toMatch(/creating function "created": task \S+ failed: .*Build: resize\.go:3: \[secret\]/);
    const kept = await stack.findResource("created");
    expect(kept).toMatchObject({ outputs: { buildStatus: "failed" } });
    expect(kept?.initErrors).toHaveLength(1);

    // A refresh builds nothing.
    changeFunctions(emulator, ({ name }) =>
      name === "later"
        ? { build_status: "failed", build_message: "line 3" }
        : name === "disabled"
          ? { disabled: true, status: "INACTIVE" }
          : {},
    );
    emulator.clearRequests();
    const refreshing = await stack.refresh();
    expect(refreshing).toContain(`function "later", at the next \`pulumi up\`: is sent again as a whole: ${reason}`);
    expect(refreshing).not.toContain(`function "later": is sent again`);
    const preview = await stack.preview();
    expect(preview).toMatch(/~ 2 to update\n +2 unchanged/);
    expect(preview).toContain(`function "later": is sent again as a whole: ${reason}`);
    expect(stack.changes()).toEqual([]);

    await stack.up();
    const { code: code_text, mainMethod: main_method, flavor, timeout } = required;
    const everything = { code_text, main_method, flavor, timeout };
    expect(bodiesByName(emulator, "PATCH")).toEqual({ created: [{ ...everything, envs }], later: [everything] });
    expect(changesOf(stack, "created")).toEqual(["PATCH 200"]);
    const built = await stack.findResource("created");
    expect(built).toMatchObject({ outputs: { buildStatus: "success", status: "ACTIVE" } });
    expect(built?.initErrors ?? []).toEqual([]);
    expect(findWords([token], { failure, refreshing, preview, ...readFiles(stack) })).toEqual([]);
    await expectConverged(stack);
  },
);
