import type { users } from "@daymark/db/schema/user";
import type { BoardCommentsLetter, BoardDecisionLetter } from "@daymark/domain/operator/mail";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { TestUser } from "../testing.ts";
import { type CommentNewsJob, commentNewsTask } from "../thread/news.ts";
import { createBoardApi, watchParsing } from "../thread/testing.ts";
import { type DecisionNewsJob, decisionNewsTask } from "./decision-news.ts";
import { tellOfComments, tellOfDecision } from "./tell.ts";

const api = await createBoardApi({ max: 12 });
const { db, sql, outbox } = api;
afterAll(api.drop);

beforeEach(async () => {
  await sql`delete from mails`;
  await sql`delete from graphile_worker._private_jobs`;
});

/** Runs the due news jobs as the worker does, until none is left. */
async function work(): Promise<void> {
  for (;;) {
    const jobs = await sql<{ id: string; task: string; payload: unknown }[]>`
      select j.id, t.identifier as task, j.payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier in (${decisionNewsTask}, ${commentNewsTask}) and j.run_at <= now() and j.is_available
      order by j.id`;
    if (jobs.length === 0) return;
    for (const { id, task, payload } of jobs) {
      // Marks the job as running: another job with the same key is then separate.
      await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'test' where id = ${id}`;
      if (task === decisionNewsTask) await tellOfDecision({ db, outbox }, payload as DecisionNewsJob);
      else await tellOfComments({ db, outbox }, payload as CommentNewsJob);
      await sql`delete from graphile_worker._private_jobs where id = ${id}`;
    }
  }
}

/** Makes the waiting news due. */
const passGap = () => sql`update graphile_worker._private_jobs set run_at = now()`;

/** Moves the time of the last news into the past. */
const moveLastNews = (minutes: number) => sql`update threads set news_at = news_at - ${`${minutes} minutes`}::interval`;

async function createFollower(request: { id: number }, values: Partial<typeof users.$inferInsert> = {}) {
  const member = await api.createMember();
  await member.caller.featureRequest.follow({ id: request.id });
  const { id } = member.user;
  const { email_verified = true, is_active = true, board_mails = true, language = "en" } = values;
  await sql`
    update users set email_verified = ${email_verified}, is_active = ${is_active}, board_mails = ${board_mails},
      language = ${language}
    where id = ${id}`;
  return member;
}

const recipients = async () => (await api.readMails()).map(({ to }) => to).sort();
const addresses = (...people: TestUser[]) => people.map(({ user }) => user.email).sort();
const decisions = async () => (await api.readMails()).map(({ values }) => values as unknown as BoardDecisionLetter);
const letters = async () => (await api.readMails()).map(({ values }) => values as unknown as BoardCommentsLetter);

describe("a mail about a decision", () => {
  test("goes to the author who asked for it, in their language, with reply, link and unsubscribe link", async () => {
    const [author, admin] = [await api.createMember({ language: "uk" }), await api.createAdmin()];
    const { id } = await author.caller.featureRequest.create({
      ...{ title: "Dark theme", details: "Soon", category: "improvements", notify_me: true },
    });
    await admin.caller.featureRequest.open({ id, reply: "Good idea" });
    await work();
    const unsubscribe = outbox.unsubscribe.create({ purpose: "board", userId: author.user.id });
    expect(await api.readMails()).toEqual([
      {
        ...{ template: "board_decision", to: author.user.email, language: "uk" },
        values: {
          ...{ username: author.user.username, title: "Dark theme", unsubscribe },
          ...{ link: `http://127.0.0.1:3000/feature-requests/${id}`, outcome: "open", reply: "Good idea" },
          duplicate_of: null,
        },
      },
    ]);
  });

  test("states the final decision, and the reply only if it is new", async () => {
    const admin = await api.createAdmin();
    const [request, other] = [await api.createRequest(), await api.createRequest({ title: "The other one" })];
    await createFollower(request);
    const { id } = request;
    const { close, open, reject } = admin.caller.featureRequest;
    const told: unknown[] = [];
    for (const decide of [
      () => close({ id, reason: "shipped", reply: "Done" }),
      () => close({ id, reason: "declined" }),
      () => close({ id, duplicate_of: other.id }),
      () => open({ id }),
      () => open({ id, reply: "Soon" }),
      () => open({ id, reply: "Soon" }),
      () => open({ id, reply: null }),
      () => open({ id, stage: "planned" }),
      () => open({ id, stage: "planned" }),
      () => open({ id, stage: "in_progress", reply: "Begun" }),
      () => open({ id, stage: null, reply: null }),
      () => open({ id, stage: "planned" }),
      () => close({ id }),
      () => reject({ id, reply: "Never" }),
      // The answer to the rejection is removed with it.
      () => open({ id }),
    ]) {
      await sql`delete from mails`;
      await decide();
      await work();
      told.push(...(await decisions()).map(({ outcome, reply, duplicate_of }) => [outcome, reply, duplicate_of]));
    }
    expect(told).toEqual([
      ["shipped", "Done", null],
      ["declined", null, null],
      ["duplicate", null, "The other one"],
      ["open", null, null],
      ["answered", "Soon", null],
      ["planned", null, null],
      ["in_progress", "Begun", null],
      ["considered", null, null],
      ["planned", null, null],
      ["closed", null, null],
      ["open", null, null],
    ]);
  });

  test("does not go to the admin who decided, nor to users who want no mails, are unverified or inactive", async () => {
    const [request, admin] = [await api.createRequest(), await api.createAdmin()];
    await admin.caller.featureRequest.follow({ id: request.id });
    const told = await createFollower(request);
    for (const values of [{ board_mails: false }, { email_verified: false }, { is_active: false }]) {
      await createFollower(request, values);
    }
    await createFollower(await api.createRequest());
    await admin.caller.featureRequest.close({ id: request.id });
    await work();
    expect(await recipients()).toEqual(addresses(told));
  });

  test("goes only to the author if others can no longer see the request", async () => {
    const [author, admin] = [await api.createMember(), await api.createAdmin()];
    const request = await api.createRequest({ author });
    await author.caller.featureRequest.follow({ id: request.id });
    await createFollower(request);
    await admin.caller.featureRequest.reject({ id: request.id });
    await work();
    expect(await recipients()).toEqual(addresses(author));
    await author.caller.account.delete({});
    await sql`delete from mails`;
    await admin.caller.featureRequest.pend({ id: request.id });
    await work();
    expect(await recipients()).toEqual([]);
  });

  test("is not sent for a request that was deleted before", async () => {
    const [admin, request] = [await api.createAdmin(), await api.createRequest()];
    await createFollower(request);
    await admin.caller.featureRequest.close({ id: request.id });
    await admin.caller.featureRequest.delete({ id: request.id });
    await work();
    expect(await recipients()).toEqual([]);
  });

  test("goes to many followers in pages, to each once, even if a worker dies between two pages", async () => {
    const [request, admin] = [await api.createRequest(), await api.createAdmin()];
    await sql`
      with person as (
        insert into users (username, email, email_verified)
        select 'follower_' || n, 'follower_' || n || '@example.org', true from generate_series(1, 250) n returning id
      )
      insert into thread_followers (thread_id, user_id) select ${request.thread_id}, id from person`;
    await admin.caller.featureRequest.close({ id: request.id, reason: "shipped" });
    const [job] = await sql<{ id: string; payload: DecisionNewsJob }[]>`
      update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead' returning id, payload`;
    expect(await tellOfDecision({ db, outbox }, job?.payload as DecisionNewsJob)).toBe(100);
    // The job that its death leaves is given up: the next page has its key.
    const [left] =
      await sql`select key, attempts, max_attempts from graphile_worker._private_jobs where id = ${job?.id ?? 0}`;
    expect(left).toMatchObject({ key: null });
    expect(left?.attempts).toBe(left?.max_attempts);
    await work();
    const told = await recipients();
    expect([told.length, new Set(told).size]).toEqual([250, 250]);
  });
});

