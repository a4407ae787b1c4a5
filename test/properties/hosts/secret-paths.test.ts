import fc from "fast-check";
import { startEmulator, type Emulator, type EmulatorState } from "edgecloud-emulator";
import { formatKey, assignKeys, KeyedList } from "../../../provider/core/keyed-lists";
import { collectLeaves, reveal, Secret, sentinel } from "../../../provider/core/tree";
import { DynamicProvider } from "../../../provider/hosts/dynamic/adapter";
import { originGroup } from "../../../provider/resources/origin-group/handler";
import { isJsonObject, mapValues, type JsonObject } from "../../../provider/values/json";
import { literal, openEnvelopes } from "../../unit/hosts/things";
import { tries } from "../tries";

/**
 * In the answer of a provider, the engine hides what the provider marks and the values at the paths of secret inputs, and
 * writes everything else in clear. The test applies that rule to the real adapter and the real emulator.
 */
function asState(answer: unknown, marked: unknown): JsonObject {
  return withMarks(
    openEnvelopes(answer, (value) => new Secret(openEnvelopes(value, (inner) => new Secret(inner)))),
    marked,
  ) as JsonObject;
}

function withMarks(answer: unknown, marked: unknown): unknown {
  if (answer instanceof Secret) {
    // The engine forgets the mark of an object if the input is a plain one (seen with 3.274).
    return isJsonObject(answer.value) && isJsonObject(marked) ? withMarks(answer.value, marked) : answer;
  }
  if (marked instanceof Secret) {
    return new Secret(answer);
  }
  if (Array.isArray(answer)) {
    return hasSecret(marked) ? new Secret(answer) : answer;
  }
  if (isJsonObject(answer) && isJsonObject(marked)) {
    return mapValues(answer, (value, key) => withMarks(value, marked[key]));
  }
  return hasSecret(marked) && answer !== undefined ? new Secret(answer) : answer;
}

const hasSecret = (value: unknown) => collectLeaves(value).some((leaf) => leaf instanceof Secret);
const plain = (value: unknown) => reveal(value) as JsonObject;

interface Kept {
  id: string;
  inputs: JsonObject;
  outputs: JsonObject;
}

/** One bucket of a program; `later`: its name is an output, which a preview does not know. */
interface Bucket {
  name: string;
  version: number;
  later: boolean;
}

type Action =
  | { do: "up"; buckets: Bucket[]; form: "sources" | "legacy"; lost: "before" | "after" | "no"; preview: boolean }
  | { do: "refresh" }
  | { do: "drift"; names: string[]; form: "sources" | "legacy" };

const secretOf = (name: string, version: number, which: string) => `${which}-${name}-${version}-0123456789abcdef`;

const storage = (name: string) => ({ s3Type: "other", s3BucketName: name, s3StorageHostname: "storage.example.com" });

/** What the program side registers. */
function registered({ buckets, form, preview }: Extract<Action, { do: "up" }>): JsonObject {
  const [first] = buckets;
  const config = ({ name, version }: Bucket) => ({
    ...storage(name),
    s3AccessKeyId: new Secret(secretOf(name, version, "access")),
    s3SecretAccessKey: new Secret(secretOf(name, version, "secret")),
  });
  if (form === "legacy" && first) {
    return { ...literal, name: "assets", authType: "cloudSignatureV4", auth: config(first) };
  }
  const isLater = ({ later }: Bucket) => preview && later;
  const entries = buckets.map((bucket) => ({
    originType: "s3",
    config: isLater(bucket) ? { ...config(bucket), s3BucketName: sentinel } : config(bucket),
    hostHeaderOverride: new Secret(secretOf(bucket.name, bucket.version, "secret")),
  }));
  const keyOf = ({ name, later }: Bucket) => (later ? `from ${name}` : formatKey(name));
  const keys = assignKeys(["a.example.com", ...buckets.map(keyOf)]);
  const marks = Object.fromEntries(keys.slice(1).map((key) => [key, { hostHeaderOverride: true }]));
  return {
    ...literal,
    name: "assets",
    sources: new KeyedList(["source"]).toKeyed([{ source: "a.example.com" }, ...entries], keys),
    ...(keys.length > 1 && { __secrets: { sources: marks } }),
  };
}

/** The group after a change outside of Pulumi, with other credentials. */
function drifted(
  { names, form }: Extract<Action, { do: "drift" }>,
  headers: ReadonlyMap<string, string>,
  planted: string | null,
): Partial<EmulatorState["originGroups"][number]> {
  const config = (name: string) => ({
    ...{ s3_type: "other", s3_bucket_name: name, s3_region: null, s3_storage_hostname: "storage.example.com" },
    ...{ s3_access_key_id: "theirs-access-key", s3_secret_access_key: "theirs-secret-key-0001" },
  });
  const switches = { backup: false, enabled: true, host_header_override: null };
  const buckets = names.map((name) => ({
    ...{ ...switches, host_header_override: headers.get(name) ?? null, origin_type: "s3" },
    config: { ...config(name), s3_auth_type: "cloudSignatureV4" },
  }));
  const hosts = [
    { ...switches, source: "b.example.com", host_header_override: planted },
    { ...switches, source: "a.example.com" },
  ];
  const drift =
    form === "legacy" && names[0]
      ? { auth_type: "cloudSignatureV4", auth: config(names[0]), sources: [] }
      : { auth_type: "none", auth: null, sources: [...buckets, ...hosts] };
  return drift as Partial<EmulatorState["originGroups"][number]>;
}

