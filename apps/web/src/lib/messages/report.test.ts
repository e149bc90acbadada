import { createToasts } from "@daymark/ui/toast";
import { TRPCClientError } from "@trpc/client";
import { beforeEach, expect, test } from "vitest";
import { createLanguageStore } from "../language/language.ts";
import { UnexpectedResponse } from "../network/problem.ts";
import { attachToasts, closeFlash } from "./flash.ts";
import { createReport } from "./report.tsx";
import { sentence } from "./sentence.ts";

interface Shown {
  id: string;
  type: string;
  description: string;
  timeout: number;
  priority: string;
  data: { live?: { props: { untilMs: number; words: (seconds: number) => string } } };
}

/** The messages requested; a toast that is already open is requested again under its id. */
let asked: Shown[] = [];
const toasts = createToasts();
toasts[" subscribe"](({ action, options }) => {
  if (action === "add") asked.push(options as unknown as Shown);
});
attachToasts(toasts);

beforeEach(() => {
  for (const { id } of asked) closeFlash(id);
  asked = [];
});

const languages = createLanguageStore("en");
await languages.need("app", "messages");
const ukrainian = createLanguageStore("uk");
await ukrainian.need("app", "messages");

function openReport({ isGuest = false, store = languages } = {}) {
  const values = new Map<string, string>();
  const tab = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
  return { report: createReport({ languages: store, isGuest: () => isGuest, tab }), values };
}

function refused(code: string, status: number, data: object = {}) {
  return new TRPCClientError(code, { result: { error: { data: { code, status, ...data } } } } as never);
}

const failed = (cause: Error) => TRPCClientError.from(cause);
const shown = () => asked.map(({ type, description, timeout }) => [type, description, timeout]);

test.each([
  ["vpn_or_proxy_detected", "Access denied for a VPN or proxy connection."],
  ["bot_detected", "Access denied for automated traffic."],
])("403 %s is shown as a warning for 15 s, and its code is stored in the session storage", async (code, text) => {
  const { report, values } = openReport();
  expect(await report.failure(refused(code, 403))).toBe(true);
  expect(shown()).toEqual([["warning", text, 15_000]]);
  expect([...values.values()]).toEqual([code]);
});

test("a network policy's warning is shown once a session, and afterwards the form shows the refusal", async () => {
  const { report } = openReport();
  const error = refused("bot_detected", 403);
  expect(await report.failure(error)).toBe(true);
  expect(await report.failure(error)).toBe(true);
  closeFlash("access-denied");
  expect(await report.failure(error)).toBe(false);
  expect(asked).toHaveLength(1);
  expect(await report.failure(refused("vpn_or_proxy_detected", 403))).toBe(true);
  expect(asked).toHaveLength(2);
});

test.each(["too_many_requests", "too_many_attempts"])(
  "429 %s is shown for 10 s and counts down the seconds of retry-after",
  async (code) => {
    const { report } = openReport();
    const before = Date.now();
    await report.failure(refused(code, 429, { retry_after: 42 }));
    expect(shown()).toEqual([["danger", "Too many requests. Try again in 42 secs.", 10_000]]);
    const countDown = asked[0]?.data.live?.props;
    expect(countDown?.words(41)).toBe("Too many requests. Try again in 41 secs.");
    expect((countDown?.untilMs ?? 0) - before).toBeGreaterThanOrEqual(42_000);
  },
);

test("a 429 message is translated to Ukrainian", async () => {
  const { report } = openReport({ store: ukrainian });
  await report.failure(refused("too_many_requests", 429, { retry_after: 3 }));
  expect(asked[0]?.description).toMatch(/\p{Script=Cyrillic}.*3/u);
});

test("a 429 of a proxy uses its Retry-After header", async () => {
  const { report } = openReport();
  const answer = new Response("<html>", { status: 429, headers: { "retry-after": "7", "content-type": "text/html" } });
  await report.failure(failed(new UnexpectedResponse(answer)));
  expect(asked[0]?.description).toBe("Too many requests. Try again in 7 secs.");
});

test("several refused calls give one message about too many requests", async () => {
  const { report } = openReport();
  await report.failure(refused("too_many_requests", 429, { retry_after: 9 }));
  await report.failure(refused("too_many_attempts", 429, { retry_after: 8 }));
  expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
});

test("a general error is not shown next to a message about too many requests, but is afterwards", async () => {
  const { report } = openReport();
  await report.failure(refused("too_many_requests", 429, { retry_after: 42 }));
  await report.failure(refused("internal_error", 500));
  await report.failure(failed(new TypeError("Failed to fetch")));
  expect(asked).toHaveLength(1);
  await report.failure(refused("plan_limit_reached", 403, { values: { type: "good", plan: "free" } }));
  expect(asked).toHaveLength(2);
  closeFlash("too-many");
  await report.failure(refused("internal_error", 500));
  expect(asked.at(-1)?.description).toBe("Something went wrong! Try again.");
});

test("an unverified address gives a warning for 10 s, in the exact words", async () => {
  const { report } = openReport();
  await report.failure(refused("email_not_verified", 403));
  expect(shown()).toEqual([
    [
      "warning",
      "Your email address has not been verified yet. Please check your inbox or verify it in the settings.",
      10_000,
    ],
  ]);
});

test("an unknown error gives “Something went wrong! Try again.” for 5 s", async () => {
  const { report } = openReport();
  await report.failure(new Error("some unknown error"));
  expect(shown()).toEqual([["danger", "Something went wrong! Try again.", 5_000]]);
});

test.each([
  ["a page", new UnexpectedResponse(new Response("<html>", { status: 200 }))],
  ["broken JSON", new SyntaxError("Unexpected token <")],
  ["JSON of another kind", new Error("Unable to transform response from server")],
])("%s instead of an answer is reported as an unexpected response", (_, cause) => {
  expect(sentence(languages.i18n, failed(cause))).toBe("Unexpected response from the server.");
});

test("an unreachable or unavailable server has its own messages", () => {
  expect(sentence(languages.i18n, failed(new TypeError("Failed to fetch")))).toBe(
    "The server could not be reached. Check your connection and try again.",
  );
  const unavailable = "The service is temporarily unavailable. Try again in a moment.";
  expect(sentence(languages.i18n, refused("unavailable", 503))).toBe(unavailable);
  const gateway = new UnexpectedResponse(new Response("<html>", { status: 502 }));
  expect(sentence(languages.i18n, failed(gateway))).toBe(unavailable);
});

test("a message contains the values of its problem", () => {
  const words = (code: string, values: object) => sentence(languages.i18n, refused(code, 403, { values }));
  expect(words("plan_limit_reached", { type: "bad", plan: "paid" })).toBe(
    "Limit reached for creating bad habits on the paid plan.",
  );
  expect(words("oauth_failed", { provider: "google", label: "Google", reason: "refused" })).toBe(
    "Sign-in failed for Google.",
  );
  expect(words("oauth_failed", {})).toBe("Authentication failed.");
  expect(words("third_party_account", { action: "email" })).toContain("cannot be changed");
});

test("the same message is not shown twice", async () => {
  const { report } = openReport();
  await report.failure(refused("permission_denied", 403));
  await report.failure(refused("permission_denied", 403));
  expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
});

test("errors of an ended session give no second message", async () => {
  const { report } = openReport({ isGuest: true });
  for (const code of ["session_terminated", "token_expired", "not_authenticated", "token_missing", "token_invalid"]) {
    await report.failure(refused(code, 401));
  }
  expect(asked).toEqual([]);
  await report.failure(refused("oauth_failed", 401));
  expect(asked).toHaveLength(1);
});
