import type { JsonObject } from "../../../provider/values/json";
import { checkCloudFunction } from "../../../provider/resources/cloud-function/check";
import { args, optional } from "./functions";
import { failureOf } from "../core/failure";

type Row = [rule: string, change: JsonObject, property: string, reason: string];

const labelRule = "must be 2 to 26 lowercase letters, digits and dashes, begin with a letter and not end with a dash";
const ruler = "📏";

const requiredRows: Row[] = ["namespace", "name", "mainMethod", "runtime", "flavor", "timeout"].map((key) => [
  `${key} is not given`,
  { [key]: undefined },
  key,
  "is required",
]);

const typeRows: Row[] = [
  ...["namespace", "name", "code", "mainMethod", "runtime", "flavor", "dependencies", "description"].flatMap(
    (key): Row[] => [
      [`${key}: a number`, { [key]: 7 }, key, "must be a string, not a number"],
      [`${key}: null`, { [key]: null }, key, "must be a string, not null"],
      [`${key}: an array`, { [key]: ["text"] }, key, "must be a string, not an array"],
    ],
  ),
  ...["projectId", "regionId", "timeout", "taskTimeoutSeconds"].flatMap((key): Row[] => [
    [`${key}: a text`, { [key]: "30" }, key, "must be a number, not a string"],
    [`${key}: a fraction`, { [key]: 1.5 }, key, "must be a whole number"],
  ]),
  ...["enableApiKey", "disabled", "adopt"].flatMap((key): Row[] => [
    [`${key}: a text`, { [key]: "true" }, key, "must be a boolean, not a string"],
    [`${key}: null`, { [key]: null }, key, "must be a boolean, not null"],
  ]),
  ["onDestroy: another word", { onDestroy: "restore" }, "onDestroy", 'must be one of "delete", "retain"'],
  ["onDestroy: a flag", { onDestroy: true }, "onDestroy", 'must be one of "delete", "retain"'],
  ["autoscaling: a number", { autoscaling: 5 }, "autoscaling", "must be an object, not a number"],
  ["autoscaling: an array", { autoscaling: [1, 5] }, "autoscaling", "must be an object, not an array"],
  [
    "autoscaling.minInstances: a text",
    { autoscaling: { minInstances: "1" } },
    "autoscaling.minInstances",
    "must be a number, not a string",
  ],
  [
    "autoscaling.maxInstances: a fraction",
    { autoscaling: { maxInstances: 1.5 } },
    "autoscaling.maxInstances",
    "must be a whole number",
  ],
  ["envs: a text", { envs: "A=1" }, "envs", "must be an object, not a string"],
  ["envs: an array", { envs: ["A=1"] }, "envs", "must be an object, not an array"],
  ["envs: a number as value", { envs: { PORT: 80 } }, "envs.PORT", "must be a string, not a number"],
  ["envs: null as value", { envs: { PORT: null } }, "envs.PORT", "must be a string, not null"],
];

const labelRows: Row[] = ["namespace", "name"].flatMap((key) =>
  [
    "",
    "a",
    "a".repeat(27),
    "1resize",
    "-resize",
    "resize-",
    "Resize",
    "reSize",
    "re_size",
    "re.size",
    "größe",
    "ab\n",
  ].map((value): Row => [`${key}: ${JSON.stringify(value)}`, { [key]: value }, key, labelRule]),
);

