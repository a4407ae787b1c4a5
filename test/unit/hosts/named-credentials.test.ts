import { mkdtempSync, symlinkSync } from "node:fs";
import path from "node:path";
import type { Emulator } from "edgecloud-emulator";
import { originGroup } from "../../../provider/resources/origin-group/handler";
import {
  file,
  first,
  folder,
  group,
  namedKinds,
  names,
  place,
  provide,
  resize,
  second,
  token,
  useEmulator,
  words,
} from "./credentials";
import { silentDisplay } from "../core/jobs";
import { PluginResource } from "../../../provider/hosts/plugin/plugin-resource";
import { HostSettings } from "../../../provider/hosts/settings";
import { hosts, type StoredResource } from "./stored-resource";
import { cloudFunction } from "../../../provider/resources/cloud-function/handler";
import { Unknown } from "../../../provider/core/tree";

const getPlatform = useEmulator();

let emulator: Emulator;
let config: Record<string, string>;
let runs = 0;

beforeEach(() => {
  ({ emulator, config } = getPlatform());
});

/** The credentials that the platform has. */
function readPlatform(): unknown {
  const { originGroups, functions } = emulator.state();
  const text = JSON.stringify([originGroups, functions.map(({ envs }) => envs)]);
  return words.filter((word) => text.includes(JSON.stringify(word).slice(1, -1)));
}

const countChanges = () => emulator.requests().filter(({ method }) => method !== "GET").length;

