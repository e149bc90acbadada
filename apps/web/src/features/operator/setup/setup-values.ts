import {
  type SetupCheck,
  type SetupCreateInput,
  type SmtpSecurity,
  setupCheckInput,
  setupCreateInput,
} from "@daymark/domain/operator/setup";
import type { Language } from "@daymark/domain/text/language";

/** What the form holds: texts as typed, and choices. */
export interface SetupValues {
  code: string;
  username: string;
  email: string;
  password: string;
  password_confirmation: string;
  sign_up: "open" | "invite" | "closed";
  plans: "on" | "off";
  default_plan: "free" | "paid";
  public_url: string;
  mail: "file" | "smtp";
  smtp_host: string;
  smtp_port: string;
  smtp_security: SmtpSecurity;
  smtp_username: string;
  smtp_password: string;
  mail_from: string;
}

/** What the first step sends. */
export const codeSchema = {
  safeParse: ({ code }: SetupValues) => setupCheckInput.safeParse({ code: code ?? "" }),
};

/**
 * What the last step sends: without the members that variables decide, and without texts that are empty.
 *
 * @param options.language the page's language, which becomes the admin's
 */
export function setupSchema(options: { fixed: SetupCheck; language: Language }) {
  return {
    safeParse: (values: unknown) => setupCreateInput.safeParse(toInput(values as SetupValues, options)),
  };
}

function toInput(values: SetupValues, { fixed, language }: { fixed: SetupCheck; language: Language }): object {
  const { code, username, email, password, password_confirmation } = values;
  const hasPlans = (fixed.plans ?? values.plans) === "on";
  return {
    ...{ code, username, email, password, password_confirmation, language: fixed.language ?? language },
    ...(fixed.sign_up === null && { sign_up: values.sign_up }),
    ...(fixed.plans === null && { plans: values.plans }),
    ...(hasPlans && fixed.default_plan === null && { default_plan: values.default_plan }),
    ...(fixed.public_url === null && filled({ public_url: values.public_url })),
    ...mailInputOf(values, fixed),
  };
}

type MailInput = Pick<
  SetupCreateInput,
  "smtp_host" | "smtp_port" | "smtp_security" | "smtp_username" | "smtp_password" | "mail_from"
>;

/** The mail server and the sender, as both the test mail and the last step send them. */
export function mailInputOf(values: SetupValues, fixed: SetupCheck): MailInput {
  const { smtp_host, smtp_port, smtp_security, smtp_username, smtp_password, mail_from } = values;
  const isServer = values.mail === "smtp" && !fixed.has_smtp;
  return {
    // With a mail server its name is required, so an empty one is sent and refused.
    ...(isServer && { smtp_host: smtp_host.trim(), smtp_security, ...filled({ smtp_username, smtp_password }) }),
    ...(isServer && smtp_port.trim() !== "" && { smtp_port: Number(smtp_port) }),
    ...(fixed.mail_from === null && (isServer || fixed.has_smtp) && filled({ mail_from })),
  };
}

function filled<Texts extends Record<string, string>>(texts: Texts): Partial<Texts> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== "")) as Partial<Texts>;
}
