import { authorizationRequest } from "../grammar/authorization-request.ts";
import { type Calls, password } from "./calls.ts";
import { createDoneButton } from "./done-button.ts";

/** Registers a user with one private row of every kind. */
export async function createOwner(calls: Calls) {
  const { expectCall, register } = calls;
  const { username, email, access: token, refresh } = await register();
  const habitId = await createHabit(calls, token);
  const badHabitId = await createHabit(calls, token, { type: "bad", group_name: "Evening", short_name: "run" });
  const trashedHabitId = await createHabit(calls, token, { title: "Deleted" });
  await expectCall("DELETE", `/habits/${trashedHabitId}/`, token);
  await expectCall("PUT", `/habits/${habitId}/progress/2026-03-01/`, token, { value: 5 });
  await expectCall("PATCH", `/habits/${habitId}/`, token, { keeps_log: true });
  await connectHealth(calls, token, badHabitId);
  const logItem = await expectCall("POST", `/habits/${habitId}/log/`, token, { value: 5, date: "2026-03-02" });
  const [note, vacation, reminder, sessions] = [
    await expectCall("POST", "/notes/", token, { text: "Mine" }),
    await expectCall("POST", "/vacations/", token, { from: "2026-03-10", to: "2026-03-12" }),
    await expectCall("POST", "/reminders/", token, { habit_id: habitId, time: "21:00" }),
    await expectCall("GET", "/auth/sessions/", token),
  ];
  // RFC 2606: names under .invalid do not exist, so the server calls no other party.
  const webhook = { url: "https://receiver.invalid/in", events: ["day.recorded", "goal.met"], password };
  const { id: webhookId } = await expectCall("POST", "/webhooks/", token, webhook);
  const delivery = await expectCall("POST", `/webhooks/${webhookId}/test/`, token);
  const target = { kind: "ntfy", name: "Phone", url: "https://receiver.invalid", recipient: "habits", password };
  const { id: notificationTargetId } = await expectCall("POST", "/notification-targets/", token, target);
  await expectCall("PATCH", "/settings/", token, { reminder_done: true });
  const { url: calendar } = await expectCall("POST", "/calendar-links/", token, { shows: ["due", "done", "missed"] });
  const days = { today: dayBefore(0), yesterday: dayBefore(1) };
  const [readKey, writeKey] = [await createKey(calls, token, ["read"]), await createKey(calls, token, ["write"])];
  return {
    tokens: { user: token, reader: readKey.key, writer: writeKey.key },
    known: {
      ...{ username, email, refresh, habitId, badHabitId, trashedHabitId },
      logItemId: logItem.id as string,
      noteId: note.id as number,
      vacationId: vacation.id as number,
      reminderId: reminder.id as number,
      sessionId: sessions.results[0].id as string,
      apiKeyId: readKey.id,
      ...(await connectApplication(calls, token)),
      tapToken: await createLink(calls, token, "add", habitId),
      pictureToken: await createLink(calls, token, "year", habitId),
      calendarToken: tokenIn(calendar),
      ...(calls.dataDirectory !== null && {
        doneToken: await createDoneButton(calls.dataDirectory, { username, habitId: badHabitId, day: days.today }),
      }),
      ...days,
      webhookId: webhookId as number,
      deliveryId: delivery.id as number,
      notificationTargetId: notificationTargetId as number,
    },
  };
}

async function createHabit({ expectCall }: Calls, token: string, values: object = {}): Promise<number> {
  const body = { title: "Run", type: "good", target: 10, unit: "repetitions", hue: 0, ...values };
  return (await expectCall("POST", "/habits/", token, body)).id;
}

async function createKey({ expectCall }: Calls, token: string, scopes: string[]): Promise<{ id: number; key: string }> {
  return expectCall("POST", "/api-keys/", token, { name: "Script", scopes, password });
}

/** Creates a secret link of a habit, and returns its token. */
async function createLink({ expectCall }: Calls, token: string, purpose: string, habit_id: number): Promise<string> {
  const { url: address } = await expectCall("POST", "/habit-links/", token, { purpose, habit_id });
  return tokenIn(address);
}

/** The token in a secret address. */
function tokenIn(address: string): string {
  return /\/(?:tap|badge|calendars)\/([\w-]{43})/.exec(address)?.[1] ?? "";
}

/** Lets each source of health data fill a habit. */
async function connectHealth(calls: Calls, token: string, badHabitId: number): Promise<void> {
  const otherId = await createHabit(calls, token, { title: "Walk", type: "bad" });
  for (const [id, source, metric] of [
    [badHabitId, "health-connect", "steps"],
    [otherId, "health-auto-export", "step_count"],
  ]) {
    await calls.expectCall("PUT", `/health/mappings/${id}/`, token, { source, metric, way: "sum" });
  }
}

/** The day of so many days ago, in UTC. */
function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** Connects an application through the device flow, and starts another one. */
async function connectApplication({ url, expectCall }: Calls, token: string) {
  const send = async (path: string, init: RequestInit): Promise<Record<string, string>> =>
    (await fetch(`${url}/oauth/${path}`, { method: "POST", ...init })).json() as Promise<Record<string, string>>;
  const form = (path: string, members: Record<string, string>) => send(path, { body: new URLSearchParams(members) });
  const { client_id = "" } = await send("register", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ redirect_uris: ["https://app.example/"], token_endpoint_auth_method: "none" }),
  });
  const first = await form("device_authorization", { client_id, scope: "write" });
  const decision = { user_code: first.user_code, decision: "allow", access: "write" };
  await expectCall("PUT", "/connected-apps/device/", token, decision);
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  const tokens = await form("token", { client_id, grant_type, device_code: first.device_code ?? "" });
  const waiting = await form("device_authorization", { client_id });
  const metadata = await fetch(`${url}/.well-known/oauth-protected-resource/mcp`);
  const { resource } = (await metadata.json()) as { resource: string };
  // Of another resource than the device's, because the code ends the application's connection to the same one.
  const consent = { ...authorizationRequest, client_id, resource, access: "write" };
  const { redirect_to } = await expectCall("POST", "/connected-apps/", token, consent);
  return {
    appClientId: client_id,
    appToken: tokens.access_token ?? "",
    appRefreshToken: tokens.refresh_token ?? "",
    deviceCode: waiting.device_code ?? "",
    userCode: waiting.user_code ?? "",
    appCode: new URL(redirect_to).searchParams.get("code") ?? "",
    assistantUrl: resource,
  };
}
