import { beforeEach, describe, expect, test } from "vitest";
import { SessionOver } from "./outbox-parts.ts";
import { blank, day, key, minutes, refusal, startBrowser, troubles, write } from "./testing-outbox.ts";

let { server, store, openTab, valueOnServer } = startBrowser();

beforeEach(() => {
  ({ server, store, openTab, valueOnServer } = startBrowser());
});

describe("a queued day", () => {
  test("survives the page and is sent once", async () => {
    await openTab().keepDay(write(blank, minutes(5)));
    const later = openTab();
    await later.load();
    expect([...later.items.keys()]).toEqual([key]);
    expect(await later.sync()).toBe("done");
    expect(await later.sync()).toBe("done");
    expect([server.calls, valueOnServer(), later.items.size]).toEqual([["set"], 5, 0]);
    expect(await store.readAll()).toEqual([]);
  });

  test("stays queued if the session ends while it is sent", async () => {
    const outbox = openTab();
    await outbox.keepDay(write(blank, minutes(5)));
    server.faults = [new SessionOver("somebody else's")];
    expect(await outbox.sync()).toBe("stopped");
    expect(troubles(outbox)).toEqual([]);
    expect(await outbox.sync()).toBe("done");
    expect(valueOnServer()).toBe(5);
  });

  test.each([null, 1, {}, { kind: "day", sinceMs: 0 }, { kind: "day", sinceMs: 0, habitId: 1, day }, { kind: "new" }])(
    "is shown and sent beside %j, which no version stored, and which stays untouched",
    async (item) => {
      const foreign = ["other", item] as const;
      await store.putAll(new Map([foreign]) as never);
      await openTab().keepDay(write(blank, minutes(5)));
      const later = openTab();
      await later.load();
      expect([...later.items.keys()]).toEqual([key]);
      expect(await later.sync()).toBe("done");
      expect(valueOnServer()).toBe(5);
      expect(await store.readAll()).toEqual([foreign]);
    },
  );

  test("is sent by one of two tabs that try in parallel", async () => {
    const [first, second] = [openTab(), openTab()];
    await first.keepDay(write(blank, minutes(5)));
    await Promise.all([first.sync(), second.sync()]);
    expect(server.calls).toEqual(["set"]);
    expect([first.items.size, second.items.size]).toEqual([0, 0]);
  });

  test("stays queued without an answer, and is not duplicated if the answer was lost", async () => {
    const outbox = openTab();
    await outbox.keepDay(write(blank, minutes(5)));
    server.faults = ["lost after"];
    expect(await outbox.sync()).toBe("later");
    expect([valueOnServer(), outbox.items.size]).toEqual([5, 1]);
    expect(await outbox.sync()).toBe("done");
    expect([valueOnServer(), outbox.items.size, troubles(outbox)]).toEqual([5, 0, []]);
    expect(server.calls).toEqual(["set", "set", "read"]);
  });

  test("is written again over the state that an unanswered write left", async () => {
    const outbox = openTab();
    // The page sent it before it waited, and got no response.
    server.record(minutes(5));
    await outbox.keepDay(write(blank, blank, [minutes(5)]));
    await store.change(key, (item) => item && { ...item, parts: ["amount"] });
    await outbox.sync();
    expect([valueOnServer(), troubles(outbox)]).toEqual([null, []]);
  });

  test("is sent only in its last state", async () => {
    const outbox = openTab();
    await outbox.keepDay(write(blank, minutes(1)));
    await outbox.keepDay(write(minutes(1), minutes(2)));
    await outbox.sync();
    expect([server.calls, valueOnServer()]).toEqual([["set"], 2]);
  });

  test("that changes while it is being sent is sent again", async () => {
    const outbox = openTab();
    await outbox.keepDay(write(blank, minutes(1)));
    let keeping: Promise<void> | undefined;
    server.meanwhile = () => {
      keeping = outbox.keepDay(write(blank, minutes(2)));
    };
    await outbox.sync();
    await keeping;
    await outbox.sync();
    expect([valueOnServer(), outbox.items.size, troubles(outbox)]).toEqual([2, 0, []]);
  });

  test("is refused at once if the storage is full", async () => {
    store.isFull = true;
    await expect(openTab().keepDay(write(blank, minutes(5)))).rejects.toThrow("Quota");
  });
});

describe("a refused write", () => {
  test("is kept with value and reason, does not block others, and can be retried or discarded", async () => {
    const outbox = openTab();
    await outbox.keepDay(write(blank, minutes(5)));
    await outbox.keepDay({ ...write(blank, minutes(6)), day: "2026-11-20" });
    server.faults = [refusal("habit_not_found", 404)];
    expect(await outbox.sync()).toBe("done");
    expect(troubles(outbox)).toEqual([{ kind: "refused", problem: { code: "habit_not_found" } }]);
    expect(server.days.get("2026-11-20")?.value).toBe(6);
    await outbox.sync();
    expect(server.calls).toEqual(["set", "set"]);
    await outbox.insist(key);
    await outbox.sync();
    expect([valueOnServer(), outbox.items.size]).toEqual([5, 0]);
  });

  test.each<[string, Error, string]>([
    ["too many requests", refusal("too_many_requests", 429), "later"],
    ["an unavailable database", refusal("unavailable", 503), "later"],
    ["an ended session", refusal("session_terminated", 401), "stopped"],
  ])("is not caused by %s: everything stays queued", async (_, error, outcome) => {
    const outbox = openTab();
    await outbox.keepDay(write(blank, minutes(5)));
    server.faults = [error];
    expect(await outbox.sync()).toBe(outcome);
    expect([outbox.items.size, troubles(outbox)]).toEqual([1, []]);
  });
});