class Engine {
  kept?: Kept;
  /** What was secret in entries of the last program: an entry may go and come back. */
  private headers: ReadonlyMap<string, string> = new Map();
  private readonly adapter = new DynamicProvider(originGroup, { notify: () => undefined });

  constructor(private readonly emulator: Emulator) {
    const config: Record<string, string> = {
      "edgecloud:apiKey": "demo-key",
      "edgecloud:baseUrl": emulator.url,
      "edgecloud:maxRetries": "0",
    };
    void this.adapter.configure({ config: { get: (key) => config[key], require: () => "" } });
  }

  async take(action: Action): Promise<void> {
    switch (action.do) {
      case "up":
        if (action.lost !== "no") {
          this.emulator.addFault({ method: this.kept ? "PUT" : "POST", path: "/cdn/*", reset: action.lost, times: 2 });
        }
        await this.up(action);
        return this.emulator.clearFaults();
      case "refresh":
        return this.refresh();
      case "drift": {
        const state = this.emulator.state();
        const originGroups = state.originGroups.map((group) => ({
          ...group,
          ...drifted(action, this.headers, this.plantedHeader()),
        }));
        this.emulator.replaceState({ ...state, originGroups });
      }
    }
  }

  /** What is secret in the program may come back under another name. */
  private plantedHeader(): string | null {
    const sources = plain(this.kept?.inputs.sources ?? {}) as Record<string, { hostHeaderOverride?: string }>;
    const planted = Object.values(sources).find(({ hostHeaderOverride }) => hostHeaderOverride?.includes("0123"));
    return planted?.hostHeaderOverride ?? null;
  }

  private async up(action: Extract<Action, { do: "up" }>): Promise<void> {
    const marked = registered(action);
    const checked = await this.adapter.check(plain(this.kept?.inputs ?? {}), plain(marked));
    const inputs = { ...(withMarks(checked.inputs, marked) as JsonObject), ...literal };
    this.assertHidden(inputs);
    expect(checked.failures ?? []).toEqual([]);
    if (action.preview) {
      return;
    }
    const mayFail = action.lost !== "no";
    const sent = plain(inputs);
    const { kept } = this;
    if (!kept) {
      return this.settle(inputs, mayFail, () => this.adapter.create(sent));
    }
    const own = action.form === "sources" ? action.buckets.filter(({ later }) => !later) : [];
    this.headers = new Map(own.map(({ name, version }) => [name, secretOf(name, version, "secret")]));
    const { id, outputs } = kept;
    const { changes } = await this.adapter.diff(id, plain(outputs), sent);
    if (changes ?? JSON.stringify(plain(kept.inputs)) !== JSON.stringify(sent)) {
      const update = () => this.adapter.update(id, plain(outputs), sent);
      await this.settle(inputs, mayFail, async () => ({ id, ...(await update()) }));
    } else {
      this.kept = { id, inputs, outputs };
    }
  }

  private async settle(
    inputs: JsonObject,
    mayFail: boolean,
    operate: () => Promise<{ id?: string; outs?: unknown }>,
  ): Promise<void> {
    try {
      const { id, outs } = await operate();
      this.kept = { id: String(id), inputs, outputs: { ...asState(outs, inputs), ...literal } };
    } catch (error) {
      if (!mayFail) {
        throw error;
      }
      const { id, properties, message } = error as { id?: string; properties?: unknown; message: string };
      this.assertHidden({ message });
      if (id !== undefined) {
        // The engine keeps the inputs of before, although it hides the outputs as the new ones are hidden.
        this.kept = { id, inputs: this.kept?.inputs ?? inputs, outputs: asState(properties, inputs) };
      }
    }
  }

  private async refresh(): Promise<void> {
    if (this.kept) {
      const { id, inputs, outputs } = this.kept;
      const read = await this.adapter.read(id, plain(outputs));
      this.kept = {
        id,
        inputs: { ...asState(read.inputs, inputs), ...literal },
        outputs: { ...asState(read.props, outputs), ...literal },
      };
    }
  }

  /** Expects no secret of any program in clear. */
  assertHidden(values: unknown = this.kept): void {
    const shown = collectLeaves(values).filter((leaf) => typeof leaf === "string");
    expect(shown.filter((text) => /(access|secret)-\w+-\d-0123/.test(text))).toEqual([]);
  }
}

const name = fc.constantFrom("media", "film", "logs");
const buckets = fc.uniqueArray(fc.record({ name, version: fc.nat(2), later: fc.boolean() }), {
  selector: (bucket) => bucket.name,
  maxLength: 3,
});
const form = fc.constantFrom<"sources" | "legacy">("sources", "sources", "legacy");
const lost = fc.constantFrom<"no" | "before" | "after">("no", "no", "before", "after");
const is = <Verb extends Action["do"]>(verb: Verb) => fc.constant<Verb>(verb);
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ do: is("up"), buckets, form, lost, preview: fc.boolean() }),
  fc.record({ do: is("refresh") }),
  fc.record({ do: is("drift"), names: fc.uniqueArray(name, { maxLength: 3 }), form }),
);

test("any sequence of operations, moves, renames, drifts and unknowns leaves no secret in clear", async () => {
  const emulator = await startEmulator();
  try {
    const media = { name: "media", version: 0, later: false };
    const first: Action = { do: "up", buckets: [media], form: "sources", lost: "no", preview: false };
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 2, maxLength: 8 }), async (actions) => {
        emulator.replaceState({});
        const engine = new Engine(emulator);
        for (const next of [first, ...actions]) {
          await engine.take(next);
          expect(engine.kept).toBeDefined();
          engine.assertHidden();
        }
      }),
      tries(60),
    );
  } finally {
    await emulator.close();
  }
});
