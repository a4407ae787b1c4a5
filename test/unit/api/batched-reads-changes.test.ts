import { emulator, groupsOf, isKnown, isList, numbers, ofList, passSeconds, requests } from "./listed-kinds";

describe("what this process has changed", () => {
  const body = (id: number, source: string) => ({ name: `group-${id}`, use_next: true, sources: [{ source }] });
  const sourceOf = (found: PromiseSettledResult<object>) =>
    found.status === "fulfilled" ? (found.value as { sources: [{ source: string }] }).sources[0].source : "gone";

  /** The source of each group on the platform. */
  const actual = (ids: number[]) => {
    const groups = new Map(emulator.state().originGroups.map((each) => [each.id, each]));
    return ids.map((id) => (groups.get(id)?.sources[0] as { source: string } | undefined)?.source ?? "gone");
  };

  it("is never answered from a list, with a change between every two steps", async () => {
    const { endpoint } = groupsOf(24);
    const ids = numbers(24);
    const lost = { reset: "after" } as const;
    for (const step of numbers(20)) {
      const source = `step-${step}.example.com`;
      const path = `/cdn/origin_groups/${step}`;
      if (step % 4 === 1) {
        await endpoint.replace(String(step), body(step, source));
      } else if (step % 4 === 2) {
        emulator.addFault({ method: "PUT", path, ...lost });
        await endpoint.replace(String(step), body(step, source)).catch(() => undefined);
      } else if (step % 4 === 3) {
        await endpoint.delete(String(step));
      } else {
        ids.push((await endpoint.create(body(100 + step, source))).id);
      }
      const found = await Promise.allSettled(ids.map((id) => endpoint.read(String(id), isKnown)));
      expect(found.map(sourceOf)).toEqual(actual(ids));
      passSeconds(step % 3);
    }
    expect(requests().filter(isList).length).toBeGreaterThan(2);
  });

  it("is seen although others have changed it, once a few seconds are over", async () => {
    const { endpoint } = groupsOf(12);
    for (const step of numbers(6)) {
      const state = emulator.state();
      const changed = { ...state.originGroups[step], sources: [{ source: `drift-${step}.example.com` }] };
      emulator.replaceState({
        ...state,
        originGroups: state.originGroups.map((each, at) => (at === step ? changed : each)) as never,
      });
      passSeconds(5);
      const found = await Promise.allSettled(numbers(12).map((id) => endpoint.read(String(id), isKnown)));
      expect(found.map(sourceOf)).toEqual(actual(numbers(12)));
    }
  });

  it.each(["replace", "delete"] as const)(
    "is read anew if it is changed while the list is under way: %s",
    async (how) => {
      const { endpoint, readAll } = groupsOf(12);
      await readAll();
      passSeconds(6);
      emulator.addFault({ ...ofList, answerDelayMs: 500 });
      emulator.clearRequests();
      const reading = Promise.allSettled(numbers(12).map((id) => endpoint.read(String(id), isKnown)));
      await emulator.waitForRequest({ path: "/cdn/origin_groups" });
      await (how === "replace" ? endpoint.replace("5", body(5, "new.example.com")) : endpoint.delete("5"));
      expect((await reading).map(sourceOf)).toEqual(actual(numbers(12)));
      expect(requests().filter((text) => text === "GET /cdn/origin_groups/5")).toHaveLength(1);
    },
  );
});
