import { chooseProxy } from "../../provider/config/config";

type Environment = Record<string, string>;

const proxy = "http://proxy.example.com:3128/";
const other = "http://other.example.com:3128/";

describe("the proxy variable that applies", () => {
  it.each<[string, Environment, string | undefined]>([
    ["https://api.example.com", {}, undefined],
    ["https://api.example.com", { HTTPS_PROXY: proxy }, "HTTPS_PROXY"],
    ["https://api.example.com", { https_proxy: proxy }, "https_proxy"],
    ["https://api.example.com", { https_proxy: proxy, HTTPS_PROXY: other }, "https_proxy"],
    ["https://api.example.com", { https_proxy: " ", HTTPS_PROXY: proxy }, "HTTPS_PROXY"],
    ["https://api.example.com", { HTTPS_PROXY: "" }, undefined],
    ["https://api.example.com", { HTTP_PROXY: other }, undefined],
    ["https://api.example.com", { ALL_PROXY: proxy }, "ALL_PROXY"],
    ["https://api.example.com", { all_proxy: proxy, ALL_PROXY: other }, "all_proxy"],
    ["https://api.example.com", { all_proxy: other, HTTPS_PROXY: proxy }, "HTTPS_PROXY"],
    ["https://api.example.com", { Https_Proxy: proxy }, undefined],
    ["http://api.example.com", { HTTP_PROXY: proxy, HTTPS_PROXY: other }, "HTTP_PROXY"],
    ["http://api.example.com", { http_proxy: proxy, HTTP_PROXY: other }, "http_proxy"],
    ["http://api.example.com", { HTTPS_PROXY: other }, undefined],
    ["http://api.example.com", { ALL_PROXY: proxy }, "ALL_PROXY"],
  ])("for %s with %p: %s", (baseUrl, environment, variable) => {
    expect(chooseProxy(baseUrl, environment)).toEqual(variable ? { proxy: { url: proxy, variable } } : {});
  });
});

describe("the address of a proxy", () => {
  it.each([
    ["http://proxy.example.com:3128", proxy],
    [" HTTP://Proxy.Example.com:3128\n", proxy],
    ["http://proxy.example.com", "http://proxy.example.com/"],
    ["https://proxy.example.com", "https://proxy.example.com/"],
    ["http://[::1]:3128", "http://[::1]:3128/"],
    ["http://user@proxy.example.com", "http://user@proxy.example.com/"],
    ["http://user:p%40ss%3Aw%2Frd@proxy.example.com", "http://user:p%40ss%3Aw%2Frd@proxy.example.com/"],
    ["http://user:p@ss@proxy.example.com", "http://user:p%40ss@proxy.example.com/"],
  ])("%p is accepted", (value, url) => {
    expect(chooseProxy("https://api.example.com", { HTTPS_PROXY: value }).proxy?.url).toBe(url);
  });

  const rule =
    "must be the address of an HTTP proxy, like http://proxy.example.com:3128 or " +
    "http://user:password@proxy.example.com:3128, with the characters / ? # @ : % of a login percent-encoded";

  it.each([
    ...["proxy:3128", "proxy.example.com", "bob:hunter2@proxy:3128", "//proxy:3128", "http:bob:hunter2@proxy:3128"],
    ...["socks5://bob:hunter2@proxy:1080", "ftp://bob:hunter2@proxy", "http://proxy:port", "http://proxy:0"],
    ...["http://proxy:65536/", "http://[::1]:-1", "http://", "http://bob:hunter2@", "http://:3128"],
    ...["http://bob:hunter2@pro xy:3128", "http://bob:hun/ter2@proxy:3128", "http://bob:12#hunter2@proxy:3128"],
    ...[
      "http://bob:12?hunter2@proxy:3128",
      "http://bob:hunter2%@proxy:3128",
      "http://%C3:%A9@proxy:3128",
      "http://proxy.example.com/proxy.pac",
    ],
  ])("%p is refused", (value) => {
    expect(chooseProxy("https://api.example.com", { HTTPS_PROXY: value })).toEqual({ problem: `HTTPS_PROXY ${rule}` });
  });

  it("is reported with the variable that it comes from", () => {
    expect(chooseProxy("http://api.example.com", { all_proxy: "proxy" }).problem).toBe(`all_proxy ${rule}`);
  });

  it("is not checked if no call goes through it", () => {
    expect(chooseProxy("https://localhost", { HTTPS_PROXY: "proxy" })).toEqual({});
    expect(chooseProxy("https://api.example.com", { HTTPS_PROXY: "proxy", NO_PROXY: "*" })).toEqual({});
    expect(chooseProxy("https://api.example.com", { HTTPS_PROXY: proxy, ALL_PROXY: "proxy" }).proxy?.url).toBe(proxy);
  });
});

