import type { AddressInfo, Socket } from "node:net";
import { createOutbox } from "@daymark/api/host/outbox";
import type { Database } from "@daymark/db/connection/client";
import { users } from "@daymark/db/schema/user";
import type { MailTemplate, MailTemplates } from "@daymark/domain/operator/mail";
import type { Language } from "@daymark/domain/text/language";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

export const secretKey = "a secret key that only the tests know";
export const link = "http://127.0.0.1:3000/verify-email?token=AbCdEfGhIjKlMnOpQrStUvWxYz0";
export const publicUrl = "http://127.0.0.1:3000";
export const outbox = createOutbox({ publicUrl, secretKey });

/** An unsubscribe link. */
export const unsubscribe = outbox.unsubscribe.create({ purpose: "reminders", userId: 7 });

const facts = {
  username: "marigold",
  link,
  when: "2026-11-21T12:00:00.000Z",
  timezone: "Europe/Kyiv",
  device: "Firefox, Linux",
  place: "Lviv, Ukraine",
  way_out: "security_settings",
} as const;

/** Values for each mail template. */
export const everyMail: { [Name in MailTemplate]: MailTemplates[Name] } = {
  verify_email: { username: "marigold", link },
  verify_new_email: { username: "marigold", link },
  reset_password: { username: "marigold", link },
  reset_third_party: { username: "marigold", link, provider: "google" },
  invitation: { link, inviter: "marigold", expires_at: "2026-11-28T12:00:00.000Z", is_for_address: true },
  account_created: { username: "marigold", link, way: "password" },
  account_decision: { username: "marigold", link, decision: "deactivated" },
  webhook_off: { username: "marigold", link, host: "hooks.example.org", reason: "failures" },
  reminder: {
    username: "marigold",
    link,
    habits: [
      { title: "42", type: "good" },
      { title: "43", type: "bad" },
    ],
    unsubscribe,
  },
  board_decision: {
    ...{ username: "marigold", link, title: "46", unsubscribe },
    ...{ outcome: "duplicate", reply: "47", duplicate_of: "48" },
  },
  board_comments: {
    ...{ username: "marigold", link, title: "49", unsubscribe },
    comments: [
      { author: "marigold_1", text: "50" },
      { author: null, text: "51" },
    ],
  },
  newsletter: { username: "marigold", link, title: "44", description: "45", unsubscribe },
  email_change_asked: facts,
  email_changed: facts,
  password_changed: facts,
  password_added: facts,
  password_reset: facts,
  username_changed: { ...facts, old_username: "marigold_1" },
  two_factor_enabled: facts,
  two_factor_disabled: facts,
  backup_code_used: { ...facts, remaining: 9 },
  backup_codes_generated: facts,
  provider_linked: { ...facts, provider: "google" },
  provider_unlinked: { ...facts, provider: "facebook" },
  passkey_created: { ...facts, name: "telephone" },
  passkey_deleted: { ...facts, name: "telephone" },
  api_key_created: { ...facts, name: "telephone" },
  app_connected: { ...facts, name: "telephone", has_site: "yes", site: "app.example.org" },
  notification_target_created: { ...facts, name: "telephone" },
  notification_target_updated: { ...facts, name: "telephone", renamed: "yes", new_name: "tablet" },
  webhook_created: { ...facts, host: "hooks.example.org" },
  new_device: facts,
};

let count = 0;

/** Creates a user with a verification mail in the outbox. */
export async function enqueueMail(db: Database, options: { language?: Language; to?: string } = {}) {
  count++;
  const email = options.to ?? `reader_${count}@example.com`;
  const username = `reader_${count}`;
  return db.transaction(async (tx) => {
    const [user] = await tx
      .insert(users)
      .values({ username, email: `${username}@users.example` })
      .returning();
    if (!user) throw new Error("no user was inserted");
    await outbox.enqueue(tx, user.id, {
      template: "verify_email",
      to: email,
      language: options.language ?? "en",
      values: { username, link },
    });
    return { userId: user.id, username, email };
  });
}

export interface ReceivedMail {
  raw: string;
  recipients: string[];
  mail: Awaited<ReturnType<typeof PostalMime.parse>>;
}

/**
 * Starts a mail server on loopback.
 *
 * @param options.answer returns an error to refuse a mail, given the number of earlier mails; called when the whole
 *   mail has arrived
 * @param options.answerRecipient the same for a recipient
 * @param options.answerLogIn the same for a log-in
 * @param options.certificate of `localhost`: with one, the server speaks TLS from the first byte
 */
export async function startMailServer(
  options: {
    answer?: (before: number) => Error | null | Promise<Error | null>;
    answerRecipient?: (address: string) => Error | null;
    answerLogIn?: () => Error | null;
    certificate?: { key: Buffer; cert: Buffer };
  } = {},
) {
  const attempts: ReceivedMail[] = [];
  const received: ReceivedMail[] = [];
  const passwords: string[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    ...(options.certificate && { secure: true, ...options.certificate }),
    logger: false,
    onAuth: ({ username, password }, _session, done) => {
      passwords.push(password ?? "");
      done(options.answerLogIn?.() ?? null, { user: username });
    },
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onRcptTo: ({ address }, _session, done) => done(options.answerRecipient?.(address) ?? null),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const raw = Buffer.concat(chunks).toString();
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const attempt = { raw, recipients, mail: await PostalMime.parse(raw) };
        attempts.push(attempt);
        const refusal = (await options.answer?.(attempts.length - 1)) ?? null;
        if (!refusal) received.push(attempt);
        done(refusal);
      });
    },
  });
  // Tests that kill a client reset its connections.
  server.on("error", () => {});
  const sockets = new Set<Socket>();
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    /** How many connections clients have opened. */
    connections: () => connections,
    openConnections: () => sockets.size,
    dropConnections: () => {
      for (const socket of sockets) socket.destroy();
    },
    /** The passwords that clients have sent. */
    passwords,
    /** All mails that arrived completely, including refused ones. */
    attempts,
    received,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

/** An error as a mail server sends it. */
export function refusal(responseCode: number, message = "no <reader@example.com>"): Error {
  return Object.assign(new Error(message), { responseCode });
}
