import * as z from "zod/mini";
import { emailSchema, isConfirmed, newPasswordSchema, passwordConfirmation, usernameSchema } from "../account/auth.ts";
import { planModes, plans } from "../account/plan.ts";
import { signUpModes } from "../account/sign-up.ts";
import { languages } from "../text/language.ts";
import { firstBroken, lengthTo, readable } from "../text/text.ts";
import { parseWebAddress, urlLengthMax } from "../text/web-address.ts";

/** The first start in the browser: the operator proves who they are by a code, and creates the first admin. */

/** Longer than any code with spaces around it. */
const codeLengthMax = 64;
const hostLengthMax = 253;
const credentialLengthMax = 256;
const smtpPortMax = 65_535;

/** Whether the connection to the mail server begins with TLS, or asks for it by STARTTLS (RFC 3207). */
export const smtpSecurities = ["tls", "starttls"] as const;
export type SmtpSecurity = (typeof smtpSecurities)[number];
/** The ports that RFC 8314 3.3 and RFC 6409 3.1 name. */
export const smtpPorts: Record<SmtpSecurity, number> = { tls: 465, starttls: 587 };

/** How the attempt to send a mail ended. */
export const mailOutcomes = [
  "sent",
  /** There is no mail server, so the mail is a file in DATA_DIR/mail. */
  "written",
  "refused",
  "host_unknown",
  "timed_out",
  "certificate",
  "tls_missing",
  "credentials",
  "sender",
  "recipient",
  "failed",
] as const;
export type MailOutcome = (typeof mailOutcomes)[number];

const code = z.string().check(z.minLength(1, { error: "blank" }), z.maxLength(codeLengthMax));

/** A name, an IPv4 or an IPv6 address. The port is a separate member. */
function isHost(text: string): boolean {
  return /^[A-Za-z0-9][\w.-]*$/.test(text) || z.regexes.ipv6.test(text);
}

/** A part of SMTP_URL: `encodeURIComponent` fails on a lone surrogate. */
const credential = z
  .string()
  .check(firstBroken([lengthTo(credentialLengthMax), readable]), z.meta({ maxLength: credentialLengthMax }));

/** The mail server; without `smtp_host` there is none. */
const smtpMembers = {
  smtp_host: z.optional(
    z
      .string()
      .check(
        firstBroken([lengthTo(hostLengthMax), { code: "invalid", holds: isHost }]),
        z.meta({ maxLength: hostLengthMax }),
      ),
  ),
  smtp_port: z.optional(z.int().check(z.gte(1), z.lte(smtpPortMax))),
  smtp_security: z.optional(z.enum(smtpSecurities)),
  smtp_username: z.optional(credential),
  smtp_password: z.optional(credential),
  /** The address that mails come from. */
  mail_from: z.optional(emailSchema),
};

/** The rules of PUBLIC_URL: an address of a site, without a path. */
function isSiteAddress(text: string): boolean {
  const url = parseWebAddress(text);
  return url !== null && url.pathname === "/" && !url.search && !url.hash && !url.username && !url.password;
}

export const setupCheckInput = z.strictObject({ code });
/** What variables decide; null for what the operator may choose. The address of the mail server stays secret. */
export const setupCheckOutput = z.object({
  language: z.nullable(z.enum(languages)),
  sign_up: z.nullable(z.enum(signUpModes)),
  plans: z.nullable(z.enum(planModes)),
  default_plan: z.nullable(z.enum(plans)),
  public_url: z.nullable(z.string()),
  mail_from: z.nullable(z.string()),
  has_smtp: z.boolean(),
});
export type SetupCheck = z.infer<typeof setupCheckOutput>;

export const setupSendTestInput = z.strictObject({ code, to: emailSchema, ...smtpMembers });
export const setupSendTestOutput = z.object({ outcome: z.enum(mailOutcomes) });

export const setupCreateInput = z
  .strictObject({
    code,
    language: z.enum(languages),
    username: usernameSchema,
    email: emailSchema,
    password: newPasswordSchema,
    password_confirmation: passwordConfirmation,
    sign_up: z.optional(z.enum(signUpModes)),
    plans: z.optional(z.enum(planModes)),
    default_plan: z.optional(z.enum(plans)),
    public_url: z.optional(
      z.string().check(z.maxLength(urlLengthMax), z.refine(isSiteAddress, { error: "url_invalid" })),
    ),
    ...smtpMembers,
  })
  .check(isConfirmed("password", "password_confirmation"));
export type SetupCreateInput = z.infer<typeof setupCreateInput>;

export const setupCreateOutput = z.object({
  username: z.string(),
  /** Where users reach the server from now on; null if the operator named no address. */
  public_url: z.nullable(z.string()),
});
