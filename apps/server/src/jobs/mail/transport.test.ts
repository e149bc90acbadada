import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCertificate, hasOpenssl } from "@daymark/db/testing-tls";
import PostalMime from "postal-mime";
import { afterAll, expect, test } from "vitest";
import { startMailServer } from "./testing.ts";
import { createTransport } from "./transport.ts";

const directory = mkdtempSync(join(tmpdir(), "daymark-mail-"));
afterAll(() => rmSync(directory, { recursive: true }));

const config = { mailFrom: "Daymark <no-reply@daymark.example>", mailDirectory: join(directory, "mail") };
const createdAt = new Date(Date.UTC(2026, 10, 3, 4, 5, 6, 78));
const message = {
  id: 42,
  to: "reader@example.com",
  createdAt,
  subject: "Підтвердьте",
  html: "<p>Привіт</p>",
  text: "Hello\nhttp://127.0.0.1:3000/verify-email?token=abc\n",
};

test("without a mail server a mail is written completely to a file named by time and recipient, private to its owner", async () => {
  const { file } = await createTransport(config).deliver(message);
  expect(file).toBe(join(config.mailDirectory, "20261103T040506.078000042Z-reader@example.com.eml"));
  expect(readdirSync(config.mailDirectory)).toEqual(["20261103T040506.078000042Z-reader@example.com.eml"]);
  expect(statSync(file ?? "").mode & 0o077).toBe(0);
  const raw = readFileSync(file ?? "", "utf8");
  const mail = await PostalMime.parse(raw);
  expect(mail).toMatchObject({
    from: { name: "Daymark", address: "no-reply@daymark.example" },
    to: [{ address: "reader@example.com" }],
    subject: "Підтвердьте",
    html: expect.stringContaining("<p>Привіт</p>"),
    text: expect.stringContaining("Hello"),
  });
  // The raw file shows the whole link too.
  expect(raw).toContain("http://127.0.0.1:3000/verify-email?token=abc\r\n");
});

test("file names sort by time, and a second attempt replaces the first", async () => {
  const transport = createTransport({ ...config, mailDirectory: join(directory, "order") });
  const later = { ...message, createdAt: new Date(createdAt.getTime() + 1), to: "a@example.com" };
  const sameMoment = { ...message, id: 43 };
  const files = [];
  for (const each of [message, later, sameMoment, message]) files.push((await transport.deliver(each)).file);
  expect(files[3]).toBe(files[0]);
  expect([...files.slice(0, 3)].sort()).toEqual([files[0], files[2], files[1]]);
});

test.each([
  ["../../etc/passwd@example.com", ".._.._etc_passwd@example.com"],
  ["a/b@example.com", "a_b@example.com"],
  ["o'brien+tag@example.com", "o_brien+tag@example.com"],
  ["їжак@example.com", "____@example.com"],
])("the recipient %s is escaped in the file name", async (to, name) => {
  const { file } = await createTransport(config).deliver({ ...message, to });
  expect(file).toBe(join(config.mailDirectory, `20261103T040506.078000042Z-${name}.eml`));
});

test("the longest address still gives a valid file name", async () => {
  const to = `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.com`;
  const { file } = await createTransport(config).deliver({ ...message, to });
  expect(readFileSync(file ?? "", "utf8")).toContain("Subject: ");
});

test.each([
  "reader@example.com\r\nBcc: victim@example.com",
  "reader@example.com\nX: y",
  "reader@example.com, victim@example.com",
  "Name <reader@example.com>",
  "reader@example.com;victim@example.com",
  "\u0000reader@example.com",
  "nobody",
  "",
])("a recipient that is not a single bare address is refused: %j", async (to) => {
  const server = await startMailServer();
  for (const transport of [createTransport(config), createTransport({ ...config, smtpUrl: server.url })]) {
    await expect(transport.deliver({ ...message, to })).rejects.toThrow("not a bare address");
  }
  expect(server.attempts).toEqual([]);
  await server.stop();
});

test("a line break in a subject cannot add a header", async () => {
  const server = await startMailServer();
  const transport = createTransport({ ...config, smtpUrl: server.url });
  await transport.deliver({ ...message, subject: "Hello\r\nBcc: victim@example.com\r\n\r\nbody" });
  const [received] = server.received;
  expect(received?.recipients).toEqual(["reader@example.com"]);
  expect(received?.mail.headers.map(({ key }) => key)).not.toContain("bcc");
  transport.close();
  await server.stop();
});

