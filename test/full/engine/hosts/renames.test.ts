import { CloudFunction, OriginGroup } from "pulumi-edgecloud";
import { required } from "../../../engine/setup/functions";
import { engineTest } from "../../../engine/setup/test-stack";

const sources = [{ source: "a.example.com" }];

/** A group and a function whose resources have such names in the program. */
const named = (suffix: string, aliases: string[] = []) => {
  return () => {
    const opts = (name: string) => ({ aliases: aliases.map((alias) => ({ name: `${name}${alias}` })) });
    new OriginGroup(`assets${suffix}`, { name: "assets", sources }, opts("assets"));
    new CloudFunction(`resize${suffix}`, { ...required }, opts("resize"));
  };
};

engineTest(
  "rename: the preview warns that up will find the existing object, and says what to do",
  {},
  async (stack) => {
    stack.program = named("");
    expect(await stack.preview()).not.toContain("will fail");
    await stack.up();
    stack.program = named("2");
    const preview = await stack.preview();
    expect(preview).toMatch(/\+ 2 to create\n +- 2 to delete/);
    expect(preview).toContain(
      'origin group "assets": `pulumi up` will fail unless it first deletes or renames what is there now: name: the account ' +
        'already has an origin group "assets" (ID 1001) with the same content. What to do:\n',
    );
    expect(preview).toContain(
      'function "resize": `pulumi up` will fail unless it first deletes or renames what is there now: name: the namespace ' +
        '"images" already has a function "resize" (with the same content). What to do:\n',
    );
    expect(preview).toContain("- If this resource was renamed or moved in the program: give it an alias");

    // As the message says.
    stack.program = named("2", [""]);
    expect(await stack.preview()).not.toContain("will fail");
    expect(await stack.up()).toMatch(/Resources:\n +3 unchanged\n/);
  },
);