describe("a mail about comments", () => {
  test("is sent at once for the first comment, and for those of the next ten minutes together afterwards", async () => {
    const request = await api.createRequest({ title: "Widgets" });
    const [follower, talker] = [await createFollower(request), await api.createMember()];
    const say = (text: string) => talker.caller.featureRequest.comment.create({ feature_request_id: request.id, text });
    await say("first");
    await work();
    const first = { username: follower.user.username, title: "Widgets" };
    expect(await letters()).toMatchObject([{ ...first, comments: [{ author: talker.user.username, text: "first" }] }]);
    await sql`delete from mails`;
    await say("second");
    const gone = await say("third");
    await say("fourth");
    await talker.caller.featureRequest.comment.delete({ feature_request_id: request.id, id: gone.id });
    await work();
    expect(await letters()).toEqual([]);
    const waiting = await sql<{ minutes: number }[]>`
      select extract(epoch from run_at - now()) / 60 as minutes from graphile_worker._private_jobs
      where run_at > now() + interval '1 minute'`;
    expect(waiting.length).toBe(1);
    expect(Number(waiting[0]?.minutes)).toBeGreaterThan(9);
    expect(Number(waiting[0]?.minutes)).toBeLessThanOrEqual(10);
    await passGap();
    await work();
    expect((await letters()).map(({ comments }) => comments.map(({ text }) => text))).toEqual([["second", "fourth"]]);
    await sql`delete from mails`;
    await moveLastNews(20);
    await say("much later");
    await work();
    expect((await letters()).map(({ comments }) => comments.map(({ text }) => text))).toEqual([["much later"]]);
  });

  test("has the words of a comment in Markdown, without the characters that format it", async () => {
    const request = await api.createRequest();
    const [follower, talker] = [await createFollower(request), await api.createMember()];
    await talker.caller.featureRequest.comment.create({
      ...{ feature_request_id: request.id, form: "markdown" },
      text: "**Yes**, see [here](https://a.example):\n- `one`\n\n> two",
    });
    await work();
    expect(await recipients()).toEqual(addresses(follower));
    expect((await letters()).flatMap(({ comments }) => comments.map(({ text }) => text))).toEqual([
      "Yes, see here: one two",
    ]);
  });

  test("does not contain the follower's own comments, and is not queued if no other user follows", async () => {
    const request = await api.createRequest();
    const [one, other] = [await createFollower(request), await createFollower(request)];
    const say = ({ caller }: TestUser, text: string) =>
      caller.featureRequest.comment.create({ feature_request_id: request.id, text });
    await say(one, "hello");
    await say(other, "hello back");
    await work();
    await passGap();
    await work();
    const told = (await api.readMails()).map(({ to, values }) => [
      to,
      (values as unknown as BoardCommentsLetter).comments,
    ]);
    expect(told).toEqual([
      [other.user.email, [{ author: one.user.username, text: "hello" }]],
      [one.user.email, [{ author: other.user.username, text: "hello back" }]],
    ]);
    await sql`delete from graphile_worker._private_jobs`;
    await other.caller.featureRequest.unfollow({ id: request.id });
    await moveLastNews(30);
    await say(one, "alone");
    expect(await sql`select from graphile_worker._private_jobs`).toEqual([]);
  });

  test("has no name for a deleted author, and contains no hidden comment", async () => {
    const request = await api.createRequest();
    await createFollower(request);
    const [leaver, loud] = [await api.createMember(), await api.createMember()];
    await leaver.caller.featureRequest.comment.create({ feature_request_id: request.id, text: "bye" });
    await work();
    await sql`delete from mails`;
    await leaver.caller.featureRequest.comment.create({ feature_request_id: request.id, text: "and thanks" });
    const { id } = await loud.caller.featureRequest.comment.create({ feature_request_id: request.id, text: "spam" });
    await sql`update comments set hidden_at = now() where id = ${id}`;
    await leaver.caller.account.delete({});
    await passGap();
    await work();
    expect((await letters()).map(({ comments }) => comments)).toEqual([[{ author: null, text: "and thanks" }]]);
  });

  test("contains each of ten parallel comments once, in two mails: the first one and the others", async () => {
    const request = await api.createRequest();
    await createFollower(request);
    const people = await Promise.all(Array.from({ length: 10 }, () => api.createMember()));
    await Promise.all(
      people.map(({ caller }, index) =>
        caller.featureRequest.comment.create({ feature_request_id: request.id, text: `${index}` }),
      ),
    );
    await work();
    await passGap();
    await work();
    const told = (await letters()).map(({ comments }) => comments.map(({ text }) => text));
    expect(told.map((texts) => texts.length)).toEqual([1, 9]);
    expect(new Set(told.flat()).size).toBe(10);
  });

  test("quotes ten comments and gives the number of further ones", async () => {
    const request = await api.createRequest();
    await createFollower(request);
    const writer = await api.createMember();
    const say = (text: string) => writer.caller.featureRequest.comment.create({ feature_request_id: request.id, text });
    await say("first");
    await work();
    await sql`delete from mails`;
    for (let index = 0; index < 12; index += 1) await say(`${index}\n\n${"🙂".repeat(1_000)}`);
    await passGap();
    await work();
    const [letter] = await letters();
    expect(letter?.comments.map(({ text }) => text)).toEqual(
      Array.from({ length: 10 }, (_, index) => `${index} ${"🙂".repeat(297)}…`),
    );
    expect(letter?.more).toBe(2);
  });

  test("is made of long comments in many turns of the event loop, so that requests run meanwhile", async () => {
    const request = await api.createRequest();
    await createFollower(request);
    const { user } = await api.createMember();
    const said = await sql<{ id: string }[]>`
      insert into comments (thread_id, author_id, text, form)
      select ${request.thread_id}, ${user.id}, repeat('**b ', 490) || n, 'markdown' from generate_series(1, 40) n
      returning id`;
    const reading = watchParsing();
    const key = "a job of many comments";
    await tellOfComments(
      { db, outbox },
      said.map(({ id }) => ({ thread_id: request.thread_id, comment_id: Number(id), key })),
    );
    expect(reading.end()).toBeGreaterThanOrEqual(15);
    expect(await letters()).toMatchObject([{ more: 30 }]);
  });
});
