import { describeCredentials } from "../../../provider/cli/doctor/credentials";

const identify = (type: string, name: string) => ({ type, urn: `urn:pulumi:dev::test::${type}::${name}` });

/** An exported state, of either host. */
const state = JSON.stringify({
  deployment: {
    resources: [
      { ...identify("pulumi:pulumi:Stack", "test-dev") },
      {
        ...identify("pulumi-nodejs:dynamic/edgecloud:OriginGroup", "assets"),
        inputs: { sources: { media: { config: { s3AccessKeyIdFrom: { env: "DOCTOR_KEY" } } } } },
      },
      {
        ...identify("edgecloud:index:OriginGroup", "other"),
        inputs: { sources: [{ config: { s3SecretAccessKeyFrom: { file: "/no/such/file" } } }] },
      },
      {
        ...identify("edgecloud:index:CloudFunction", "resize"),
        inputs: { envsFrom: { TOKEN: { env: "DOCTOR_KEY" }, env: { env: "DOCTOR_EMPTY" } }, validFrom: "today" },
      },
      {
        ...identify("other:index:Server", "of-another-package"),
        inputs: { passwordFrom: { env: "DOCTOR_OTHER" } },
      },
    ],
  },
});

test("doctor lists the names that a stack uses, by whom, and whether they can be read", () => {
  Object.assign(process.env, { DOCTOR_KEY: "value-of-the-key", DOCTOR_EMPTY: "" });
  const findings = describeCredentials(state);
  expect(findings.map(({ level, message }) => `${level}: ${message}`)).toEqual([
    "ok: the environment variable DOCTOR_KEY can be read (s3AccessKeyIdFrom of assets, envsFrom.TOKEN of resize)",
    "warning: the file /no/such/file does not exist (s3SecretAccessKeyFrom of other)",
    "warning: the environment variable DOCTOR_EMPTY is empty (envsFrom.env of resize)",
  ]);
  expect(JSON.stringify(findings)).not.toContain("value-of-the-key");
});

test("doctor finds nothing in an empty stack", () => {
  expect(describeCredentials('{"version":3,"deployment":null}')).toEqual([]);
});
