import { readFileSync } from "node:fs";
import path from "node:path";
import { OriginGroup } from "pulumi-edgecloud";
import { engineTest, failureText } from "../../engine/setup/test-stack";

const page = readFileSync(path.resolve(__dirname, "../../../docs/troubleshooting.md"), "utf8");

engineTest(
  "Pulumi stops at the first wrong resource and reports all its problems, as the page says",
  {},
  async (stack) => {
    expect(page).toContain("Pulumi ends a program at the first resource that is refused.");
    const wrong = new Set(["a", "b"]);
    const sources = [{ source: "a.example.com" }];
    stack.program = () => {
      for (const name of ["a", "b"]) {
        const args = wrong.has(name) ? { name, sources: [], proxyNextUpstream: ["http_999"] } : { name, sources };
        new OriginGroup(`group-${name}`, args as never);
      }
    };
    const failure = await failureText(stack.preview());
    expect(failure).toContain("sources must have at least 1 entry");
    expect(failure).toContain("proxyNextUpstream[0] must be one of");
    const [named, ...others] = [...new Set(failure.match(/(?<=resource 'group-)\w/g))];
    expect(others).toEqual([]);
    wrong.delete(String(named));
    expect(await failureText(stack.preview())).toContain(`resource 'group-${[...wrong].join()}' has`);
  },
);
