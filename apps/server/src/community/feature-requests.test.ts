import { randomBytes } from "node:crypto";
import { createOutbox } from "@daymark/api/host/outbox";
import { createTestDatabase } from "@daymark/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startMailServer } from "../jobs/mail/testing.ts";
import { startTestWorkers } from "../jobs/testing.ts";
import type { Worker } from "../jobs/worker.ts";
import { createTestHost, expectProblem } from "../testing.ts";

const polling = { interval: 50, timeout: 40_000 };
const publicUrl = "https://daymark.example";
const secretKey = randomBytes(32);
const database = await createTestDatabase();
const mailServer = await startMailServer();
const host = await createTestHost({
  beside: { database, secretKey },
  services: { outbox: createOutbox({ publicUrl, secretKey }) },
});
const { send } = host;

let workers: Worker;
beforeAll(async () => {
  workers = await startTestWorkers({
    ...{ database, secretKey, publicUrl, smtpUrl: mailServer.url },
  });
});
afterAll(async () => {
  await workers.stop();
  await Promise.all([host.drop(), mailServer.stop()]);
  await database.drop();
});

const createMember = (values = {}) => host.createUser({ email_verified: true, ...values });
const wish = { title: "Dark theme", details: "For the evening", category: "improvements" };

async function createRequest(token: string, values: object = {}) {
  const { status, json, text } = await send("POST", "/api/feature-requests/", { token, body: { ...wish, ...values } });
  expect(status, text).toBe(201);
  return json;
}

