import { CloudFunction, OriginGroup } from "pulumi-edgecloud";
import { startProxy, type ProxyServer, type Turn } from "../../network/proxy-server";
import { authority, startTlsFront } from "../../network/tls-front";
import { required } from "../../engine/setup/functions";
import { engineTest, failureText, type TestStack } from "../../engine/setup/test-stack";

/** A host that only the proxy of a test can find. */
const config = { "edgecloud:baseUrl": { value: "https://platform.test" } };

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** The platform of a stack behind TLS, and the proxy that leads there. */
async function proxyTo(stack: TestStack, turns?: readonly Turn[]): Promise<ProxyServer> {
  const front = await startTlsFront(stack.emulator.url);
  const proxy = await startProxy({ turns, hosts: { "platform.test": front.port } });
  closing.push(front.close, proxy.close);
  return proxy;
}

/** Sets the environment of everything that the engine starts; what is set where the tests run does not count. */
function setEnvironment(stack: TestStack, variables: Record<string, string>): void {
  const unset = { https_proxy: "", http_proxy: "", all_proxy: "", no_proxy: "" };
  const upper = { HTTPS_PROXY: "", HTTP_PROXY: "", ALL_PROXY: "", NO_PROXY: "" };
  Object.assign(stack.stack.workspace.envVars, { ...unset, ...upper, NODE_EXTRA_CA_CERTS: authority, ...variables });
}

const withLogin = ({ url }: ProxyServer) => url.replace("://", "://user:p%40ss%3Aw%2Frd@");

const declare = (useNext = false) => {
  return () => {
    new OriginGroup("assets", { name: "assets", useNext, sources: [{ source: "a.example.com" }] });
    new CloudFunction("resize", required);
  };
};

// test/unit/api/proxy.test.ts has all settings.
engineTest(
  "proxy: reports its refusal as such, and leaves nothing in the state; a full life cycle over https, with a private " +
    "certificate authority, and without the progress",
  { config, seed: { cloud: { taskLife: { newPolls: 1, runningPolls: 3 } } } },
  async (stack) => {
    const turns: Turn[] = [407];
    const proxy = await proxyTo(stack, turns);
    setEnvironment(stack, { HTTPS_PROXY: withLogin(proxy) });
    stack.program = declare();
    const failure = await failureText(stack.up());
    expect(failure).toContain(`creating origin group "assets": the proxy 127.0.0.1:${proxy.port} `);
    expect(failure).toContain("HTTPS_PROXY");
    expect(failure).not.toMatch(/p%40ss|p@ss|it is not known/);
    expect(await stack.resources()).toEqual([]);
    expect(stack.emulator.requests()).toEqual([]);

    turns[0] = "pass";
    expect(await stack.up()).toMatch(/\d s .*: function resize/);
    setEnvironment(stack, { https_proxy: withLogin(proxy) });
    stack.program = declare(true);
    expect(await stack.up()).toMatch(/~ 1 updated\n +2 unchanged/);
    await stack.refresh();
    await stack.destroy();
    expect(
      stack
        .changes()
        .map((change) => change.replace(/\/\d+ /, "/<id> "))
        .sort(),
    ).toEqual([
      "DELETE /cdn/origin_groups/<id> 204",
      "DELETE /cloud/v1/faas/namespaces/12/7/images/functions/resize 200",
      "POST /cdn/origin_groups 201",
      "POST /cloud/v1/faas/namespaces/12/7/images/functions 200",
      "PUT /cdn/origin_groups/<id> 200",
    ]);
    expect(new Set(proxy.requests)).toEqual(new Set(["CONNECT platform.test:443"]));
    expect(proxy.requests.length).toBeLessThan(stack.emulator.requests().length);
    const basic = `Basic ${Buffer.from("user:p@ss:w/rd").toString("base64")}`;
    expect(new Set(proxy.headers.map((headers) => headers["proxy-authorization"]))).toEqual(new Set([basic]));
    expect(JSON.stringify(proxy.headers)).not.toContain("demo-key");
  },
);
