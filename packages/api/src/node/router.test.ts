import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { insertUser } from "@daymark/auth/testing";
import { nodes } from "@daymark/db/schema/admin";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, keyOf, type TestApi, type TestUser } from "../testing.ts";
import { deletePerson } from "../thread/leave.ts";

let api: TestApi;
let admin: TestUser;
beforeAll(async () => {
  api = await createTestApi();
  admin = await api.createUser({ is_staff: true });
});
afterAll(() => api.drop());

test("instances are listed with their health, silent ones marked, with database, queue and disk", async () => {
  const started_at = new Date();
  await api.db.insert(nodes).values([
    { name: "here", version: "v1", started_at, health: { rss_bytes: 7, redis: "connected" } },
    // A node of a version that reports other data under the same name.
    { name: "other", version: "v9", started_at, seen_at: new Date(0), health: { rss_bytes: "much" } },
  ]);
  const apps = await admin.caller.node.list({});
  expect(apps.nodes).toMatchObject([
    { name: "here", is_alive: true, health: { rss_bytes: 7, redis: "connected" } },
    { name: "other", is_alive: false, health: {} },
  ]);
  expect(apps.database.migrations).toBeGreaterThan(10);
  expect(apps.database.bytes).toBeGreaterThan(1_000_000);
  expect(apps.disk.total_bytes).toBeGreaterThan(apps.disk.free_bytes);
});

describe("the queue", () => {
  const add = async (name: string) => {
    const [row] = await api.sql`select id from graphile_worker.add_job(${name}, json_build_object('secret', 'x'))`;
    return Number(row?.id);
  };

  test("shows a failed job with the class of its error, without its payload or message", async () => {
    const id = await add("fails");
    await api.sql`update graphile_worker._private_jobs set attempts = max_attempts,
      last_error = 'SmtpError: 550 no such user anna@example.org' where id = ${id}`;
    const { results } = await admin.caller.job.list({ state: "failed" });
    expect(results).toMatchObject([{ id, task: "fails", last_error: "SmtpError", state: "failed" }]);
    expect(JSON.stringify(results)).not.toMatch(/secret|anna/);
    expect((await admin.caller.node.list({})).queue).toContainEqual(
      expect.objectContaining({ task: "fails", failed: 1, waiting: 0 }),
    );
    expect((await admin.caller.overview.get({})).failed_jobs).toBe(1);
    expect(await admin.caller.job.retry({ id })).toEqual({ detail: "job_retried" });
    expect((await admin.caller.job.list({ task: "fails" })).results).toMatchObject([{ state: "waiting", attempts: 0 }]);
    expect(await admin.caller.job.delete({ id })).toEqual({ detail: "job_deleted" });
    expect(await keyOf(admin.caller.job.delete({ id }))).toBe("job_not_found");
  });

  test("refuses to retry or delete a running job", async () => {
    const id = await add("runs");
    await api.sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody' where id = ${id}`;
    expect(await keyOf(admin.caller.job.retry({ id }))).toBe("job_not_found");
    expect(await keyOf(admin.caller.job.delete({ id }))).toBe("job_not_found");
    expect((await admin.caller.job.list({ state: "running" })).results).toMatchObject([{ id }]);
  });
});