describe("over REST", () => {
  test("a request goes from pending to closed with the statuses of the contract", async () => {
    const [author, other, admin] = [await createMember(), await createMember(), await createMember({ is_staff: true })];
    const { id } = await createRequest(author.token);
    const path = `/api/feature-requests/${id}/`;
    expectProblem(await send("GET", path), 404, "feature_request_not_found");
    expectProblem(await send("GET", path, { token: other.token }), 404, "feature_request_not_found");
    expect((await send("GET", path, { token: author.token })).json).toMatchObject({ status: "pending", mine: true });
    expectProblem(await send("POST", `${path}open/`, { token: author.token }), 403, "permission_denied");
    const opened = await send("POST", `${path}open`, { token: admin.token });
    expect([opened.status, opened.json.status]).toEqual([200, "open"]);
    expectProblem(
      await send("PATCH", path, { token: other.token, body: { title: "Taken" } }),
      403,
      "permission_denied",
    );
    expectProblem(await send("DELETE", path, { token: other.token }), 403, "permission_denied");
    const closed = await send("POST", `${path}close/`, {
      token: admin.token,
      body: { reason: "shipped", reply: "Done" },
    });
    expect(closed.json).toMatchObject({ status: "closed", reason: "shipped", reply: "Done" });
    const { json } = await send("GET", "/api/feature-requests/?status=closed&sort=new&limit=5");
    expect(json).toMatchObject({ results: [{ id, author: author.username, mine: false }], next: null });
    const deleted = await send("DELETE", path, { token: author.token, headers: { "accept-language": "uk" } });
    expect([deleted.status, deleted.json.detail]).toEqual([200, expect.stringMatching(/^\p{Lu}.+[.!]$/u)]);
  });

  test("reactions and comments of posts and requests have the same answers", async () => {
    const [member, other, admin] = [await createMember(), await createMember(), await createMember({ is_staff: true })];
    const post = { title: "A post", description: "Of something", blocks: [], published: true };
    const { json: blog } = await send("POST", "/api/blogs/", { token: admin.token, body: post });
    const { id } = await createRequest(member.token);
    await send("POST", `/api/feature-requests/${id}/open/`, { token: admin.token });
    for (const [base, kind] of [
      [`/api/blogs/${blog.slug}`, "blog"],
      [`/api/feature-requests/${id}`, "feature_request"],
    ] as const) {
      const { token } = member;
      const like = await send("POST", `${base}/reactions/`, { token, body: { type: "like" } });
      expect([like.status, like.json]).toEqual([201, { id: expect.any(Number), type: "like", created: true }]);
      const changed = await send("POST", `${base}/reactions/`, { token, body: { type: "dislike" } });
      expect([changed.status, changed.json]).toEqual([200, { id: like.json.id, type: "dislike", created: false }]);
      expect((await send("GET", `${base}/`, { token })).json.reactions).toEqual({
        ...{ likes: 0, dislikes: 1, mine: { id: like.json.id, type: "dislike" } },
      });
      const reaction = `${base}/reactions/${like.json.id}/`;
      const patched = await send("PATCH", reaction, { token, body: { type: "like" } });
      expect([patched.status, patched.json]).toEqual([200, { id: like.json.id, type: "like" }]);
      expectProblem(await send("DELETE", reaction, { token: other.token }), 403, "permission_denied");
      expect((await send("DELETE", reaction, { token })).status).toBe(200);
      expectProblem(await send("DELETE", reaction, { token }), 404, `${kind}_reaction_not_found`);
      expectProblem(
        await send("POST", `${base}/reactions/`, { token, body: { type: "love" } }),
        400,
        "validation_failed",
      );

      const said = await send("POST", `${base}/comments/`, { token, body: { text: " Hello " } });
      expect([said.status, said.json]).toMatchObject([201, { text: "Hello", parent_id: null, mine: true }]);
      const answer = await send("POST", `${base}/comments/`, {
        token: other.token,
        body: { text: "Hi", parent_id: said.json.id },
      });
      expect([answer.status, answer.json.parent_id]).toEqual([201, said.json.id]);
      const comment = `${base}/comments/${said.json.id}/`;
      const edited = await send("PATCH", comment, { token, body: { text: "Hello again" } });
      expect([edited.status, edited.json]).toMatchObject([200, { text: "Hello again", edited_at: expect.any(String) }]);
      expectProblem(
        await send("PATCH", comment, { token: admin.token, body: { text: "Mine now" } }),
        403,
        "permission_denied",
      );
      expectProblem(
        await send("POST", `${base}/comments/`, { token, body: { text: "x", parent_id: 999_999 } }),
        400,
        "validation_failed",
      );
      const list = await send("GET", `${base}/comments/?limit=1`);
      expect(list.json.results.map(({ text }: { text: string }) => text)).toEqual(["Hello again", "Hi"]);
      expect((await send("GET", `${base}/`)).json.comment_count).toBe(2);
      expect((await send("DELETE", comment, { token: admin.token })).status).toBe(200);
      expectProblem(await send("DELETE", comment, { token }), 404, `${kind}_comment_not_found`);
      expectProblem(await send("POST", `${base}/comments/`, { body: { text: "x" } }), 401, "not_authenticated");
    }
  });

  test("a comment sent twice with one Idempotency-Key is created once, and with another body refused", async () => {
    const [member, admin] = [await createMember(), await createMember({ is_staff: true })];
    const { id } = await createRequest(member.token);
    await send("POST", `/api/feature-requests/${id}/open/`, { token: admin.token });
    const say = (text: string) =>
      send("POST", `/api/feature-requests/${id}/comments/`, {
        ...{ token: member.token, body: { text }, headers: { "idempotency-key": "once" } },
      });
    const answers = await Promise.all(Array.from({ length: 5 }, () => say("Once")));
    expect(new Set(answers.map(({ status, json }) => `${status} ${json.id}`)).size).toBe(1);
    expectProblem(await say("Twice"), 409, "conflict");
    expect((await send("GET", `/api/feature-requests/${id}/`)).json.comment_count).toBe(1);
  });

  test("moderation is logged by ids, without the moderated text", async () => {
    const [member, admin] = [await createMember(), await createMember({ is_staff: true })];
    const { id } = await createRequest(member.token, { title: "Unspeakable words" });
    const thing = { kind: "feature_request", id };
    await send("POST", `/api/feature-requests/${id}/report/`, { token: member.token, body: { reason: "spam" } });
    for (const [path, body] of [
      ["hide/", { ...thing, hidden: true }],
      ["pin/", { ...thing, pinned: true }],
      ["lock/", { feature_request_id: id, locked: true }],
      ["reports/resolve/", { ...thing, resolution: "keep" }],
      ["bans/", { username: member.username, reason: "Unspeakable" }],
    ] as const) {
      const { status, text } = await send("POST", `/api/admin/moderation/${path}`, { token: admin.token, body });
      expect(status, text).toBeLessThan(300);
    }
    await send("DELETE", `/api/admin/moderation/bans/${member.username}/`, { token: admin.token });
    const lines = host
      .readLogs()
      .split("\n")
      .filter((line) => line.includes("moderated"));
    for (const action of ["hide", "pin", "lock", "keep", "ban", "unban"]) {
      expect(lines.filter((line) => line.includes(`"action":"${action}"`)).length, action).toBe(1);
    }
    expect(lines.every((line) => line.includes(`"user_id":${admin.id}`))).toBe(true);
    expect(lines.join()).not.toContain("Unspeakable");
  });
});