const limitRows: Row[] = [
  ...["runtime", "flavor", "mainMethod"].flatMap((key) =>
    ["", " "].map((blank): Row => [`${key}: "${blank}"`, { [key]: blank }, key, "must not be blank"]),
  ),
  ["code: empty", { code: "" }, "code", "must not be empty"],
  ["code: too long", { code: "x".repeat(100_001) }, "code", "must have at most 100000 characters"],
  ["code: code points", { code: ruler.repeat(100_001) }, "code", "must have at most 100000 characters"],
  ["mainMethod: too long", { mainMethod: "m".repeat(101) }, "mainMethod", "must have at most 100 characters"],
  ["mainMethod: code points", { mainMethod: ruler.repeat(101) }, "mainMethod", "must have at most 100 characters"],
  ["timeout: below", { timeout: -1 }, "timeout", "must be at least 0"],
  ["timeout: above", { timeout: 1806 }, "timeout", "must be at most 1805"],
  ...["minInstances", "maxInstances"].flatMap((key): Row[] => [
    [`${key}: below`, { autoscaling: { [key]: -1 } }, `autoscaling.${key}`, "must be at least 0"],
    [`${key}: above`, { autoscaling: { [key]: 51 } }, `autoscaling.${key}`, "must be at most 50"],
  ]),
  [
    "minInstances above maxInstances",
    { autoscaling: { minInstances: 6, maxInstances: 5 } },
    "autoscaling.minInstances",
    "must not be above maxInstances: 6 is above 5",
  ],
  [
    "dependencies: too long",
    { dependencies: "d".repeat(100_001) },
    "dependencies",
    "must have at most 100000 characters",
  ],
  ["description: too long", { description: "d".repeat(256) }, "description", "must have at most 255 characters"],
  ["description: code points", { description: ruler.repeat(256) }, "description", "must have at most 255 characters"],
  ["envs: value too long", { envs: { A: "v".repeat(256) } }, "envs.A", "must have at most 255 characters"],
  ["envs: value, code points", { envs: { A: ruler.repeat(256) } }, "envs.A", "must have at most 255 characters"],
  ["projectId: zero", { projectId: 0 }, "projectId", "must be at least 1"],
  ["regionId: zero", { regionId: 0 }, "regionId", "must be at least 1"],
  ["taskTimeoutSeconds: below", { taskTimeoutSeconds: -1 }, "taskTimeoutSeconds", "must be at least 0"],
];

const envNameRule =
  "must have a name of 1 to 255 Latin letters, digits and underscores that does not begin with a digit";
const envNameRows: Row[] = [
  ["", 'envs[""]'],
  ["1ST", 'envs["1ST"]'],
  ["MY-KEY", 'envs["MY-KEY"]'],
  ["MY KEY", 'envs["MY KEY"]'],
  ["a.b", 'envs["a.b"]'],
  ["GRÖSSE", 'envs["GRÖSSE"]'],
  ["A\n", 'envs["A\\n"]'],
  ["K".repeat(256), `envs.${"K".repeat(256)}`],
].map(([name = "", property = ""]): Row => [JSON.stringify(name), { envs: { [name]: "v" } }, property, envNameRule]);

const unknownRows: Row[] = [
  ["nothing near", { enviroment: {} }, "enviroment", "is not a property; remove it"],
  ["wire name", { main_method: "x" }, "main_method", 'is not a property (did you mean "mainMethod"?); remove it'],
  ["wire name of the code", { code_text: "x" }, "code_text", "is not a property; remove it"],
  ["misspelt", { descripton: "x" }, "descripton", 'is not a property (did you mean "description"?); remove it'],
  [
    "in autoscaling",
    { autoscaling: { min_instances: 1 } },
    "autoscaling.min_instances",
    'is not a property (did you mean "minInstances"?); remove it',
  ],
  ["codePath, which the program replaces", { codePath: "a.go" }, "codePath", "is not a property; remove it"],
];

const codeRows: Row[] = [
  ["neither code nor codePath", { code: undefined }, "code", "is required: give code or codePath"],
];

describe.each([
  ["required arguments", requiredRows],
  ["types", typeRows],
  ["namespace and name", labelRows],
  ["limits", limitRows],
  ["names of environment variables", envNameRows],
  ["unknown properties", unknownRows],
  ["code", codeRows],
])("check of %s", (_, rows) => {
  it.each(rows)("%s", (_rule, change, property, reason) => {
    expect(checkCloudFunction(args(change), {}).failures).toEqual([failureOf(property, reason)]);
  });
});

it("reports everything at once", () => {
  const change = {
    ...optional,
    projectId: undefined,
    name: "Resize",
    code: undefined,
    timeout: 9999,
    autoscaling: { minInstances: 6, maxInstances: 5 },
    envs: { "MY-KEY": "v", A: "v".repeat(256) },
    flavour: "small",
  };
  const { failures } = checkCloudFunction(args({ ...change, flavor: undefined }), {});
  expect(failures.map(({ property }) => property).sort()).toEqual([
    "autoscaling.minInstances",
    "code",
    "envs.A",
    'envs["MY-KEY"]',
    "flavor",
    "flavour",
    "name",
    "projectId",
    "timeout",
  ]);
});

it("does not echo values of environment variables", () => {
  const secret = "token-7d793037";
  const { failures } = checkCloudFunction(args({ envs: { "MY-KEY": secret, A: secret.repeat(30) } }), {});
  expect(failures).toHaveLength(2);
  expect(JSON.stringify(failures)).not.toContain(secret);
});