describe("NO_PROXY", () => {
  const direct = (host: string, list: Environment | string) => {
    const environment = typeof list === "string" ? { NO_PROXY: list } : list;
    return chooseProxy(`https://${host}/base`, { HTTPS_PROXY: proxy, ...environment }).proxy === undefined;
  };

  /** An entry, the hosts that are reached directly, and those that are not. */
  it.each<[string, string[], string[]]>([
    ["example.com", ["example.com", "api.example.com", "EXAMPLE.com", "example.com:8443"], []],
    ["example.com", [], ["myexample.com"]],
    [".example.com", ["example.com", "api.example.com", "a.b.example.com"], ["myexample.com"]],
    ["*.example.com", ["example.com", "api.example.com"], ["myexample.com"]],
    ["Api.Example.COM", ["api.example.com"], ["example.com"]],
    ["*", ["example.com", "10.1.2.3", "[fd00::1]"], []],
    ["example.com:8443", ["example.com:8443", "api.example.com:8443"], ["example.com", "example.com:443"]],
    [".example.com:443", ["api.example.com", "api.example.com:443"], ["api.example.com:8443"]],
    ["10.1.2.3", ["10.1.2.3", "10.1.2.3:8443"], ["10.1.2.4", "10.1.2.3.example.com"]],
    ["10.1.2.3:8443", ["10.1.2.3:8443"], ["10.1.2.3"]],
    ["fd00::1", ["[fd00::1]", "[fd00::1]:8443"], ["[fd00::2]", "[fd00::]:1"]],
    ["[fd00::1]:8443", ["[fd00::1]:8443"], ["[fd00::1]"]],
    ["a.test, .b.test\tc.test,\n10.0.0.1", ["a.test", "x.b.test", "c.test", "10.0.0.1"], ["d.test"]],
    ["x, *, y", ["example.com"], []],
  ])("%p", (list, reached, proxied) => {
    expect(reached.filter((host) => !direct(host, list))).toEqual([]);
    expect(proxied.filter((host) => direct(host, list))).toEqual([]);
  });

  it.each([
    ...["10.0.0.0/8", "[", "[]:443", ":443", ":", ".", "*.", ",", "https://api.example.com"],
    ...["api.example.com:x", "*example.com", "api.*", "**"],
  ])("ignores another entry: %p", (entry) => {
    expect(["api.example.com", "10.1.2.3"].filter((host) => direct(host, entry))).toEqual([]);
    expect(direct("other.example", `${entry},other.example`)).toBe(true);
  });

  it("takes precedence in lower case", () => {
    expect(direct("a.example", { no_proxy: "a.example", NO_PROXY: "b.example" })).toBe(true);
    expect(direct("b.example", { no_proxy: "a.example", NO_PROXY: "b.example" })).toBe(false);
    expect(direct("b.example", { no_proxy: "", NO_PROXY: "b.example" })).toBe(true);
  });

  it.each(["localhost", "127.0.0.1", "127.1.2.3:8080", "[::1]", "0x7f.1"])(
    "always includes %s, which a remote proxy could not reach",
    (host) => {
      expect(direct(host, "")).toBe(true);
      expect(direct(host, "unrelated.example")).toBe(true);
    },
  );

  it.each(["localhost.example.com", "mylocalhost", "128.0.0.1", "[::2]"])("does not include %s by default", (host) => {
    expect(direct(host, "")).toBe(false);
  });
});
