import { afterAll, describe, expect, test } from "vitest";
import { createTestApi, keyOf, noon } from "../../testing.ts";
import { createWriter, hourLater, postInput, slugsOf } from "../testing.ts";
import { publishDue, publishedAt, publishPostTask } from "./publish.ts";

const api = await createTestApi();
afterAll(api.drop);
const { guest } = api;
const { caller: writer, callerWith } = await createWriter(api);
const day = 86_400_000;
const at = (now: number) => new Date(now).toISOString();

describe("when a post is published", () => {
  const now = noon;
  const past = new Date(noon - day);
  const future = new Date(noon + day);
  const later = at(noon + 2 * day);
  const earlier = at(noon - 2 * day);

  test.each([
    ["a draft stays a draft without a change", null, {}, null],
    ["a draft is published now", null, { published: true }, new Date(now)],
    ["a draft is scheduled", null, { publish_at: later }, new Date(later)],
    [
      "a draft is scheduled even if it is also to be published",
      null,
      { published: true, publish_at: later },
      new Date(later),
    ],
    [
      "a draft is scheduled even if it is also to be unpublished",
      null,
      { published: false, publish_at: later },
      new Date(later),
    ],
    ["a draft gets a publication time in the past", null, { publish_at: earlier }, new Date(earlier)],
    ["a published post keeps its time without a change", past, {}, past],
    ["a published post keeps its time when published again", past, { published: true }, past],
    ["a published post becomes a draft when unpublished", past, { published: false }, null],
    ["a published post can be scheduled", past, { publish_at: later }, new Date(later)],
    ["a published post keeps its time when a schedule is removed", past, { publish_at: null }, past],
    ["a scheduled post keeps its time without a change", future, {}, future],
    ["a scheduled post can be published now", future, { published: true }, new Date(now)],
    ["a scheduled post can be rescheduled", future, { publish_at: later }, new Date(later)],
    ["a scheduled post becomes a draft when its schedule is removed", future, { publish_at: null }, null],
    ["a scheduled post becomes a draft when unpublished", future, { published: false }, null],
    [
      "a scheduled post can be published now and lose its schedule",
      future,
      { published: true, publish_at: null },
      new Date(now),
    ],
  ])("%s", (_, before, change, after) => {
    expect(publishedAt(before, change, now)).toEqual(after);
  });
});

/** The jobs that wait to publish a post. */
function readJobs() {
  return api.sql<{ payload: { blog_id: number }; run_at: string }[]>`
    select jobs.payload, jobs.run_at from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where tasks.identifier = ${publishPostTask} and jobs.key is not null`;
}

test("a scheduled post is hidden until its time and public from then on", async () => {
  const post = await writer.blog.create(postInput({ title: "Later", publish_at: at(hourLater) }));
  expect(post).toMatchObject({ published: false, published_at: at(hourLater) });
  const { slug } = post;
  for (const now of [noon, hourLater - 1]) {
    expect(await keyOf(api.guestWith({ now }).blog.get({ blog_slug: slug }))).toBe("blog_not_found");
    expect(await slugsOf(api.guestWith({ now }), {})).not.toContain(slug);
  }
  expect((await writer.blog.list({ drafts: true })).results[0]).toMatchObject({ slug, published: false });
  const then = api.guestWith({ now: hourLater });
  expect(await then.blog.get({ blog_slug: slug })).toMatchObject({ published: true });
  expect(await slugsOf(then, {})).toContain(slug);
});

test("each scheduled post has one job at its newest time, and other posts have none", async () => {
  await api.sql`select graphile_worker.remove_job(key) from graphile_worker._private_jobs where key like 'publish_post%'`;
  const times = async () => (await readJobs()).map(({ run_at }) => at(Date.parse(run_at)));
  const { slug } = await writer.blog.create(postInput({ publish_at: at(hourLater) }));
  const update = (change: object) => writer.blog.update({ blog_slug: slug, ...change });
  // A second later, for the clocks of other nodes.
  expect(await times()).toEqual([at(hourLater + 1000)]);
  await update({ publish_at: at(hourLater + day) });
  await update({ title: "Unchanged otherwise" });
  expect(await times()).toEqual([at(hourLater + day + 1000)]);
  await update({ published: false });
  expect(await times()).toEqual([]);
  await update({ publish_at: at(hourLater) });
  await update({ published: true });
  expect(await times()).toEqual([]);
  await update({ publish_at: at(hourLater) });
  await writer.blog.delete({ blog_slug: slug });
  expect(await times()).toEqual([]);
});

test("at its time a post's pages are invalidated, and a job for a postponed, unpublished or deleted post does nothing", async () => {
  await api.sql`select graphile_worker.remove_job(key) from graphile_worker._private_jobs where key like 'publish_post%'`;
  const invalidated: string[] = [];
  const due = async (now: number) => {
    invalidated.length = 0;
    const jobs = await readJobs();
    for (const { payload } of jobs) {
      const pageCache = { invalidate: (topics: readonly string[]) => void invalidated.push(...topics) };
      await publishDue({ db: api.db, pageCache, now: () => now }, payload);
    }
    return { jobs: jobs.length, invalidated: [...invalidated] };
  };
  const { slug } = await writer.blog.create(postInput({ publish_at: at(hourLater) }));
  // On a node whose clock is behind.
  expect(await due(hourLater - 1)).toEqual({ jobs: 1, invalidated: [] });
  expect(await due(hourLater)).toEqual({ jobs: 1, invalidated: ["blog"] });
  const [{ payload } = { payload: { blog_id: 0 } }] = await readJobs();
  await writer.blog.update({ blog_slug: slug, published: false });
  const deps = { db: api.db, pageCache: { invalidate: () => invalidated.push("wrong") }, now: () => hourLater };
  invalidated.length = 0;
  await publishDue(deps, payload);
  await writer.blog.delete({ blog_slug: slug });
  await publishDue(deps, payload);
  expect(invalidated).toEqual([]);
});

test("an unpublished post is not found, except by admins", async () => {
  const { slug } = await writer.blog.create(postInput());
  await guest.blog.get({ blog_slug: slug });
  expect(await writer.blog.update({ blog_slug: slug, published: false })).toMatchObject({
    published: false,
    published_at: null,
  });
  expect(await keyOf(guest.blog.get({ blog_slug: slug }))).toBe("blog_not_found");
  expect((await writer.blog.get({ blog_slug: slug })).published).toBe(false);
  const again = await callerWith({ now: hourLater }).blog.update({ blog_slug: slug, published: true });
  expect(again).toMatchObject({ published: true, published_at: at(hourLater) });
});

test("of ten parallel publications and withdrawals the last one wins, and leaves a job only if needed", async () => {
  const { slug } = await writer.blog.create(postInput({ published: false }));
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      writer.blog.update({ blog_slug: slug, ...(index % 2 ? { published: false } : { publish_at: at(hourLater) }) }),
    ),
  );
  const { published_at } = await writer.blog.get({ blog_slug: slug });
  const [post] = await api.sql<{ id: string }[]>`select id from blogs where slug = ${slug}`;
  const jobs = (await readJobs()).filter(({ payload }) => payload.blog_id === Number(post?.id));
  expect(jobs.length).toBe(published_at === null ? 0 : 1);
});
