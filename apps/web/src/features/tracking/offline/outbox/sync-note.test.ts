import { beforeEach, describe, expect, test } from "vitest";
import { noteOf, refusal, startBrowser } from "./testing-outbox.ts";
import { noteKey } from "./waiting.ts";

let { server, shown, divided, openTab } = startBrowser();

beforeEach(() => {
  ({ server, shown, divided, openTab } = startBrowser());
});

describe("a queued note", () => {
  const fresh = (text: string) => ({ id: null, text, found: null, tried: null, creation: "made-here" });
  const edit = (text: string, found: string) => ({ id: 1, text, found, tried: null, creation: "unused" });

  test("is created once with its latest text, however often it is sent", async () => {
    const outbox = openTab();
    await outbox.keepNote(noteKey(-1), fresh("draft"));
    server.faults = ["lost after"];
    await outbox.sync();
    await outbox.keepNote(noteKey(-1), fresh("draft, longer"));
    await outbox.sync();
    expect(server.notes.map(({ text }) => text)).toEqual(["draft, longer"]);
    expect(shown).toEqual(["note -1 is 1 draft", "note -1 is 1 draft, longer"]);
    expect(outbox.items.size).toBe(0);
  });

  const hour = 3_600_000;

  /** A new note whose answer was lost, and the same browser so many hours later, when the server remembers no creation. */
  async function returnAfter(hours: number) {
    server.clock.now = 50 * hour;
    const outbox = openTab();
    await outbox.keepNote(noteKey(-1), fresh("draft"));
    server.faults = ["lost after"];
    await outbox.sync();
    server.clock.now += hours * hour;
    if (hours >= 24) server.created.clear();
    return outbox;
  }

  test.each([23, 24, 1000])(
    "is created once if its answer was lost and the browser is back after %i hours",
    async (hours) => {
      const outbox = await returnAfter(hours);
      await outbox.keepNote(noteKey(-1), fresh("draft, longer"));
      await outbox.sync();
      expect(server.notes.map(({ text }) => text)).toEqual(["draft, longer"]);
      expect(shown).toEqual(["note -1 is 1 draft", "note -1 is 1 draft, longer"]);
      expect(outbox.items.size).toBe(0);
    },
  );

  test("that never arrived is created after days, also beside an earlier note of the same text", async () => {
    server.notes = [noteOf(1, "draft", 40 * hour)];
    server.clock.now = 50 * hour;
    const outbox = openTab();
    await outbox.keepNote(noteKey(-1), fresh("draft"));
    server.faults = ["lost before"];
    await outbox.sync();
    server.clock.now += 30 * hour;
    await outbox.sync();
    expect(server.notes.map(({ id, text }) => [id, text])).toEqual([
      [1, "draft"],
      [2, "draft"],
    ]);
  });

  test("whose first text cannot be looked for waits on, and is not created again", async () => {
    const outbox = await returnAfter(30);
    server.faults = ["lost before"];
    expect(await outbox.sync()).toBe("later");
    expect(server.calls).toEqual(["create", "list"]);
  });

  test("is changed if it is unchanged on the server", async () => {
    server.notes = [noteOf(1, "old")];
    const outbox = openTab();
    await outbox.keepNote(noteKey(1), edit("new", "old"));
    server.faults = ["lost before"];
    expect(await outbox.sync()).toBe("later");
    await outbox.sync();
    expect(server.notes.map(({ text }) => text)).toEqual(["new"]);
  });

  test("that was changed elsewhere becomes two notes, with a message", async () => {
    server.notes = [noteOf(1, "from the phone")];
    const outbox = openTab();
    await outbox.keepNote(noteKey(1), edit("from here", "old"));
    await outbox.sync();
    expect(server.notes.map(({ text }) => text)).toEqual(["from the phone", "from here"]);
    expect([divided, outbox.items.size]).toEqual([["from here"], 0]);
  });

  test("that was deleted elsewhere is created again", async () => {
    const outbox = openTab();
    await outbox.keepNote(noteKey(1), edit("from here", "old"));
    await outbox.sync();
    expect(server.notes.map(({ text }) => text)).toEqual(["from here"]);
    expect(divided).toEqual([]);
  });

  test("that is refused keeps its text", async () => {
    const outbox = openTab();
    await outbox.keepNote(noteKey(-1), fresh("draft"));
    server.faults = [refusal("validation_failed", 400)];
    await outbox.sync();
    expect(outbox.items.get(noteKey(-1))).toMatchObject({ text: "draft", trouble: { kind: "refused" } });
  });
});
