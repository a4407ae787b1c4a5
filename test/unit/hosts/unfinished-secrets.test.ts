import { secretPathsKey } from "../../../provider/core/hidden-properties";
import { Secret } from "../../../provider/core/tree";
import { resize, useEmulator } from "./credentials";
import { hosts } from "./stored-resource";
import { cloudFunction } from "../../../provider/resources/cloud-function/handler";

const getPlatform = useEmulator();
const path = "/cloud/v1/faas/namespaces/12/7/images/functions/resize";

it.each(Object.entries(hosts))(
  "%s keeps what an unfinished update may not have replaced, hidden as before",
  async (_, create) => {
    const { emulator, config } = getPlatform();
    const resource = create(cloudFunction, config);
    const secret = "token-7d793037";
    const marked = [["envs", "TOKEN"], ["dependencies"]];
    await resource.up({
      ...resize({ envs: { TOKEN: new Secret(secret), MODE: "fast" }, dependencies: new Secret(`pkg ${secret}`) }),
      [secretPathsKey]: marked,
    });
    const theirs = { envs: { TOKEN: secret, THEIRS: "added-by-hand" } };
    const headers = { authorization: "apikey demo-key", "content-type": "application/json" };
    const patched = await fetch(emulator.url + path, { method: "PATCH", headers, body: JSON.stringify(theirs) });
    expect(patched.status).toBe(200);
    emulator.addFault({ method: "PATCH", path, reset: "before", times: 9 });
    const error = await resource.up({ ...resize({ envs: { MODE: "slow" } }), [secretPathsKey]: [] });
    expect(String(error)).toContain("it is not known whether the change was carried out");
    expect(resource.all()).toMatch(/"operation":.*token-7d793037|token-7d793037.*"operation":/);
    expect(resource.shown()).not.toMatch(/token-7d793037|added-by-hand/);
  },
);