test("all attempts of a mail have the same Message-ID, and other mails have another", async () => {
  const server = await startMailServer();
  const transport = createTransport({ ...config, smtpUrl: server.url });
  for (const id of [42, 42, 43]) await transport.deliver({ ...message, id });
  const ids = server.received.map(({ mail }) => mail.messageId);
  expect(ids[0]).toMatch(/^<[\w.]+@daymark\.example>$/);
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
  expect(server.received[0]?.raw).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
  transport.close();
  await server.stop();
});

test("mails in a row share one connection, and a lost one is opened anew", async () => {
  const server = await startMailServer();
  const transport = createTransport({ ...config, smtpUrl: server.url });
  for (const id of [1, 2, 3, 4, 5]) await transport.deliver({ ...message, id });
  expect([server.received.length, server.connections()]).toEqual([5, 1]);
  server.dropConnections();
  await expect.poll(() => server.openConnections()).toBe(0);
  await transport.deliver({ ...message, id: 6 });
  expect([server.received.length, server.connections()]).toEqual([6, 2]);
  transport.close();
  await server.stop();
});

test("the mail server cannot accept a mail before its last line", async () => {
  const server = await startMailServer();
  const transport = createTransport({ ...config, smtpUrl: server.url });
  const asked = Promise.withResolvers<void>();
  const allowed = Promise.withResolvers<void>();
  const delivered = transport.deliver(message, () => {
    asked.resolve();
    return allowed.promise;
  });
  await asked.promise;
  // The server takes another mail meanwhile, and answers it.
  await transport.deliver({ ...message, id: 43 });
  expect(server.attempts.map(({ mail }) => mail.messageId)).toEqual([expect.stringMatching(/^<43\./)]);
  allowed.resolve();
  await delivered;
  expect(server.received.map(({ recipients }) => recipients)).toEqual([[message.to], [message.to]]);
  transport.close();
  await server.stop();
});

test("a mail whose connection breaks after it has arrived is not sent a second time by itself", async () => {
  const server = await startMailServer({
    answer: () => {
      server.dropConnections();
      return null;
    },
  });
  const transport = createTransport({ ...config, smtpUrl: server.url });
  await expect(transport.deliver(message)).rejects.toMatchObject({ code: expect.stringMatching(/^E/) });
  expect([server.attempts.length, server.connections()]).toEqual([1, 1]);
  transport.close();
  await server.stop();
});

test("a password is sent unencrypted only within this machine", async () => {
  const server = await startMailServer();
  // An address that the system connects to this machine, and that is not one of its loopback addresses.
  const elsewhere = createTransport({ ...config, smtpUrl: `smtp://name:password@0.0.0.0:${server.port}` });
  await expect(elsewhere.deliver(message)).rejects.toMatchObject({ code: expect.stringMatching(/^E/) });
  expect([server.passwords, server.attempts]).toEqual([[], []]);

  const here = createTransport({ ...config, smtpUrl: `smtp://name:password@127.0.0.1:${server.port}` });
  await here.deliver(message);
  const withoutPassword = createTransport({ ...config, smtpUrl: `smtp://0.0.0.0:${server.port}` });
  await withoutPassword.deliver(message);
  expect(server.passwords).toEqual(["password"]);
  expect(server.received.length).toBe(2);
  for (const transport of [elsewhere, here, withoutPassword]) transport.close();
  await server.stop();
});

test.skipIf(!hasOpenssl)(
  "a mail server whose certificate is signed by the operator's own authority is trusted with it alone",
  async () => {
    const { authority, certificate, key } = createCertificate(directory, "mail", "localhost");
    const server = await startMailServer({ certificate: { key: readFileSync(key), cert: readFileSync(certificate) } });
    const smtpUrl = `smtps://name:password@localhost:${server.port}`;
    const strict = createTransport({ ...config, smtpUrl });
    await expect(strict.deliver(message)).rejects.toMatchObject({ originalCode: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" });
    expect(server.passwords).toEqual([]);
    const trusting = createTransport({ ...config, smtpUrl, smtpAuthority: readFileSync(authority, "utf8") });
    await trusting.deliver(message);
    expect([server.passwords, server.received.length]).toEqual([["password"], 1]);
    for (const transport of [strict, trusting]) transport.close();
    await server.stop();
  },
);