describe.each(Object.entries(hosts))("credentials given by name to %s", (_, create) => {
  const expectNoneStored = (resource: StoredResource) =>
    expect(words.filter((word) => resource.all().includes(word))).toEqual([]);

  describe.each(namedKinds)("%s", (__, { definition, named, given, valuesOf }) => {
    const [one, two] = [first, second].map(valuesOf) as [string[], string[]];

    it("are sent and never stored, and a rotation is an update", async () => {
      const resource = create(definition, config);
      expect(await resource.up(named)).toBe("done");
      expect(readPlatform()).toEqual(one);
      expectNoneStored(resource);
      expect(await resource.up(named)).toBe("unchanged");

      provide(second);
      const { changes, notices } = await resource.preview(named);
      expect(changes).toBe(true);
      expect(notices.join("\n")).toMatch(/differs from the one sent last/);
      expect(notices).toHaveLength(1);
      expect(await resource.up(named)).toBe("done");
      expect(readPlatform()).toEqual(two);
      expect(await resource.up(named)).toBe("unchanged");
      expectNoneStored(resource);
      expect(countChanges()).toBe(2);
    });

    it("are not needed by a refresh and a destroy, and a refresh changes nothing", async () => {
      const resource = create(definition, config);
      await resource.up(named);
      provide(undefined);
      await resource.refresh();
      expectNoneStored(resource);
      provide(first);
      expect(await resource.up(named)).toBe("unchanged");
      provide(undefined);
      await resource.destroy();
      expect(emulator.state()).toMatchObject({ originGroups: [], functions: [] });
    });

    it("are compared with a list if there are many reads, which leave what a single one leaves", async () => {
      const resource = create(definition, config);
      await resource.up(named);
      await resource.refresh();
      const before = resource.all();
      // A run of its own, which has changed nothing and has not read a list yet.
      config["edgecloud:maxRetries"] = String((runs += 1));
      emulator.clearRequests();
      await Promise.all(Array.from({ length: 8 }, () => resource.refresh()));
      expect(emulator.requests().map(({ path, query }) => [path, query.limit])).toEqual([[expect.anything(), "1000"]]);
      expect(resource.all()).toBe(before);
      provide(second);
      await resource.refresh();
      expect(resource.all()).toBe(before);
    });

    it("are not needed by an import, and are sent by the update after it", async () => {
      const before = create(definition, config);
      await before.up(named);
      const resource = create(definition, config);
      provide(undefined);
      await resource.import(before.id);
      provide(second);
      expect(await resource.up(named)).toBe("done");
      expect(readPlatform()).toEqual(two);
      expectNoneStored(resource);
      expect(await resource.up(named)).toBe("unchanged");
    });

    it("replace values and are replaced by them in one update, which leaves nothing of the old value", async () => {
      const resource = create(definition, config);
      expect(await resource.up(given(first))).toBe("done");
      expect(words.filter((word) => resource.all().includes(word))).toEqual(one);
      provide(second);
      expect(await resource.up(named)).toBe("done");
      expect(readPlatform()).toEqual(two);
      expectNoneStored(resource);
      expect(await resource.up(given(first))).toBe("done");
      expect(readPlatform()).toEqual(one);
      expect(resource.all()).not.toMatch(/NAMED_|fingerprints|From/);
      expect(await resource.up(given(first))).toBe("unchanged");
      expect(await resource.up(given(second))).toBe("done");
      expect(emulator.requests().filter(({ method }) => method === "DELETE")).toEqual([]);
    });

    it("are sent again after a failure, whatever was sent", async () => {
      const resource = create(definition, config);
      await resource.up(named);
      for (const fault of ["before", "after"] as const) {
        provide(second);
        emulator.addFault({ method: "PUT", path: "/cdn/*", reset: fault, times: 9 });
        emulator.addFault({ method: "PATCH", path: "/cloud/*", reset: fault, times: 9 });
        // A function that can be read would show what was carried out.
        const isShown = { method: "GET", path: "/cloud/*", skip: 1, times: 99 } as const;
        emulator.addFault({ ...isShown, answer: { status: 503, body: {} } });
        expect(await resource.up(named)).toBeInstanceOf(Error);
        emulator.clearFaults();
        expectNoneStored(resource);
        await resource.refresh();
        expectNoneStored(resource);
        // Back to the value that was confirmed before: the platform may have the other one.
        provide(first);
        expect((await resource.preview(named)).changes).toBe(true);
        expect(await resource.up(named)).toBe("done");
        expect(readPlatform()).toEqual(one);
        expect(await resource.up(named)).toBe("unchanged");
      }
    });

    it("have to be readable at preview, unless the setting says that they need not be", async () => {
      provide(undefined);
      const { failures } = await create(definition, config).preview(named);
      expect(failures).toHaveLength(one.length);
      expect(failures.join("\n")).toMatch(/From.* names the environment variable NAMED_\w+, which is not set$/m);
      const allowing = { ...config, "edgecloud:allowMissingCredentials": "true" };
      const resource = create(definition, allowing);
      const without = await resource.preview(named);
      expect(without.failures).toEqual([]);
      expect(without.notices).toHaveLength(one.length);
      expect(without.notices.join("\n")).toMatch(/NAMED_\w+, which is not set: its value was not checked/);
      const failed = String(await resource.up(named));
      expect(failed).toMatch(/Error: creating .* names the environment variable NAMED_.*Nothing was sent/);
      expect(countChanges()).toBe(0);
      provide(first);
      expect(await resource.up(named)).toBe("done");
      provide(undefined);
      expect((await resource.preview(named)).changes).toBe(false);
    });
  });

  it("are read through links, as Kubernetes mounts them, without the line break at the end", async () => {
    const link = path.join(mkdtempSync(path.join(folder, "links-")), "link");
    symlinkSync(file, link);
    const resource = create(originGroup, config);
    expect(await resource.up(group({ ...names, s3SecretAccessKeyFrom: { file: link } }))).toBe("done");
    expect(readPlatform()).toEqual([first.key, first.secret]);
  });

  it("may be the same variable for two buckets, and each rotation tells both", async () => {
    const other = { config: { ...place, ...names, s3BucketName: "other" } };
    const args = { ...group(names), sources: [...(group(names).sources as object[]), other] };
    const resource = create(originGroup, config);
    expect(await resource.up(args)).toBe("done");
    provide({ ...first, key: second.key });
    const { notices } = await resource.preview(args);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain('sources[1].config.s3AccessKeyId of "media" changes');
    expect(notices[0]).toContain('sources[2].config.s3AccessKeyId of "other" changes');
    // In another order, and without one of them, the fingerprints are still those of their buckets.
    provide(first);
    expect(await resource.up({ ...args, sources: args.sources.toReversed() })).toBe("done");
    expect((await resource.preview({ ...args, sources: args.sources.toReversed() })).notices).toEqual([]);
  });

  it("mask nothing in what the state keeps of an unfinished operation, whatever their value", async () => {
    provide({ ...first, token: "create" });
    emulator.addFault({ method: "POST", path: "/cloud/*", tasks: { runningPolls: 99 } });
    const resource = create(cloudFunction, config);
    expect(String(await resource.up(resize({ envsFrom: token, taskTimeoutSeconds: 0 })))).toContain("timed out");
    expect(resource.all()).toContain('"kind":"create"');
  });

  it("leave the status of a function readable if they equal it", async () => {
    provide({ ...first, token: "success" });
    const resource = create(cloudFunction, config);
    expect(await resource.up(resize({ envsFrom: token }))).toBe("done");
    expect(resource.all()).toContain('"buildStatus":"success"');
  });

  it("are sent if only another name leads to another value, and not if to the same", async () => {
    const resource = create(cloudFunction, config);
    await resource.up(resize({ envsFrom: token }));
    process.env.NAMED_OTHER = first.token;
    const renamed = resize({ envsFrom: { TOKEN: { env: "NAMED_OTHER" } } });
    expect((await resource.preview(renamed)).changes).toBe(true);
    expect(await resource.up(renamed)).toBe("done");
    expect(countChanges()).toBe(1);
    process.env.NAMED_OTHER = second.token;
    expect(await resource.up(renamed)).toBe("done");
    expect(readPlatform()).toEqual([second.token]);
  });

  it("belong to a bucket or a variable that a preview does not know yet", async () => {
    const resource = create(originGroup, config);
    const later = group({ ...names, s3BucketName: new Unknown() });
    expect(await resource.preview(later)).toEqual({ failures: [], changes: true, notices: [] });
    const unknownName = group({ ...names, s3AccessKeyIdFrom: { env: new Unknown() } });
    expect(await resource.preview(unknownName)).toEqual({ failures: [], changes: true, notices: [] });
    await resource.up(group(names));
    expect(await resource.preview(later)).toEqual({ failures: [], changes: true, notices: [] });
    expect(await resource.preview(unknownName)).toMatchObject({ failures: [], changes: true });
    expect(await resource.up(group(names))).toBe("unchanged");
  });

  it("may change if a preview knows no names yet", async () => {
    const resource = create(cloudFunction, config);
    const later = resize({ envs: { MODE: "fast" }, envsFrom: new Unknown() });
    await resource.up(resize({ envs: { MODE: "fast" } }));
    expect(await resource.preview(later)).toEqual({ failures: [], changes: true, notices: [] });
    const { failures, notices } = await create(cloudFunction, config).preview({ ...later, adopt: true });
    expect([failures, notices.join()]).toEqual([[], expect.stringContaining("which changes envs: changes")]);
  });

  it("of what is adopted are sent, announced without values, and not needed to restore it", async () => {
    const found = { id: 7, name: "found", use_next: true, sources: [{ source: "b.example.com" }] };
    emulator.replaceState({ originGroups: [found] });
    const resource = create(originGroup, config);
    const args = group(names, { originGroupId: 7, onDestroy: "restore" });
    const { failures, notices } = await resource.preview(args);
    expect(failures).toEqual([]);
    expect(notices.join()).toMatch(/adopts the existing one, which changes name: /);
    expect(words.filter((word) => notices.join().includes(word))).toEqual([]);
    expect(await resource.up(args)).toBe("done");
    expect(readPlatform()).toEqual([first.key, first.secret]);
    expectNoneStored(resource);
    provide(undefined);
    await resource.destroy();
    expect(emulator.state().originGroups).toMatchObject([found]);
  });

  it("leave an empty map of variables alone", async () => {
    const resource = create(cloudFunction, config);
    const args = resize({ envs: {}, envsFrom: token });
    await resource.up(args);
    await resource.refresh();
    expect(await resource.up(args)).toBe("unchanged");
    expect(await resource.up(resize({}))).toBe("done");
    expect(emulator.state().functions[0]?.envs).toEqual({});
  });
});

test.each([
  ["the other variables", { envs: new Unknown(), envsFrom: token }],
  ["any name", { envs: { MODE: "fast" }, envsFrom: new Unknown() }],
  ["any variable", { envs: new Unknown(), envsFrom: new Unknown() }],
])("names of variables stay in a preview that does not know %s yet", async (_, given) => {
  const settings = new HostSettings();
  settings.configure((key) => config[key]);
  const surroundings = { notify: () => undefined, waits: silentDisplay() };
  const resource = new PluginResource(cloudFunction, settings);
  const { inputs, failures } = await resource.check(undefined, resize(given), surroundings);
  expect({ inputs, failures }).toMatchObject({ inputs: given, failures: [] });
});
