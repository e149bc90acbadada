import type { SetupCodes } from "@daymark/auth/crypto/setup-code";
import type { Transaction } from "@daymark/db/connection/client";
import type { MailOutcome, SetupCheck } from "@daymark/domain/operator/setup";
import type { Language } from "@daymark/domain/text/language";
import type { Settings } from "./stored-settings.ts";

/** A mail to prove that the mail server works. */
export interface TestMail {
  to: string;
  language: Language;
  /** As SMTP_URL; undefined for the configured mail server, or for a file if there is none. */
  smtpUrl: string | undefined;
  /** As MAIL_FROM; undefined for the configured sender. */
  mailFrom: string | undefined;
}

/** The first start in the browser, as the host provides it. */
export interface Setup {
  /** Whether the installation waits for its first admin. Once false, it stays false until the server starts again. */
  isOpen(): Promise<boolean>;
  /** What variables decide. */
  fixed: SetupCheck;
  codes: SetupCodes;
  /** Tells the operator the new code on every node. */
  announce(): Promise<void>;
  sendTest(mail: TestMail): Promise<MailOutcome>;
  /** Stores what the operator has chosen, in the transaction that creates the admin. */
  store(tx: Transaction, settings: Settings): Promise<void>;
  /** Makes every node start again with the stored settings, once the running requests have their answers. */
  finish(): Promise<void>;
}

/** An installation that has had its first start. */
export const setupClosed: Pick<Setup, "isOpen"> = { isOpen: async () => false };
