import * as pulumi from "@pulumi/pulumi";
import { CloudFunction, OriginGroup, type CloudFunctionArgs, type OriginGroupArgs } from "pulumi-edgecloud";
import { EventRecorder } from "../../engine/setup/events";
import { expectConverged } from "../../engine/setup/expectations";
import { changeFunctions, findFunction, pathOf, required } from "../../engine/setup/functions";
import { changeGroups } from "../../engine/setup/platform";
import { captureOperation, readFiles, findWords } from "../../engine/setup/search";
import {
  allCredentials,
  cloudBucket,
  credentials,
  legacyBucket,
  storedCloudBucket,
  storedLegacyBucket,
} from "../../engine/setup/sources";
import { engineTest, type TestStack } from "../../engine/setup/test-stack";

const bucket = (name: pulumi.Input<string>): OriginGroupArgs["sources"] => {
  const { config: known, ...source } = cloudBucket("media", credentials);
  return [{ source: "a.example.com" }, { ...source, config: { ...known, s3BucketName: name } }];
};

const [own, theirs, token] = ["tests-variable-0001", "tests-variable-0002", "tests-token-of-before-0001"];

/** What nothing must show. */
const words = [...allCredentials, own, theirs, token];

/** The arguments of each story's resource, which change between operations. */
interface Declared {
  /** A bucket whose name becomes an equal output, and a name again. */
  named: Partial<OriginGroupArgs>;
  /** A bucket known by its position, which others move and rename. */
  moved: Partial<OriginGroupArgs>;
  /** A legacy group that drifts to sources, and later sources that drift to a legacy group. */
  turned: Partial<OriginGroupArgs>;
  /** A legacy group that is adopted as sources, and the answer is lost. */
  adopted: Partial<OriginGroupArgs>;
  /** A function with a variable that others rename. */
  varied: Partial<CloudFunctionArgs>;
  /** A function whose secrets are removed while its last change is in progress. */
  freed: Partial<CloudFunctionArgs>;
}

const formerSecrets = { dependencies: pulumi.secret(`pkg ${token}`), envs: { A: pulumi.secret(token) } };

const first: Declared = {
  named: { sources: bucket("media") },
  moved: { sources: bucket(pulumi.output("media")) },
  turned: { authType: "cloudSignatureV4", auth: legacyBucket },
  adopted: { originGroupId: 101, sources: bucket("media") },
  varied: { envs: { TOKEN: pulumi.secret(own) } },
  freed: formerSecrets,
};

function declare({ varied, freed, ...groups }: Declared): void {
  for (const [name, args] of Object.entries<Partial<OriginGroupArgs>>(groups)) {
    new OriginGroup(name, { name, ...args });
  }
  for (const [name, args] of Object.entries({ varied, freed })) {
    new CloudFunction(name, { ...required, name, ...args });
  }
}

type Operation = "up" | "preview" | "refresh";
type Options = Parameters<typeof captureOperation>[2];

/** Runs an operation and expects no secret in all that it says and leaves on the disk. */
async function run(stack: TestStack, ...how: [operation: Operation, options?: Options]): Promise<string> {
  const [operation] = how;
  const text = await captureOperation(stack, ...how);
  expect([operation, findWords(words, { text, ...readFiles(stack) })]).toEqual([operation, []]);
  return text;
}

/** A preview shows no step for the resources of that name. */
async function expectNothingToDo(stack: TestStack, ...names: (keyof Declared)[]): Promise<string> {
  const preview = await run(stack, "preview");
  expect(names.filter((name) => new RegExp(`\\[urn=\\S+::${name}\\]`).test(preview))).toEqual([]);
  return preview;
}

/** An `up` in which nothing but these resources fails. */
async function expectFailureOf(stack: TestStack, ...names: (keyof Declared)[]): Promise<void> {
  const recorder = new EventRecorder();
  await run(stack, "up", { fails: true, onEvent: recorder.onEvent });
  expect(recorder.failed).toEqual(names.toSorted());
}

