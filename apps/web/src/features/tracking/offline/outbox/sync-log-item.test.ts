import { beforeEach, describe, expect, test } from "vitest";
import { day, habitId, minutes, refusal, startBrowser, troubles, write } from "./testing-outbox.ts";

let { server, openTab, valueOnServer } = startBrowser();

beforeEach(() => {
  ({ server, openTab, valueOnServer } = startBrowser());
});

describe("a queued entry of a log", () => {
  const item = { id: "0f8fad5b-d9cb-469f-a165-70867728950e", value: 20, unit: "minutes" as const, at: null };
  const waiting = { habitId, day, item, title: "Walk", unitLabel: null };

  test("survives the page and is added once, although the answer was lost", async () => {
    await openTab().keepLogItem(waiting);
    const later = openTab();
    await later.load();
    server.faults = ["lost after"];
    expect(await later.sync()).toBe("later");
    expect(await later.sync()).toBe("done");
    expect([server.calls, valueOnServer(), later.items.size]).toEqual([["add", "add"], 20, 0]);
  });

  test("is added after a change of its day that was made later, so that the two do not differ", async () => {
    server.record(minutes(10));
    const outbox = openTab();
    await outbox.keepLogItem(waiting);
    await outbox.keepDay(write(minutes(10), minutes(15)));
    await outbox.sync();
    expect([server.calls, valueOnServer(), troubles(outbox)]).toEqual([["set", "add"], 35, []]);
  });

  test("without its time if that is on another day by now", async () => {
    const outbox = openTab();
    await outbox.keepLogItem({ ...waiting, item: { ...item, at: "2026-11-21T00:10:00.000Z" } });
    server.faults = [refusal("validation_failed", 400, { at: [{ code: "at_not_on_day" }] })];
    await outbox.sync();
    expect([server.calls, valueOnServer(), outbox.items.size]).toEqual([["add", "add"], 20, 0]);
  });

  test("that is refused stays with its reason until the user decides", async () => {
    const outbox = openTab();
    await outbox.keepLogItem(waiting);
    const full = { code: "log_full", values: { max: 100 } };
    server.faults = [refusal("validation_failed", 400, { value: [full] })];
    await outbox.sync();
    expect(troubles(outbox)).toEqual([{ kind: "refused", problem: { code: "validation_failed", field: full } }]);
    await outbox.insist(`log ${item.id}`);
    await outbox.sync();
    expect([valueOnServer(), outbox.items.size]).toEqual([20, 0]);
  });

  test("that the user drops is not sent", async () => {
    const outbox = openTab();
    await outbox.keepLogItem(waiting);
    await outbox.release(`log ${item.id}`);
    await outbox.sync();
    expect(server.calls).toEqual([]);
  });
});
