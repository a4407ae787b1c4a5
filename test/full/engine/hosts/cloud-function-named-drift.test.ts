import * as pulumi from "@pulumi/pulumi";
import { CloudFunction } from "pulumi-edgecloud";
import { expectConverged } from "../../../engine/setup/expectations";
import { changeFunctions, findFunction, required } from "../../../engine/setup/functions";
import { findWords, readFiles } from "../../../engine/setup/search";
import { engineTest, failureText } from "../../../engine/setup/test-stack";

engineTest(
  "drift: a named variable that somebody changed or removed makes the check for drift fail, and a new value of its own " +
    "does not",
  {},
  async (stack) => {
    const words = ["named-token-6a01", "named-token-6a02", "by-hand-6a03", "given-token-6a04", "by-hand-6a05"] as const;
    const [named, rotated, byHand, given, givenByHand] = words;
    const envs = { MODE: "fast", GIVEN: given };
    stack.program = () => {
      const variables = { envs: { ...envs, GIVEN: pulumi.secret(given) }, envsFrom: { TOKEN: { env: "DRIFT_TOKEN" } } };
      new CloudFunction("mailer", { ...required, name: "mailer", ...variables });
    };
    const provide = (value: string) => Object.assign(stack.stack.workspace.envVars, { DRIFT_TOKEN: value });
    const setVariables = (more: object) => changeFunctions(stack.emulator, () => ({ envs: { ...envs, ...more } }));
    const check = () => stack.pulumi("refresh", "--preview-only", "--expect-no-changes", "--diff");
    const isUnexpected = "error: no changes were expected for refresh but changes were proposed";
    provide(named);
    await stack.up();
    const state = await stack.allResources();
    expect(await check()).toContain("2 unchanged");
    // What is not deployed yet is no drift.
    provide(rotated);
    expect(await check()).toContain("2 unchanged");

    for (const value of [named, ""]) {
      provide(value);
      setVariables({ TOKEN: byHand });
      const changed = await failureText(check());
      expect(changed).toContain("envs.TOKEN was changed on the platform since the last `pulumi up`");
      expect(changed).toContain(isUnexpected);
      setVariables({});
      const removed = await failureText(check());
      expect(removed).toContain("envs.TOKEN is missing on the platform");
      expect(removed).toContain(isUnexpected);
      setVariables({ TOKEN: named });
      expect(await check()).toContain("2 unchanged");
    }

    // What else has changed shows beside it.
    setVariables({ TOKEN: byHand, MODE: "slow", GIVEN: givenByHand });
    const both = await failureText(check());
    expect(both).toContain(isUnexpected);
    expect(await stack.allResources()).toEqual(state);
    const refreshing = await stack.pulumi("refresh", "--yes", "--skip-preview", "--diff");
    expect(refreshing).toContain('"slow"');
    expect(refreshing).toContain("GIVEN");
    provide(named);
    const preview = await stack.preview();
    expect(preview).toContain("envs.TOKEN was changed on the platform since the last `pulumi up`");
    expect(preview).toContain("1 to update");
    expect(findWords(words, { both, refreshing, preview, ...readFiles(stack) })).toEqual([]);
    await stack.up();
    expect(findFunction(stack.emulator, "mailer")?.envs).toEqual({ ...envs, TOKEN: named });
    await expectConverged(stack);
  },
);