async function refreshAll(stack: TestStack): Promise<void> {
  // A refresh would end the story of the function whose change is in progress.
  const exclude = (await stack.resources()).map(({ urn }) => urn).filter((urn) => urn.endsWith("::freed"));
  await run(stack, "refresh", { exclude });
}

const changeGroup = ({ emulator }: TestStack, name: keyof Declared, change: object) =>
  changeGroups(emulator, (group) => (group.name === name ? change : {}));

const found = {
  id: 101,
  name: "adopted",
  auth_type: "cloudSignatureV4",
  auth: {
    s3_type: "other",
    s3_bucket_name: "media",
    s3_storage_hostname: "storage.example.com",
    s3_access_key_id: "found-access-key",
    s3_secret_access_key: "found/secret/key/00001",
  },
} as const;

/** The next PUT to the adopted group has no answer, whether it was carried out or not. */
const loseAnswer = ({ emulator }: TestStack, reset: "before" | "after") =>
  emulator.addFault({ method: "PUT", path: "/cdn/origin_groups/101", reset, times: 9 });

const config = { "edgecloud:maxRetries": { value: "0" } };

engineTest(
  "no credential shows when names of buckets become outputs, buckets move, groups turn from legacy to sources and " +
    "back, the answer to an adoption is lost, variables are renamed, or the removal of a secret is in progress",
  { config, seed: { originGroups: [found] }, changed: ["adopted"] },
  async (stack) => {
    const { emulator } = stack;
    let declared = first;
    stack.program = () => declare(declared);
    loseAnswer(stack, "before");
    await expectFailureOf(stack, "adopted");
    emulator.clearFaults();
    await run(stack, "preview");

    changeGroup(stack, "moved", {
      sources: [
        storedCloudBucket("media"),
        { source: "b.example.com", backup: false, enabled: true, host_header_override: null },
      ],
    });
    changeGroup(stack, "turned", { auth_type: "none", auth: null, sources: [storedCloudBucket("media")] });
    changeFunctions(emulator, ({ name }) => (name === "varied" ? { envs: { MOVED: own, THEIRS: theirs } } : {}));
    await refreshAll(stack);
    expect(await expectNothingToDo(stack, "named", "freed")).toMatch(/- MOVED *: \[secret\]/);

    // The repairs succeed; the change of one function outlasts its limit.
    declared = {
      ...declared,
      named: { sources: bucket(pulumi.output("media")) },
      freed: { ...formerSecrets, description: "new", taskTimeoutSeconds: 1 },
    };
    loseAnswer(stack, "after");
    emulator.addFault({ method: "PATCH", path: pathOf("freed"), tasks: { newMs: 3_600_000 } });
    await expectFailureOf(stack, "adopted", "freed");
    emulator.clearFaults();
    expect(findFunction(emulator, "varied")?.envs).toEqual({ TOKEN: own });
    await expectNothingToDo(stack, "moved", "turned", "varied");

    changeGroup(stack, "moved", { sources: [storedCloudBucket("other"), storedCloudBucket("media")] });
    await refreshAll(stack);
    await expectNothingToDo(stack, "named", "turned", "varied");

    // Nothing is sent for the function, but the raised limit is stored in the state.
    declared = {
      ...declared,
      named: { sources: bucket("media") },
      turned: { sources: bucket("media") },
      freed: { dependencies: "pkg", envs: { A: "open" }, description: "new", taskTimeoutSeconds: 2 },
    };
    await expectFailureOf(stack, "freed");
    await expectNothingToDo(stack, "moved", "turned", "adopted", "varied");

    changeGroup(stack, "moved", { sources: [storedCloudBucket("media")] });
    changeGroup(stack, "turned", storedLegacyBucket("media"));
    await refreshAll(stack);
    // The tasks end, and the next change is in progress.
    emulator.advanceClock(3_600_000);
    emulator.addFault({ method: "PATCH", path: pathOf("freed"), tasks: { newMs: 3_600_000 } });
    await expectFailureOf(stack, "freed");
    await expectNothingToDo(stack, "named", "moved", "turned", "adopted", "varied");

    emulator.advanceClock(3_600_000);
    await run(stack, "up");
    await run(stack, "preview");
    await expectConverged(stack);
  },
);