describe("the outbox", () => {
  test("shows each mail's recipient and state, not its content, and can retry a waiting mail at once", async () => {
    const person = await api.createUser({ email: "somebody@mail.example.org", username: "Mailed" });
    await admin.caller.adminUser.update({ id: person.user.id, plan: "paid" });
    await api.sql`update graphile_worker._private_jobs set run_at = now() + interval '1 hour', attempts = 3 where key is not null`;
    const [mail] = (await admin.caller.mail.list({ state: "queued", template: "account_decision" })).results;
    expect(mail).toMatchObject({ username: "Mailed", recipient: "s•••@m•••.org", attempts: 0, last_error: null });
    expect(JSON.stringify(mail)).not.toContain("somebody@");
    expect(mail).not.toHaveProperty("content");
    expect(await admin.caller.mail.retry({ id: mail?.id ?? 0 })).toEqual({ detail: "mail_retried" });
    const [after] = (await admin.caller.mail.list({ state: "queued" })).results;
    expect(Date.parse(after?.next_attempt_at ?? "")).toBeLessThanOrEqual(Date.now() + 60_000);
    expect(await keyOf(admin.caller.mail.retry({ id: 999_999 }))).toBe("mail_not_found");
    // As the worker leaves a mail that ran out of attempts, and one that was refused for good.
    const id = mail?.id ?? 0;
    await api.sql`select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs where key is not null))`;
    await api.sql`update mails set state = 'failed', attempts = 12 where id = ${id}`;
    await admin.caller.mail.retry({ id });
    expect((await admin.caller.mail.list({ state: "queued" })).results).toMatchObject([{ id, can_retry: true }]);
    await api.sql`select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs where key is not null))`;
    await api.sql`update mails set state = 'failed', content = null where id = ${id}`;
    expect((await admin.caller.mail.list({ state: "failed" })).results).toMatchObject([{ id, can_retry: false }]);
    expect(await keyOf(admin.caller.mail.retry({ id }))).toBe("mail_not_found");
    await api.sql`delete from mails where id = ${id}`;
    expect((await admin.caller.mail.list({ state: "failed" })).results).toEqual([]);
  });

  test("marks a mail as failed when its job is deleted, and can retry every mail that it offers to retry", async () => {
    const person = await api.createUser({ email: "other@mail.example.org", username: "Deleted" });
    await admin.caller.adminUser.update({ id: person.user.id, plan: "paid" });
    const mail = async () => (await admin.caller.mail.list({ template: "account_decision" })).results[0];
    const [job] = (await admin.caller.job.list({ task: "send_mail" })).results;
    await admin.caller.job.delete({ id: job?.id ?? 0 });
    expect(await mail()).toMatchObject({ username: "Deleted", state: "failed", can_retry: true });
    const id = (await mail())?.id ?? 0;
    expect(await admin.caller.mail.retry({ id })).toEqual({ detail: "mail_retried" });
    await api.sql`update graphile_worker._private_jobs set attempts = max_attempts where key = ${`send_mail ${id}`}`;
    expect(await mail()).toMatchObject({ state: "queued", can_retry: true });
    expect(await admin.caller.mail.retry({ id })).toEqual({ detail: "mail_retried" });
    expect((await admin.caller.job.list({ task: "send_mail" })).results).toMatchObject([
      { state: "waiting", attempts: 0 },
    ]);
    await api.sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody'
      where key = ${`send_mail ${id}`}`;
    expect(await mail()).toMatchObject({ state: "queued", can_retry: false });
    expect(await keyOf(admin.caller.mail.retry({ id }))).toBe("mail_not_found");
    await api.sql`delete from users where id = ${person.user.id}`;
  });
});

describe("the data files", () => {
  test("on disk are compared with the image rows", async () => {
    await api.uploads.write("0123abcd-320.webp", new Uint8Array([1]));
    await api.sql`insert into images (name, width, height, bytes, widths, alt)
      values ('feed', 100, 100, 9, '{100}', 'Gone')`;
    const { uploads } = await admin.caller.dataFile.list({});
    expect(uploads.orphans).toContain("0123abcd-320.webp");
    expect(uploads.missing).toEqual(["feed-100.webp"]);
    // The figures of the files on the disk, not of the pictures' rows.
    expect(uploads).toMatchObject({ count: 1, bytes: 1 });
  });

  test("of backups are listed from their folder, and downloading one needs a step-up", async () => {
    const folder = join(api.uploadDirectory, "backups");
    mkdirSync(folder);
    writeFileSync(join(folder, "daymark-2026.tar.gz"), "everything");
    for (const name of ["half.part", "lock", "daymark-2026.tar.gz.check.json"]) writeFileSync(join(folder, name), "");
    writeFileSync(join(api.uploadDirectory, "secret"), "key");
    expect((await admin.caller.dataFile.list({})).backups).toMatchObject([
      { name: "daymark-2026.tar.gz", bytes: 10, is_whole: null, checked_at: null },
    ]);
    const { content, bytes } = await admin.caller.dataFile.backup({ name: "daymark-2026.tar.gz" });
    expect(bytes).toBe(10);
    expect(await new Response(content as ReadableStream<Uint8Array>).text()).toBe("everything");
    for (const name of ["half.part", "lock", "secret", "..secret"]) {
      expect(["not_found", "validation_failed"]).toContain(await keyOf(admin.caller.dataFile.backup({ name })));
    }
    writeFileSync(join(folder, "My_own.tar.gz"), "all");
    const own = await admin.caller.dataFile.backup({ name: "My_own.tar.gz" });
    expect([own.file_name, await new Response(own.content as ReadableStream<Uint8Array>).text()]).toEqual([
      "my-own.tar.gz",
      "all",
    ]);
    const [, entry] = (await admin.caller.audit.list({ action: "dataFile.backup", outcome: "done" })).results;
    expect(entry).toMatchObject({ target: "backup daymark-2026.tar.gz" });
  });

  test("of backups are listed only with names that a URL can contain, and each of these can be downloaded", async () => {
    const folder = join(api.uploadDirectory, "backups");
    mkdirSync(folder, { recursive: true });
    const named = ["before-v2_1.tar.gz", "My_own.tar.gz", "daymark-2026.tar.gz"];
    const others = [
      "before the move.tar.gz",
      "копія.tar.gz",
      "-x.tar.gz",
      ".tar.gz",
      "50%.tar.gz",
      `${"x".repeat(115)}.tar.gz`,
    ];
    for (const name of [...named, ...others]) writeFileSync(join(folder, name), name);
    const { backups } = await admin.caller.dataFile.list({});
    expect(backups.map(({ name }) => name).sort()).toEqual(named.toSorted());
    for (const { name } of backups) {
      const { content } = await admin.caller.dataFile.backup({ name });
      expect(await new Response(content as ReadableStream<Uint8Array>).text()).toBe(name);
    }
  });
});

test("the overview counts failed mails, silent instances and disabled features", async () => {
  await admin.caller.featureSwitch.set({ name: "comments", is_on: false });
  await api.sql`insert into mails (user_id, template, state) values (${admin.user.id}, 'reminder', 'failed')`;
  const overview = await admin.caller.overview.get({});
  expect(overview).toMatchObject({ failed_mails: 1, nodes: 2, silent_nodes: 1, switched_off: ["comments"] });
  expect(overview.sign_ups_today).toBeGreaterThanOrEqual(0);
});

test("the overview's sign-ups of today include deleted accounts and exclude the operator's", async () => {
  const readSignUps = async () => (await admin.caller.overview.get({})).sign_ups_today;
  const before = await readSignUps();
  const { id } = await insertUser(api.db);
  await insertUser(api.db, { signed_up: false });
  expect(await readSignUps()).toBe(before + 1);
  expect(await deletePerson(api.db, id)).toBe(true);
  expect(await readSignUps()).toBe(before + 1);
});