describe("by mail", () => {
  const mailsTo = (email: string) => mailServer.received.filter(({ recipients }) => recipients.includes(email));

  test("the author gets a decision in their language, with the reply and a one-click unsubscribe link", async () => {
    const [author, admin] = [await createMember({ language: "uk" }), await createMember({ is_staff: true })];
    const { id } = await createRequest(author.token, { title: "Темна тема", notify_me: true });
    await send("POST", `/api/feature-requests/${id}/open/`, {
      token: admin.token,
      body: { reply: "Гарна думка\nТак" },
    });
    await expect.poll(() => mailsTo(author.email).length, polling).toBe(1);
    const [received] = mailsTo(author.email);
    expect(received?.mail.subject).toBe("Відкрито: «Темна тема»");
    expect(received?.mail.text).toContain(`\n${publicUrl}/feature-requests/${id}\n`);
    expect(received?.mail.text).toContain("Наша відповідь: Гарна думка Так");
    const headerOf = (name: string) => received?.mail.headers.find(({ key }) => key === name)?.value;
    expect(headerOf("list-id")).toMatch(/^<board\.[\w.]+>$/);
    expect(headerOf("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    const [, path = ""] =
      /^<https:\/\/daymark\.example(\/api\/unsubscribe\/[\w.-]+\/)>$/.exec(headerOf("list-unsubscribe") ?? "") ?? [];
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    expect((await send("POST", path, { headers, body: "List-Unsubscribe=One-Click" })).json).toEqual({
      purpose: "board",
    });
    expect((await send("GET", "/api/settings/", { token: author.token })).json.board_mails).toBe(false);
    const other = await createMember();
    await send("POST", `/api/feature-requests/${id}/follow/`, { token: other.token });
    await send("POST", `/api/feature-requests/${id}/close/`, { token: admin.token, body: { reason: "shipped" } });
    await expect
      .poll(() => mailsTo(other.email).map(({ mail }) => mail.subject), polling)
      .toEqual(["Shipped: “Темна тема”"]);
    expect(mailsTo(author.email)).toHaveLength(1);
  });

  test("the author gets a mail about another user's comment, and further ones are delayed", async () => {
    const [author, talker, admin] = [
      await createMember(),
      await createMember(),
      await createMember({ is_staff: true }),
    ];
    const { id } = await createRequest(author.token, { notify_me: true });
    const say = (token: string, text: string) =>
      send("POST", `/api/feature-requests/${id}/comments/`, { token, body: { text } });
    await say(author.token, "A word more of mine");
    await send("POST", `/api/feature-requests/${id}/open/`, { token: admin.token });
    for (const text of ["<b>First</b>", "Second", "Third"]) await say(talker.token, text);
    await expect.poll(() => mailsTo(author.email).length, polling).toBe(2);
    const [, comment] = mailsTo(author.email)
      .sort((a, b) => a.mail.subject?.localeCompare(b.mail.subject ?? "") ?? 0)
      .reverse();
    expect(comment?.mail.subject).toBe("New comment on “Dark theme”");
    expect(comment?.mail.text).toContain(`${talker.username}: <b>First</b>`);
    expect(comment?.mail.html).toContain("&lt;b&gt;First&lt;/b&gt;");
    expect(comment?.mail.text).not.toContain("Second");
    const waiting = await database.sql`
      select json_array_length(payload) as comments from graphile_worker._private_jobs where run_at > now() + interval '5 minutes'`;
    expect(waiting).toMatchObject([{ comments: 2 }]);
  });
});
