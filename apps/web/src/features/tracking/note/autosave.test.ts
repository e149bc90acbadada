import { beforeEach, describe, expect, test } from "vitest";
import { Autosave } from "./autosave.ts";

/** A server that answers when the test says so, and timers that fire when the test says so. */
let sent: string[];
let answers: ((answer?: Error | "waiting") => void)[];
let pause: (() => void) | null;
let autosave: Autosave;

const settle = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  sent = [];
  answers = [];
  pause = null;
  autosave = new Autosave({
    save: (text) =>
      new Promise((resolve, reject) => {
        sent.push(text);
        answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer ?? "saved")));
      }),
    onChange: () => {},
    later: (callback) => {
      pause = callback;
      return () => {
        pause = null;
      };
    },
  });
});

const answer = async (given?: Error | "waiting") => {
  answers.shift()?.(given);
  await settle();
};

describe("a text that is being typed", () => {
  test("is saved once after a pause, with its latest content", async () => {
    autosave.type("a");
    autosave.type("ab");
    expect(sent).toEqual([]);
    expect(autosave.state).toBe("typed");
    pause?.();
    expect(sent).toEqual(["ab"]);
    expect(autosave.state).toBe("saving");
    await answer();
    expect(autosave.state).toBe("saved");
  });

  test("is saved at once when the field is left", async () => {
    autosave.type("a");
    void autosave.flush();
    expect(sent).toEqual(["a"]);
    expect(pause).toBeNull();
  });

  test("is never saved twice at a time, and ends with the newest text", async () => {
    autosave.type("a");
    pause?.();
    autosave.type("ab");
    pause?.();
    autosave.type("abc");
    pause?.();
    expect(sent).toEqual(["a"]);
    await answer();
    expect(sent).toEqual(["a", "abc"]);
    await answer();
    expect(autosave.state).toBe("saved");
  });

  test("survives an error and can be saved again", async () => {
    autosave.type("a");
    pause?.();
    const error = new Error("500");
    await answer(error);
    expect(autosave.state).toBe("failed");
    expect(autosave.error).toBe(error);
    void autosave.flush();
    await answer();
    expect(sent).toEqual(["a", "a"]);
    expect(autosave.state).toBe("saved");
    expect(autosave.error).toBeNull();
  });

  test("replaces a failed save with newer text", async () => {
    autosave.type("a");
    pause?.();
    autosave.type("ab");
    await answer(new Error("500"));
    pause?.();
    expect(sent).toEqual(["a", "ab"]);
  });

  test("is not saved after it is discarded", () => {
    autosave.type("a");
    const struck = pause as (() => void) | null;
    autosave.forget();
    struck?.();
    expect(sent).toEqual([]);
    expect(autosave.state).toBe("saved");
  });

  test("reports what is unsaved, and what of it was sent", async () => {
    expect(autosave.unsaved).toBeNull();
    autosave.type("a");
    expect(autosave.unsaved).toEqual({ text: "a", sent: null });
    pause?.();
    autosave.type("ab");
    expect(autosave.unsaved).toEqual({ text: "ab", sent: "a" });
    await answer();
    expect(autosave.unsaved).toEqual({ text: "ab", sent: "ab" });
    await answer();
    expect(autosave.unsaved).toBeNull();
  });

  test("that was queued waits, is not sent again on its own, and is saved once the queue has sent it", async () => {
    autosave.type("a");
    pause?.();
    await answer("waiting");
    expect(autosave.state).toBe("waiting");
    await autosave.flush();
    expect(sent).toEqual(["a"]);
    autosave.type("ab");
    expect(autosave.state).toBe("typed");
    autosave.settle();
    expect(autosave.state).toBe("typed");
    pause?.();
    await answer("waiting");
    autosave.settle();
    expect([autosave.state, sent]).toEqual(["saved", ["a", "ab"]]);
  });
});
