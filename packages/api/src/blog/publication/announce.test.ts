import { randomUUID } from "node:crypto";
import { insertUser } from "@daymark/auth/testing";
import { users } from "@daymark/db/schema/user";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createTestApi, noon } from "../../testing.ts";
import { createWriter, hourLater, postInput } from "../testing.ts";
import { type AnnouncePostJob, announcePage, announcePostTask } from "./announce.ts";
import { publishDue } from "./publish.ts";

const api = await createTestApi();
afterAll(api.drop);
const { db, sql, outbox } = api;
const { caller: writer } = await createWriter(api);
const subscriber = { newsletter_subscriber: true, email_verified: true };

beforeEach(async () => {
  await sql`truncate graphile_worker._private_jobs`;
  await sql`delete from mails`;
  await db.update(users).set({ newsletter_subscriber: false });
});

interface Job {
  id: string;
  payload: AnnouncePostJob;
}

/** Takes the next job as a worker would. */
async function takeJob(): Promise<Job | undefined> {
  const [job] = await sql<Job[]>`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'test', attempts = attempts + 1
    where id = (
      select jobs.id from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where tasks.identifier = ${announcePostTask} and jobs.is_available order by jobs.id limit 1
    )
    returning id, payload`;
  return job;
}

const deps = (now: number = noon) => ({ db, outbox, now: () => now });

/** Runs all waiting jobs; returns how many subscribers each job notified. */
async function announce(now?: number): Promise<number[]> {
  const told: number[] = [];
  for (let job = await takeJob(); job; job = await takeJob()) {
    told.push(await announcePage(deps(now), job.payload));
    await sql`select graphile_worker.complete_jobs(array[${job.id}]::bigint[])`;
  }
  return told;
}

const lettersTo = async (email: string) => (await api.readMails()).filter(({ to }) => to === email);

test("each subscriber gets one mail about a published post, with their own unsubscribe link, and other users get none", async () => {
  const reader = await insertUser(db, subscriber);
  await insertUser(db, { ...subscriber, email_verified: false });
  await insertUser(db, { ...subscriber, is_active: false });
  await insertUser(db, { email_verified: true });
  const { slug } = await writer.blog.create(postInput({ title: "Small <b>steps</b>" }));
  expect(await announce()).toEqual([1]);
  expect(await api.readMails()).toEqual([
    {
      template: "newsletter",
      to: reader.email,
      language: "en",
      values: {
        username: reader.username,
        link: `${outbox.publicUrl}/blog/${slug}`,
        title: "Small <b>steps</b>",
        description: "Why five minutes are enough",
        unsubscribe: outbox.unsubscribe.create({ purpose: "newsletter", userId: reader.id }),
      },
    },
  ]);
});

test("no mail is sent about a draft, nor a second one about a post that is changed or published again", async () => {
  const reader = await insertUser(db, subscriber);
  const { slug } = await writer.blog.create(postInput({ published: false }));
  const update = (change: object) => writer.blog.update({ blog_slug: slug, ...change });
  await update({ title: "Still a draft" });
  expect(await announce()).toEqual([]);
  await update({ published: true });
  await update({ title: "Before any mail" });
  expect(await announce()).toEqual([1]);
  await update({ title: "After" });
  await update({ published: false });
  await update({ published: true });
  expect(await announce()).toEqual([]);
  expect(await lettersTo(reader.email)).toMatchObject([{ values: { title: "Before any mail" } }]);
});

test("no mail is sent about a post that is unpublished or deleted before the announcement", async () => {
  await insertUser(db, subscriber);
  const { slug: taken } = await writer.blog.create(postInput());
  await writer.blog.update({ blog_slug: taken, published: false });
  const { slug: deleted } = await writer.blog.create(postInput());
  await writer.blog.delete({ blog_slug: deleted });
  expect(await announce()).toEqual([0, 0]);
  // No subscriber was notified, so they are when the post is published after all.
  await writer.blog.update({ blog_slug: taken, published: true });
  expect(await announce()).toEqual([1]);
});

