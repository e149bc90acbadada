import { beforeEach, describe, expect, test } from "vitest";
import { blank, day, key, minutes, startBrowser, troubles, write } from "./testing-outbox.ts";

let { server, openTab, valueOnServer } = startBrowser();

beforeEach(() => {
  ({ server, openTab, valueOnServer } = startBrowser());
});

describe("a queued day that was changed elsewhere", () => {
  test("keeps the server's value, and offers both after a reload", async () => {
    await openTab().keepDay(write(blank, minutes(5)));
    server.record(minutes(3));
    await openTab().sync();
    const later = openTab();
    await later.load();
    expect(valueOnServer()).toBe(3);
    expect(later.items.get(key)).toMatchObject({
      wanted: minutes(5),
      trouble: { kind: "conflict", server: minutes(3) },
    });
  });

  test("gets the value that the user chooses", async () => {
    const outbox = openTab();
    await outbox.keepDay(write(blank, minutes(5)));
    server.record(minutes(3));
    await outbox.sync();
    await outbox.insist(key);
    await outbox.sync();
    expect([valueOnServer(), outbox.items.size]).toEqual([5, 0]);

    await outbox.keepDay(write(minutes(5), minutes(6)));
    server.record(minutes(4));
    await outbox.sync();
    await outbox.dismiss(key);
    await outbox.sync();
    expect([valueOnServer(), outbox.items.size]).toEqual([4, 0]);
  });

  test("asks again if the day changed again before the choice arrived", async () => {
    const outbox = openTab();
    await outbox.keepDay(write(blank, minutes(5)));
    server.record(minutes(3));
    await outbox.sync();
    server.record(minutes(4));
    await outbox.insist(key);
    await outbox.sync();
    expect(valueOnServer()).toBe(4);
    expect(troubles(outbox)).toEqual([{ kind: "conflict", server: minutes(4) }]);
  });

  test("in another part is merged without asking", async () => {
    const outbox = openTab();
    await outbox.keepDay(write(blank, minutes(5)));
    server.record({ ...blank, note: "from the phone" });
    await outbox.sync();
    expect(server.days.get(day)).toMatchObject({ value: 5, note: "from the phone" });
    expect(outbox.items.size).toBe(0);
  });

  test("with two notes keeps both texts, and writes the undisputed part", async () => {
    const outbox = openTab();
    await outbox.keepDay(write(blank, { ...minutes(5), note: "from here" }));
    server.record({ ...blank, note: "from the phone" });
    await outbox.sync();
    expect(server.days.get(day)).toMatchObject({ value: 5, note: "from the phone" });
    expect(outbox.items.get(key)).toMatchObject({ wanted: { note: "from here" }, parts: ["note"] });
    await outbox.insist(key, { ...minutes(5), note: "from the phone\nfrom here" });
    await outbox.sync();
    expect(server.days.get(day)).toMatchObject({ value: 5, note: "from the phone\nfrom here" });
  });

  test("is cleared without the note from elsewhere", async () => {
    server.record(minutes(5));
    const outbox = openTab();
    await outbox.keepDay(write(minutes(5), blank));
    server.record({ ...minutes(5), note: "from the phone" });
    await outbox.sync();
    expect(server.days.get(day)).toMatchObject({ value: null, note: "from the phone" });
  });

  test("to the same value needs nothing", async () => {
    const outbox = openTab();
    await outbox.keepDay(write(blank, minutes(5)));
    server.record(minutes(5));
    await outbox.sync();
    expect([outbox.items.size, server.calls]).toEqual([0, ["set", "read"]]);
  });
});
