import * as pulumi from "@pulumi/pulumi";
import { CloudFunction, FunctionNamespace, type FunctionNamespaceArgs } from "pulumi-edgecloud";
import { expectConverged } from "../setup/expectations";
import { createFunctionSeed, required } from "../setup/functions";
import { diffOf } from "../setup/previews";
import { findWords, readFiles } from "../setup/search";
import { engineTest, failureText } from "../setup/test-stack";

const secret = "tests-namespace-secret";
const namespacesPath = "/cloud/v1/faas/namespaces/12/7";

engineTest(
  "a namespace and its function: made in one up, changed, repaired and destroyed in the right order; a function " +
    "of somebody else is named",
  {},
  async (stack) => {
    const { emulator } = stack;
    const { projectId, regionId } = required;
    let args: Partial<FunctionNamespaceArgs> = {
      description: "Pages.",
      envs: { MODE: "fast", TOKEN: pulumi.secret(secret) },
    };
    stack.program = () => {
      const web = new FunctionNamespace("web", { projectId, regionId, name: "web", ...args });
      const { id } = new CloudFunction("resize", { ...required, namespace: web.namespace });
      return { id, namespace: web.namespace, status: web.status };
    };
    const find = () => emulator.state().namespaces.find(({ name }) => name === "web")!;

    const outputs = await stack.outputs();
    expect(Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value as unknown]))).toEqual({
      id: "12/7/web/resize",
      namespace: "web",
      status: "Active",
    });
    expect(stack.changes()).toEqual([`POST ${namespacesPath} 200`, `POST ${namespacesPath}/web/functions 200`]);
    expect(find()).toMatchObject({ description: "Pages.", envs: { MODE: "fast", TOKEN: secret } });
    expect(findWords([secret], readFiles(stack))).toEqual([]);
    await expectConverged(stack);

    // Somebody changes both fields, and the program one of them: the function is not touched.
    const changed = { ...find(), description: "By hand.", envs: { MODE: "slow" } };
    const others = emulator.state().namespaces.filter(({ name }) => name !== "web");
    emulator.replaceState({ ...emulator.state(), namespaces: [...others, changed] });
    emulator.clearRequests();
    args = { ...args, description: "More pages." };
    await stack.refresh();
    const text = await stack.preview();
    expect(diffOf(text, "web")).toBe(
      '~ description: "By hand." => "More pages." ~ envs : { ~ MODE : "slow" => "fast" + TOKEN: [secret] }',
    );
    expect(text).toContain("2 unchanged");
    await stack.up();
    expect(stack.changes()).toEqual([`PATCH ${namespacesPath}/web 200`]);
    expect(find()).toMatchObject({ description: "More pages.", envs: { MODE: "fast", TOKEN: secret } });

    emulator.seed({ functions: [createFunctionSeed({ namespace: "web", name: "of-others" })] });
    emulator.clearRequests();
    expect(await failureText(stack.destroy())).toContain(
      'deleting namespace "web": it still has the function "of-others"',
    );
    const functions = emulator.state().functions.filter(({ name }) => name !== "of-others");
    emulator.replaceState({ ...emulator.state(), functions });
    await stack.destroy();
    expect(stack.changes()).toEqual([
      `DELETE ${namespacesPath}/web/functions/resize 200`,
      `DELETE ${namespacesPath}/web 409`,
      `DELETE ${namespacesPath}/web 200`,
    ]);
  },
);
