import { brand } from "@daymark/domain/base/brand";
import { type SetupCheck, type SetupCreateInput, smtpPorts } from "@daymark/domain/operator/setup";
import type { Settings } from "../installation/stored-settings.ts";

type MailInput = Pick<
  SetupCreateInput,
  "smtp_host" | "smtp_port" | "smtp_security" | "smtp_username" | "smtp_password" | "mail_from"
>;

/** What the operator has chosen, in the form of variables. What a variable decides is not stored. */
export function settingsOf(input: SetupCreateInput, fixed: SetupCheck): Settings {
  const { sign_up, plans, default_plan, public_url } = input;
  const smtpUrl = fixed.has_smtp ? undefined : smtpUrlOf(input);
  const mailFrom = fixed.mail_from === null ? mailFromOf(input) : undefined;
  return {
    ...(fixed.public_url === null && public_url && { PUBLIC_URL: new URL(public_url).origin }),
    ...(fixed.sign_up === null && sign_up && { SIGN_UP: sign_up }),
    ...(fixed.plans === null && plans && { PLANS: plans }),
    ...(fixed.default_plan === null && default_plan && { DEFAULT_PLAN: default_plan }),
    ...(smtpUrl && { SMTP_URL: smtpUrl }),
    ...(mailFrom && { MAIL_FROM: mailFrom }),
  };
}

/** The address of the mail server as SMTP_URL; undefined without a host. */
export function smtpUrlOf(input: MailInput): string | undefined {
  const { smtp_host: host, smtp_security: security = "tls", smtp_username: name = "", smtp_password = "" } = input;
  if (!host) return undefined;
  const credentials = name === "" ? "" : `${encodeURIComponent(name)}:${encodeURIComponent(smtp_password)}@`;
  const scheme = security === "tls" ? "smtps" : "smtp";
  const place = host.includes(":") ? `[${host}]` : host;
  return `${scheme}://${credentials}${place}:${input.smtp_port ?? smtpPorts[security]}`;
}

/** The sender as MAIL_FROM; undefined without an address. */
export function mailFromOf({ mail_from }: MailInput): string | undefined {
  return mail_from && `${brand} <${mail_from}>`;
}