test("each subscriber gets one mail per post, in their language if the post has it", async () => {
  const english = await insertUser(db, { ...subscriber, language: "en" });
  const ukrainian = await insertUser(db, { ...subscriber, language: "uk" });
  const en = await writer.blog.create(postInput({ title: "In English" }));
  const uk = await writer.blog.create(postInput({ title: "Українською", language: "uk", translation_of: en.slug }));
  expect(await announce()).toEqual([2]);
  const linkOf = async (email: string) => (await lettersTo(email)).map(({ values }) => values.link);
  expect(await linkOf(english.email)).toEqual([`${outbox.publicUrl}/blog/${en.slug}`]);
  expect(await linkOf(ukrainian.email)).toEqual([`${outbox.publicUrl}/blog/${uk.slug}`]);

  const alone = await writer.blog.create(postInput({ title: "Лише українською", language: "uk" }));
  await announce();
  expect((await linkOf(english.email)).at(-1)).toBe(`${outbox.publicUrl}/blog/${alone.slug}`);
  // A later version is no new post, even if the announced one was deleted.
  const late = postInput({ title: "Later", translation_of: alone.slug, published: false });
  const { slug } = await writer.blog.create(late);
  await writer.blog.delete({ blog_slug: alone.slug });
  await writer.blog.update({ blog_slug: slug, published: true });
  await announce();
  expect(await linkOf(english.email)).toHaveLength(2);
});

test("a scheduled post is announced once at its time, however often its job runs", async () => {
  const reader = await insertUser(db, subscriber);
  const publish_at = new Date(hourLater).toISOString();
  const { slug } = await writer.blog.create(postInput({ title: "Scheduled", publish_at }));
  const [post] = await sql<{ id: string }[]>`select id from blogs where slug = ${slug}`;
  const job = { blog_id: Number(post?.id) };
  const due = (now: number) => publishDue({ db, pageCache: { invalidate: () => {} }, now: () => now }, job);
  expect(await announce()).toEqual([]);
  await due(hourLater - 1);
  expect(await announce(hourLater - 1)).toEqual([]);
  for (let count = 0; count < 3; count += 1) await due(hourLater);
  expect(await announce(hourLater)).toEqual([1]);
  await due(hourLater);
  expect(await announce(hourLater)).toEqual([]);
  expect(await lettersTo(reader.email)).toMatchObject([{ values: { title: "Scheduled" } }]);
});

/** Creates more than two pages of subscribers. */
async function createMany() {
  const name = randomUUID().slice(0, 8);
  const many = Array.from({ length: 250 }, (_, index) => ({
    ...subscriber,
    username: `${name}_${index}`,
    email: `${name}_${index}@example.com`,
  }));
  await db.insert(users).values(many);
}

/** How many mails the users got, for any post: the number of users by their number of mails. */
async function readTold() {
  const rows = await sql<{ letters: number; people: number }[]>`
    select letters::int, count(*)::int as people
    from (select count(*) as letters from mails group by user_id) as each group by letters`;
  return Object.fromEntries(rows.map(({ letters, people }) => [letters, people]));
}

test("many subscribers are mailed in pages, each once, even if a page fails or a worker dies", async () => {
  await createMany();
  await writer.blog.create(postInput());
  const first = await takeJob();
  if (!first) throw new Error("no job waits");
  const failing = { ...outbox, enqueueMany: () => Promise.reject(new Error("no room")) };
  await expect(announcePage({ ...deps(), outbox: failing }, first.payload)).rejects.toThrow("no room");
  expect(await api.readMails()).toEqual([]);
  // The queue gives the job to a worker again, which dies after it has written the page: the job is not done, but still
  // there.
  expect(await announcePage(deps(), first.payload)).toBe(100);
  await sql`select graphile_worker.force_unlock_workers(array['test'])`;
  const [second] = await sql<
    { id: string }[]
  >`select id from graphile_worker._private_jobs where is_available and key like 'announce%'`;
  expect(second?.id).not.toBe(first.id);
  // A worker that runs the job of the same page a second time writes the next page.
  expect(await announcePage(deps(), first.payload)).toBe(100);
  expect(await announce()).toEqual([50]);
  expect(await announcePage(deps(), first.payload)).toBe(0);
  expect(await readTold()).toEqual({ 1: 250 });
});

