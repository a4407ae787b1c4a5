import * as pulumi from "@pulumi/pulumi";
import { engineTest, failureText } from "../../engine/setup/test-stack";
import { yamlProject, yamlTest } from "../../engine/setup/yaml-stack";

class Other extends pulumi.CustomResource {}

const group = { name: "assets", sources: [{ source: "a.example.com" }] };
const resources = "edgecloud:index:CloudFunction, edgecloud:index:OriginGroup, edgecloud:index:SnapshotAttributes";
const meant = (token: string) => ` (did you mean "edgecloud:index:${token}"?)`;

/** Expects one sentence, in each place where Pulumi shows it, and no stack of the plugin. */
function expectSentence(text: string, sentence: string): void {
  expect(text).toContain(sentence);
  expect(text).not.toMatch(/ at .*provider\/plugin\/index\.js/);
}

yamlTest("an import of an unknown type suggests the right one", yamlProject(""), {}, async (stack) => {
  const wrong: [token: string, rest: string][] = [
    ["edgecloud:index:Origingroup", meant("OriginGroup")],
    ["edgecloud:cdn:OriginGroup", meant("OriginGroup")],
    ["edgecloud:index:Nothing", `; it has ${resources}`],
  ];
  for (const [token, rest] of wrong) {
    const failure = await failureText(stack.import(token, "assets", "101"));
    expectSentence(failure, `error: Preview failed: the package edgecloud has no resource ${token}${rest}\n`);
  }
  // Nothing is in the stack, not even the stack itself.
  expect(await stack.preview()).toMatch(/ \+ 1 to create\n$/);
});

engineTest("an unknown resource or function is named, with a suggestion", {}, async (stack) => {
  const wrong: [program: () => unknown, said: string][] = [
    [
      () => void new Other("edgecloud:index:Origingroups", "assets", group),
      `error: the package edgecloud has no resource edgecloud:index:Origingroups${meant("OriginGroup")}\n`,
    ],
    [
      () => void new Other("edgecloud:cdn:OriginGroup", "assets", group),
      `error: the package edgecloud has no resource edgecloud:cdn:OriginGroup${meant("OriginGroup")}\n`,
    ],
    [
      () => pulumi.runtime.invoke("edgecloud:index:getorigingroup", { name: "assets" }),
      `the package edgecloud has no function edgecloud:index:getorigingroup${meant("getOriginGroup")}\n`,
    ],
    [
      () => pulumi.runtime.invoke("edgecloud:index:constructor", {}),
      "the package edgecloud has no function edgecloud:index:constructor; it has edgecloud:index:getFunction, ",
    ],
  ];
  for (const [program, said] of wrong) {
    stack.program = program;
    expectSentence(await failureText(stack.preview()), said);
  }
});
