import { afterAll, describe, expect, test } from "vitest";
import { createTestApi, keyOf, noon } from "../testing.ts";
import { publishDue, publishedAt, publishPostTask } from "./publish.ts";
import { createWriter, hourLater, postInput, slugsOf } from "./testing.ts";

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
    ["a draft stays one", null, {}, null],
    ["a draft, now", null, { published: true }, new Date(now)],
    ["a draft, later", null, { publish_at: later }, new Date(later)],
    ["a draft, later, whatever else is said", null, { published: true, publish_at: later }, new Date(later)],
    ["a draft, not yet but later", null, { published: false, publish_at: later }, new Date(later)],
    ["a draft, at a time that has passed", null, { publish_at: earlier }, new Date(earlier)],
    ["a published one stays", past, {}, past],
    ["a published one, again", past, { published: true }, past],
    ["a published one, taken back", past, { published: false }, null],
    ["a published one, put off", past, { publish_at: later }, new Date(later)],
    ["a published one, at no time in particular", past, { publish_at: null }, past],
    ["a scheduled one stays", future, {}, future],
    ["a scheduled one, now after all", future, { published: true }, new Date(now)],
    ["a scheduled one, at another time", future, { publish_at: later }, new Date(later)],
    ["a scheduled one, not after all", future, { publish_at: null }, null],
    ["a scheduled one, not at all", future, { published: false }, null],
    ["a scheduled one, not then but now", future, { published: true, publish_at: null }, new Date(now)],
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

test("a scheduled post is nobody's to read before its time, everyone's from then on", async () => {
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

test("one job waits for each scheduled post, for its newest time, and none for a post that is not", async () => {
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

test("when its time has come pages are rendered anew; a post that was put off, taken back or deleted waits or is passed over", async () => {
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

test("a post that was taken back looks as if it had never been, except to admins", async () => {
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

test("of ten who publish and take back at once, the last one decides, and nothing else is left behind", async () => {
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
