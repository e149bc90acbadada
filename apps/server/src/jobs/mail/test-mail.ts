import type { MailOutcome } from "@daymark/domain/operator/setup";
import type { Language } from "@daymark/domain/text/language";
import { createTransport, type TransportConfig } from "./transport.ts";

/**
 * Sends the mail that shows the operator whether the mail server works. It bypasses the outbox, because the operator
 * waits for the result and the server is not configured yet.
 *
 * @param config.publicUrl the link in the mail
 * @returns how it ended; it never throws for what the mail server does
 */
export async function sendTestMail(
  config: TransportConfig & { publicUrl: string },
  mail: { to: string; language: Language; now: number },
): Promise<MailOutcome> {
  const { renderTestMail } = await import("./render.tsx");
  const rendered = await renderTestMail(mail.language, config.publicUrl);
  const transport = createTransport(config);
  try {
    // No row of the outbox has the number 0.
    const { file } = await transport.deliver({ ...rendered, id: 0, to: mail.to, createdAt: new Date(mail.now) });
    return file ? "written" : "sent";
  } catch (error) {
    return outcomeOf(error);
  } finally {
    transport.close();
  }
}

interface MailError {
  /** nodemailer's, such as `EAUTH`. */
  code?: unknown;
  /** The system's or OpenSSL's, such as `ECONNREFUSED`. */
  originalCode?: unknown;
  /** The command of SMTP that failed, such as `RCPT TO`. */
  command?: unknown;
}

/** OpenSSL's codes of a certificate that cannot be trusted, and Node's of one for another name. */
const certificateFault = /CERT|SIGNATURE|SELF_SIGNED|UNABLE_TO/;
/** The server answers in clear where TLS is expected. */
const notTls = /^(ERR_SSL_|EPROTO)/;

const bySystemCode: Readonly<Record<string, MailOutcome>> = {
  ECONNREFUSED: "refused",
  ECONNRESET: "refused",
  EHOSTUNREACH: "refused",
  ENETUNREACH: "refused",
  ENOTFOUND: "host_unknown",
  EAI_AGAIN: "host_unknown",
  ETIMEDOUT: "timed_out",
};

const byCode: Readonly<Record<string, MailOutcome>> = {
  EDNS: "host_unknown",
  ETIMEDOUT: "timed_out",
  ETLS: "tls_missing",
  EAUTH: "credentials",
};

/** Tells apart what an operator can correct. */
function outcomeOf(error: unknown): MailOutcome {
  const { code, originalCode, command } = error as MailError;
  const system = typeof originalCode === "string" ? originalCode : "";
  if (certificateFault.test(system)) return "certificate";
  if (notTls.test(system)) return "tls_missing";
  const known = bySystemCode[system] ?? byCode[String(code)];
  if (known) return known;
  if (command === "MAIL FROM") return "sender";
  return command === "RCPT TO" ? "recipient" : "failed";
}
