import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import PostalMime from "postal-mime";
import type { Known, Role } from "./request.ts";
import { rootAdmin, type ServerProcess } from "./server-process.ts";

export const password = rootAdmin.password;

/** The accounts that send requests, and the values of placeholders. */
export interface World {
  tokens: Partial<Record<Role, string>>;
  known: Known;
}

interface Received {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: any JSON of the API; a missing member fails the next call
  json: any;
}

/** A new world keeps this many public rows of each kind. It deletes older ones, so that the database stays small. */
const publicKept = 20;
const mailMilliseconds = 20_000;

/**
 * Creates worlds: new accounts, each with one row of every kind. Each world deletes the public rows of earlier ones.
 */
export function createWorlds(server: ServerProcess) {
  const url = `http://127.0.0.1:${server.port}`;
  let count = 0;
  /** A second admin, which no generated request uses. */
  let spare: string | null = null;

  async function call(method: string, path: string, token: string | null, body?: object): Promise<Received> {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(body && !(body instanceof FormData) && { "content-type": "application/json" }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await answer.text();
    return { status: answer.status, json: text.startsWith("{") ? JSON.parse(text) : {} };
  }

  async function expectCall(method: string, path: string, token: string | null, body?: object) {
    const { status, json } = await call(method, path, token, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`);
    return json;
  }

  const logIn = async (username: string) => expectCall("POST", "/auth/token/", null, { username, password });

  async function register() {
    count += 1;
    const username = `fuzz_${process.pid}_${count}_${Date.now().toString(36)}`;
    const email = `${username}@example.com`;
    const registration = { username, email, password, password_confirmation: password, agreement: true };
    await expectCall("POST", "/auth/register/", null, registration);
    const verifyToken = server.mailDirectory ? await waitForToken(server.mailDirectory, email) : null;
    if (verifyToken) await expectCall("PATCH", `/verify-email/${verifyToken}/`, null);
    const { access, refresh } = await logIn(username);
    return { username, email, access: access as string, refresh: refresh as string };
  }

  async function createHabit(token: string, values: object = {}): Promise<number> {
    const body = { title: "Run", type: "good", target: 10, unit: "repetitions", hue: 0, ...values };
    return (await expectCall("POST", "/habits/", token, body)).id;
  }

  async function createKey(token: string, scopes: string[]): Promise<{ id: number; key: string }> {
    return expectCall("POST", "/api-keys/", token, { name: "Script", scopes, password });
  }

  /** Creates a secret link of a habit, and returns its token. */
  async function createLink(token: string, purpose: string, habit_id: number): Promise<string> {
    const { url: address } = await expectCall("POST", "/habit-links/", token, { purpose, habit_id });
    return /\/(?:tap|badge)\/([\w-]{43})/.exec(address)?.[1] ?? "";
  }

  /** Connects an application through the device flow, and starts another one. */
  async function connectApplication(token: string) {
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
    return {
      appClientId: client_id,
      appToken: tokens.access_token ?? "",
      appRefreshToken: tokens.refresh_token ?? "",
      deviceCode: waiting.device_code ?? "",
      userCode: waiting.user_code ?? "",
    };
  }

  async function createOwner() {
    const { username, email, access: token, refresh } = await register();
    const habitId = await createHabit(token);
    const badHabitId = await createHabit(token, { type: "bad", group_name: "Evening" });
    const trashedHabitId = await createHabit(token, { title: "Deleted" });
    await expectCall("DELETE", `/habits/${trashedHabitId}/`, token);
    await expectCall("PUT", `/habits/${habitId}/progress/2026-03-01/`, token, { value: 5 });
    await expectCall("PATCH", `/habits/${habitId}/`, token, { keeps_log: true });
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
    const [readKey, writeKey] = [await createKey(token, ["read"]), await createKey(token, ["write"])];
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
        ...(await connectApplication(token)),
        tapToken: await createLink(token, "add", habitId),
        pictureToken: await createLink(token, "year", habitId),
        webhookId: webhookId as number,
        deliveryId: delivery.id as number,
        notificationTargetId: notificationTargetId as number,
      },
    };
  }

  /** Creates public rows: a post and an open request, each with a comment and a vote of the user. Needs an admin. */
  async function createPublic(admin: string, user: string) {
    const body = {
      title: `A post ${count}`,
      description: "Of something",
      blocks: [{ kind: "paragraph", text: "Words" }],
      published: true,
    };
    const { slug } = await expectCall("POST", "/blogs/", admin, body);
    const wish = { title: `A wish ${count}`, details: "Soon", category: "improvements", notify_me: true };
    const { id: requestId } = await expectCall("POST", "/feature-requests/", user, wish);
    await expectCall("POST", `/feature-requests/${requestId}/open/`, admin, {});
    const under = async (path: string, kind: string, what: object) =>
      (await expectCall("POST", `${path}${kind}/`, user, what)).id as number;
    const [blogPath, requestPath] = [`/blogs/${slug}/`, `/feature-requests/${requestId}/`];
    const draft = await expectCall("POST", "/blog-drafts/", admin, {});
    return {
      blogSlug: slug as string,
      requestId: requestId as number,
      draftId: draft.id as number,
      blogCommentId: await under(blogPath, "comments", { text: "Mine" }),
      requestCommentId: await under(requestPath, "comments", { text: "Mine" }),
      blogReactionId: await under(blogPath, "reactions", { type: "like" }),
      requestReactionId: await under(requestPath, "reactions", { type: "like" }),
    };
  }

  async function createImage(admin: string) {
    const form = new FormData();
    form.append("alt", "A dot");
    form.append("file", new Blob([Buffer.from(dot, "base64")], { type: "image/png" }), "dot.png");
    const { id, url: file } = await expectCall("POST", "/admin/images/", admin, form);
    return { imageId: id as number, imageFile: new URL(file, url).pathname };
  }

  /** Deletes public rows of earlier worlds, and turns all feature switches on. */
  async function restore(root: string): Promise<void> {
    for (const [list, idOf] of [
      ["/blogs/", "slug"],
      ["/feature-requests/", "id"],
      ["/admin/images/", "id"],
    ] as const) {
      const { results } = await expectCall("GET", `${list}?limit=100`, root);
      for (const row of results.slice(publicKept)) await call("DELETE", `${list}${row[idOf]}/`, root);
    }
    const { results: drafts } = await expectCall("GET", "/blog-drafts/", root);
    for (const { id } of drafts) await call("DELETE", `/blog-drafts/${id}/`, root);
    const { results: switches } = await expectCall("GET", "/admin/switches/", root);
    for (const { name, is_on } of switches) {
      if (!is_on) await expectCall("PUT", `/admin/switches/${name}/`, root, { is_on: true, password });
    }
  }

  /** Makes a user an active admin. */
  async function promote(root: string, username: string): Promise<number> {
    const { results } = await expectCall("GET", `/admin/users/?search=${username}`, root);
    const id = results[0].id as number;
    const rights = { is_staff: true, is_active: true, plan: "paid", password };
    await expectCall("PATCH", `/admin/users/${id}/`, root, rights);
    return id;
  }

  async function logInAsAdmin(username: string): Promise<string> {
    const { access } = await logIn(username);
    const { is_staff } = await expectCall("GET", "/profile/", access);
    if (!is_staff) throw new Error(`${username} is no longer an admin.`);
    return access;
  }

  /** Logs in the root admin and returns the token. If a request took root's rights, the spare admin restores them. */
  async function logInAsRoot(): Promise<string> {
    let root: string;
    try {
      root = await logInAsAdmin(rootAdmin.username);
    } catch (error) {
      if (!spare) throw error;
      await promote(await logInAsAdmin(spare), rootAdmin.username);
      root = await logInAsAdmin(rootAdmin.username);
    }
    await restore(root);
    if (!spare) {
      spare = (await register()).username;
      await promote(root, spare);
    }
    return root;
  }

  /**
   * On a server that the fuzzer did not start, it has no admin. Then the world is one unverified user with private
   * rows.
   */
  async function create(): Promise<World> {
    if (!server.mailDirectory) return createOwner();
    const root = await logInAsRoot();
    const owner = await createOwner();
    const { username: adminName } = await register();
    const adminId = await promote(root, adminName);
    const { access: admin } = await logIn(adminName);
    return {
      tokens: { ...owner.tokens, admin },
      known: {
        ...owner.known,
        ...(await createPublic(admin, owner.tokens.user)),
        ...(await createImage(admin)),
        adminName,
        adminId,
      },
    };
  }

  return { create };
}

/** A PNG of one pixel. */
export const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

async function waitForToken(directory: string, email: string): Promise<string> {
  const end = performance.now() + mailMilliseconds;
  for (;;) {
    const file = listMails(directory).find((name) => name.includes(email));
    const mail = file ? await PostalMime.parse(readFileSync(join(directory, file))) : null;
    const token = /verify-email\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1];
    if (token) return token;
    if (performance.now() > end) throw new Error(`No mail to ${email} arrived.`);
    await sleep(50);
  }
}

function listMails(directory: string): string[] {
  try {
    return readdirSync(directory).filter((name) => name.endsWith(".eml"));
  } catch {
    return [];
  }
}
