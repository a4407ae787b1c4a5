import { spawn } from "node:child_process";
import { once } from "node:events";
import { endChild, isDynamicHost, isHost, killIfRunning, readFirstLine } from "../../lab/processes";

const start = (script: string, node = process.execPath) =>
  spawn(node, ["--eval", script], { stdio: ["ignore", "pipe", "inherit"] });

describe("the first line of a child", () => {
  test("is read, also from one that ends at once", async () => {
    await expect(readFirstLine(start('console.log("port 5"); console.log("more")'))).resolves.toBe("port 5");
    const running = start('console.log("ready"); setInterval(() => {}, 1000)');
    await expect(readFirstLine(running)).resolves.toBe("ready");
    await endChild(running);
  });

  test.each<[what: string, script: string, node: string | undefined, reason: RegExp]>([
    ["ends", "process.exit(3)", undefined, /has ended \(exit code 3\) before it printed a line$/],
    ["is killed", 'process.kill(process.pid, "SIGKILL")', undefined, /has ended \(SIGKILL\) before/],
    ["cannot be started", "", "/no/such/node", /ENOENT/],
  ])("is not waited for if the child %s", async (_what, script, node, reason) => {
    await expect(readFirstLine(start(script, node))).rejects.toThrow(reason);
  });
});

test("a child that has ended is ended at once", async () => {
  const child = start("");
  await once(child, "exit");
  await endChild(child);
});

describe("a process that may have ended by itself", () => {
  test("is killed, unless it has", async () => {
    const child = start("setInterval(() => {}, 1000)");
    killIfRunning(child.pid!);
    expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
    killIfRunning(child.pid!);
  });

  test("is an error where it may not be killed", () => {
    const refused = Object.assign(new Error("kill EPERM"), { code: "EPERM" });
    const kill = jest.spyOn(process, "kill").mockImplementation(() => {
      throw refused;
    });
    try {
      expect(() => killIfRunning(1)).toThrow(refused);
    } finally {
      kill.mockRestore();
    }
  });
});

test.each<[command: string, isHost: boolean, isDynamic: boolean]>([
  ["/usr/bin/node /x/@pulumi/pulumi/cmd/dynamic-provider/index.js 127.0.0.1:1", true, true],
  ["node.exe C:\\x\\provider\\plugin\\index.js 127.0.0.1:1", true, false],
  ["/bin/sh /x/bin/pulumi-resource-pulumi-nodejs 127.0.0.1:1", false, true],
  ["node /x/cmd/run/index.js", false, false],
  ["vi /x/provider/plugin/index.js", false, false],
])("%s", (command, host, dynamic) => {
  expect([isHost(command), isDynamicHost({ pid: 1, parent: 1, session: 1, command })]).toEqual([host, dynamic]);
});
