import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCertificate, hasOpenssl } from "@daymark/db/testing-tls";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { sendTestMail } from "./test-mail.ts";
import { refusal, startMailServer } from "./testing.ts";

const directory = mkdtempSync(join(tmpdir(), "daymark-test-mail-"));
afterAll(() => rmSync(directory, { recursive: true }));

const config = { mailFrom: "Daymark <no-reply@example.org>", mailDirectory: join(directory, "mail") };
const mail = { to: "olena@example.org", language: "uk", now: Date.UTC(2026, 10, 21) } as const;

function send(smtpUrl?: string, smtpAuthority?: string) {
  return sendTestMail({ ...config, smtpUrl, smtpAuthority, publicUrl: "https://habits.example.org" }, mail);
}

async function startServer(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options);
  onTestFinished(server.stop);
  return server;
}

test("a test mail arrives in the operator's language, with a link to the server", async () => {
  const server = await startServer();
  expect(await send(server.url)).toBe("sent");
  const [received] = server.received;
  expect(received?.recipients).toEqual([mail.to]);
  expect(received?.mail.subject).toBe("Daymark може надсилати листи");
  expect(received?.mail.text).toContain("https://habits.example.org");
});

test("without a mail server the mail is a file", async () => {
  expect(await send()).toBe("written");
  expect(readdirSync(config.mailDirectory)).toEqual([expect.stringContaining("olena@example.org.eml")]);
});

test("a refused connection, an unknown host, wrong credentials and refused addresses give different errors", async () => {
  const free = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => free.once("listening", resolve));
  const { port } = free.address() as { port: number };
  await new Promise((resolve) => free.close(resolve));
  expect(await send(`smtp://127.0.0.1:${port}`)).toBe("refused");
  expect(await send("smtp://mail.invalid")).toBe("host_unknown");

  const strict = await startServer({ answerLogIn: () => refusal(535) });
  expect(await send(strict.url.replace("//", "//name:wrong@"))).toBe("credentials");
  const picky = await startServer({ answerRecipient: () => refusal(550) });
  expect(await send(picky.url)).toBe("recipient");
  const busy = await startServer({ answer: () => refusal(451) });
  expect(await send(busy.url)).toBe("failed");
});

test("a password goes to no server without TLS, and the error says so", async () => {
  const server = await startServer();
  expect(await send(`smtp://name:password@0.0.0.0:${server.port}`)).toBe("tls_missing");
  expect(await send(`smtps://name:password@127.0.0.1:${server.port}`)).toBe("tls_missing");
  expect(server.passwords).toEqual([]);
});

test.skipIf(!hasOpenssl)("a certificate that cannot be trusted gives its own error", async () => {
  const { authority, certificate, key } = createCertificate(directory, "mail", "localhost");
  const server = await startServer({ certificate: { key: readFileSync(key), cert: readFileSync(certificate) } });
  const trusted = readFileSync(authority, "utf8");
  expect(await send(`smtps://localhost:${server.port}`)).toBe("certificate");
  expect(await send(`smtps://127.0.0.1:${server.port}`, trusted)).toBe("certificate");
  expect(await send(`smtps://localhost:${server.port}`, trusted)).toBe("sent");
});
