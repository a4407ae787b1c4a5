import { forgetUserSettings } from "../../tools/engine";

const environment = process.env;

afterEach(() => {
  process.env = environment;
});

const settings = {
  EDGECLOUD_API_KEY: "key",
  EDGECLOUD_BASE_URL: "https://api.example.com",
  HTTPS_PROXY: "http://proxy:1",
  http_proxy: "http://proxy:1",
  All_Proxy: "http://proxy:1",
  NO_PROXY: "example.com",
  NODE_EXTRA_CA_CERTS: "authority.pem",
};

const others = { PATH: "/bin", MY_EDGECLOUD_KEY: "mine", npm_config_proxy: "http://proxy:1", NODE_ENV: "test" };

test("a user's connections, proxies and options of Node.js are forgotten, and nothing else", () => {
  process.env = { ...settings, ...others, NODE_OPTIONS: "--inspect" };
  forgetUserSettings();
  expect(process.env).toEqual(others);
});

test("options of Node.js are kept on demand", () => {
  process.env = { ...settings, ...others, NODE_OPTIONS: "--inspect" };
  forgetUserSettings({ keepsNodeOptions: true });
  expect(process.env).toEqual({ ...others, NODE_OPTIONS: "--inspect" });
});