test.each([
  ["at once", noon, { published: true }],
  ["at a time", hourLater, { publish_at: new Date(hourLater).toISOString() }],
] as const)(
  "an announcement of a post that was unpublished meanwhile resumes when the post is published again %s",
  async (_, now, again) => {
    await createMany();
    const { slug } = await writer.blog.create(postInput());
    const first = await takeJob();
    if (!first) throw new Error("no job waits");
    expect(await announcePage(deps(), first.payload)).toBe(100);
    await sql`select graphile_worker.complete_jobs(array[${first.id}]::bigint[])`;
    await writer.blog.update({ blog_slug: slug, published: false });
    expect(await announce()).toEqual([0]);
    await writer.blog.update({ blog_slug: slug, title: "Mended meanwhile" });
    expect(await announce()).toEqual([]);
    expect(await readTold()).toEqual({ 1: 100 });

    await writer.blog.update({ blog_slug: slug, ...again });
    const [post] = await sql<{ id: string }[]>`select id from blogs where slug = ${slug}`;
    if (now > noon)
      await publishDue({ db, pageCache: { invalidate: () => {} }, now: () => now }, { blog_id: Number(post?.id) });
    expect(await announce(now)).toEqual([100, 50]);
    expect(await readTold()).toEqual({ 1: 250 });
    await writer.blog.update({ blog_slug: slug, published: false });
    await writer.blog.update({ blog_slug: slug, published: true });
    expect(await announce(now)).toEqual([]);
  },
);

test("if a version is deleted during the announcement, the other subscribers get the remaining version", async () => {
  await createMany();
  const gone = await writer.blog.create(postInput());
  const left = await writer.blog.create(postInput({ language: "uk", translation_of: gone.slug }));
  const first = await takeJob();
  if (!first) throw new Error("no job waits");
  expect(await announcePage(deps(), first.payload)).toBe(100);
  await sql`select graphile_worker.complete_jobs(array[${first.id}]::bigint[])`;
  await writer.blog.delete({ blog_slug: gone.slug });
  expect(await announce()).toEqual([100, 50]);
  expect(await readTold()).toEqual({ 1: 250 });
  const links = (await api.readMails()).slice(100).map(({ values }) => values.link);
  expect(new Set(links)).toEqual(new Set([`${outbox.publicUrl}/blog/${left.slug}`]));
});

test("mails to many have a lower priority than mails that a user waits for", async () => {
  await insertUser(db, subscriber);
  await writer.blog.create(postInput());
  await announce();
  const { caller, user } = await api.createUser();
  await caller.auth.sendEmailVerification({});
  const order = await sql<{ user_id: string }[]>`
    select mails.user_id from graphile_worker._private_jobs jobs
    join mails on mails.id = (jobs.payload ->> 'mail_id')::bigint order by jobs.priority, jobs.run_at, jobs.id`;
  expect(Number(order[0]?.user_id)).toBe(user.id);
  expect(order.length).toBe(2);
});

test("blog.audience returns how many subscribers a publication would reach", async () => {
  await insertUser(db, subscriber);
  await insertUser(db, { ...subscriber, is_active: false });
  await insertUser(db, { ...subscriber, email_verified: false });
  expect(await writer.blog.audience({})).toEqual({ subscribers: 1 });
  const { slug } = await writer.blog.create(postInput({ published: false }));
  await insertUser(db, subscriber);
  expect(await writer.blog.audience({ blog_slug: slug })).toEqual({ subscribers: 2 });
  await writer.blog.update({ blog_slug: slug, published: true });
  expect(await announce()).toEqual([2]);
  // Each subscriber gets one mail about a post. Neither another publication nor a translation sends more.
  await insertUser(db, subscriber);
  expect(await writer.blog.audience({ blog_slug: slug })).toEqual({ subscribers: 0 });
  await expect(writer.blog.audience({ blog_slug: "not-there" })).rejects.toThrow("blog_not_found");
});
