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
  ["the server was unavailable", refusal("unavailable", 503)],
  ["there were too many requests", refusal("too_many_requests", 429)],
  ["the server did not answer", TRPCClientError.from(new NoAnswer("Failed to fetch"))],
])("preferences that could not be sent because %s are retried after growing pauses", async (_, error) => {
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

test("preferences are retried at once when the network returns or the page becomes visible", async () => {
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

test("preferences that the server refuses are not retried", async () => {
  answers = [refusal("validation_failed", 400)];
  sender.now();
  await settle();
  expect([attempts, pauses]).toEqual([1, []]);
});

test("nothing more is sent after the dashboard is left", async () => {
  answers = [refusal("internal_error", 500)];
  sender.now();
  await settle();
  sender.stop();
  page.dispatchEvent(new Event("online"));
  document.dispatchEvent(new Event("visibilitychange"));
  await settle();
  expect([attempts, pauses]).toEqual([1, []]);
});
