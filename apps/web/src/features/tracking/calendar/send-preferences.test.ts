import { TRPCClientError } from "@trpc/client";
import { beforeEach, expect, test } from "vitest";
import { NoAnswer } from "../../../lib/network/connection.ts";
import { createPreferenceSender, type PreferenceSender } from "./send-preferences.ts";

let answers: (Error | null)[];
let attempts: number;
let pauses: { callback: () => void; milliseconds: number }[];
let page: EventTarget;
let document: EventTarget & { visibilityState: DocumentVisibilityState };
let sender: PreferenceSender;

const refusal = (code: string, status: number) =>
  new TRPCClientError(code, { result: { error: { data: { code, status } } } } as never);
const settle = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  answers = [];
  attempts = 0;
  pauses = [];
  page = new EventTarget();
  document = Object.assign(new EventTarget(), { visibilityState: "visible" as const });
  sender = createPreferenceSender({
    send: async () => {
      attempts += 1;
      const answer = answers.shift();
      if (answer) throw answer;
    },
    page,
    document,
    later: (callback, milliseconds) => {
      const pause = { callback, milliseconds };
      pauses.push(pause);
      return () => void pauses.splice(pauses.indexOf(pause), 1);
    },
    random: () => 1,
  });
});

test.each([
  ["the server failed", refusal("internal_error", 500)],
  ["the server was too busy", refusal("unavailable", 503)],
  ["there was too much at once", refusal("too_many_requests", 429)],
  ["nobody answered", TRPCClientError.from(new NoAnswer("Failed to fetch"))],
])("what could not be sent because %s is sent after pauses that grow", async (_, error) => {
  answers = [error, error];
  sender.now();
  await settle();
  expect([attempts, pauses.map(({ milliseconds }) => milliseconds)]).toEqual([1, [1000]]);
  pauses.shift()?.callback();
  await settle();
  expect(pauses.map(({ milliseconds }) => milliseconds)).toEqual([2000]);
  pauses.shift()?.callback();
  await settle();
  expect([attempts, pauses]).toEqual([3, []]);
});

test("it is sent at once when there is a network again, or the page is looked at", async () => {
  answers = [refusal("internal_error", 500), refusal("internal_error", 500), refusal("internal_error", 500)];
  sender.now();
  await settle();
  page.dispatchEvent(new Event("online"));
  await settle();
  expect([attempts, pauses.length]).toEqual([2, 1]);
  document.visibilityState = "hidden";
  document.dispatchEvent(new Event("visibilitychange"));
  await settle();
  expect(attempts).toBe(2);
  document.visibilityState = "visible";
  document.dispatchEvent(new Event("visibilitychange"));
  await settle();
  expect([attempts, pauses.length]).toEqual([3, 1]);
});

test("what the server refuses is not sent again by itself", async () => {
  answers = [refusal("validation_failed", 400)];
  sender.now();
  await settle();
  expect([attempts, pauses]).toEqual([1, []]);
});

test("a dashboard that was left sends nothing more", async () => {
  answers = [refusal("internal_error", 500)];
  sender.now();
  await settle();
  sender.stop();
  page.dispatchEvent(new Event("online"));
  document.dispatchEvent(new Event("visibilitychange"));
  await settle();
  expect([attempts, pauses]).toEqual([1, []]);
});
