import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../testing.ts";

const database = await createTestDatabase();
afterAll(database.drop);

const soon = { interval: 20, timeout: 20_000 };

/** Starts another process that holds a lock until it ends. */
function startHolder(lock: number, idleMilliseconds: number): ChildProcess {
  const module = fileURLToPath(import.meta.resolve("./dedicated-connection.ts"));
  const program = `
    const { keepConnection } = await import(${JSON.stringify(module)});
    const hold = (sql) => sql\`select pg_advisory_lock(${lock})\`;
    keepConnection(${JSON.stringify(database.url)}, "test", { hold, idleMilliseconds: ${idleMilliseconds} });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** The connections that hold a lock, and when each sent its last statement. */
function readHolders(lock: number) {
  return database.sql<{ pid: number; sent_at: string }[]>`
    select a.pid, a.query_start::text as sent_at from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.objid = ${lock} and l.granted and a.datname = current_database()`;
}

test("a frozen process loses its lock, and takes it again when it goes on", async () => {
  const child = startHolder(1, 3_000);
  const pidsOfHolders = async () => (await readHolders(1)).map(({ pid }) => pid);
  await expect.poll(pidsOfHolders, soon).toHaveLength(1);
  const [before] = await pidsOfHolders();
  child.kill("SIGSTOP");
  await expect.poll(pidsOfHolders, soon).toEqual([]);
  child.kill("SIGCONT");
  await expect.poll(pidsOfHolders, soon).toHaveLength(1);
  expect(await pidsOfHolders()).not.toEqual([before]);
});

test("a process that runs sends a statement long before its connection counts as idle", async () => {
  startHolder(2, 8_000);
  await expect.poll(() => readHolders(2), soon).toHaveLength(1);
  const [before] = await readHolders(2);
  const sentAt = async () => (await readHolders(2))[0]?.sent_at ?? before?.sent_at;
  await expect.poll(sentAt, soon).not.toBe(before?.sent_at);
  const [after] = await readHolders(2);
  expect(after?.pid).toBe(before?.pid);
});
