import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { dirname, join, resolve } from "node:path";
import { parseEnv } from "node:util";
import type { CaptchaConfig } from "@daymark/auth/captcha";
import type { OauthConfig } from "@daymark/auth/oauth";
import { StartError } from "@daymark/db/start-error";
import { emailSchema, newPasswordSchema, usernameSchema } from "@daymark/domain/auth";
import { captchaProviders } from "@daymark/domain/captcha";
import { fieldError } from "@daymark/domain/validation";
import { fieldErrorMessage } from "@daymark/i18n/messages";
import { i18nFor } from "@daymark/i18n/server";
import * as z from "zod/mini";

/** Shorter secrets can be guessed; what we generate ourselves has 256 bits. */
const secretLengthMin = 16;

/** What the operator decides, read once at the start; the contract is run.md. */
export type Env = ReturnType<typeof readEnv>;

export interface SocialLink {
  name: string;
  url: string;
}

const port = integer(0, 65_535);
const logLevels = ["fatal", "error", "warn", "info", "debug", "trace"] as const;

const schema = z.object({
  HOST: z._default(text(/^[\w.:-]+$/, "must be a host name or an address"), "127.0.0.1"),
  PORT: z._default(port, 3000),
  PUBLIC_URL: z.optional(
    refined((url) => /^https?:$/.test(url?.protocol ?? "") && url?.pathname === "/" && !url.search && !url.hash, {
      says: "must be an http or https address without a path, such as https://daymark.example.org",
    }),
  ),
  DATA_DIR: z._default(z.string(), ".data"),
  DATABASE_URL: z.optional(postgresUrl()),
  DATABASE_DIRECT_URL: z.optional(postgresUrl()),
  DATABASE_PREPARE: z._default(choice(["on", "off"]), "on"),
  SECRET_KEY: z.optional(
    z.string().check(z.minLength(secretLengthMin, { error: `must have at least ${secretLengthMin} characters` })),
  ),
  ADMIN_USERNAME: z.optional(account(usernameSchema)),
  ADMIN_EMAIL: z.optional(account(emailSchema)),
  ADMIN_PASSWORD: z.optional(account(newPasswordSchema)),
  SMTP_URL: z.optional(
    refined((url) => /^smtps?:$/.test(url?.protocol ?? "") && url?.hostname !== "", {
      says: "must be an smtp or smtps address, such as smtps://name:password@mail.example.org:465",
    }),
  ),
  MAIL_FROM: z._default(
    text(/^[^\r\n<>]*(<[^\s<>@]+@[^\s<>@]+>)?$/, "must be an address, such as Daymark <no-reply@example.org>").check(
      z.refine((from) => from.includes("@"), { error: "must hold an address, such as Daymark <no-reply@example.org>" }),
    ),
    "Daymark <no-reply@localhost>",
  ),
  CAPTCHA: z._default(choice(captchaProviders), "altcha"),
  TURNSTILE_SITE_KEY: z.optional(z.string()),
  TURNSTILE_SECRET_KEY: z.optional(z.string()),
  TURNSTILE_VERIFY_URL: z._default(providerUrl(), "https://challenges.cloudflare.com/turnstile/v0/siteverify"),
  NETWORK_POLICY: z._default(choice(["record", "block"]), "record"),
  RATE_LIMIT: z._default(choice(["on", "off"]), "on"),
  REDIS_URL: z.optional(
    refined((url) => /^rediss?:$/.test(url?.protocol ?? "") && url?.hostname !== "", {
      says: "must be an address such as redis://name:password@host:6379/0",
    }),
  ),
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_CLIENT_SECRET: z.optional(z.string()),
  GOOGLE_ISSUER: z._default(providerUrl(), "https://accounts.google.com"),
  FACEBOOK_CLIENT_ID: z.optional(z.string()),
  FACEBOOK_CLIENT_SECRET: z.optional(z.string()),
  FACEBOOK_AUTH_URL: z._default(providerUrl(), "https://www.facebook.com/v21.0/dialog/oauth"),
  FACEBOOK_TOKEN_URL: z._default(providerUrl(), "https://graph.facebook.com/v21.0/oauth/access_token"),
  FACEBOOK_USERINFO_URL: z._default(providerUrl(), "https://graph.facebook.com/me?fields=id,name,email"),
  TRUSTED_PROXIES: z._default(list(parseNetwork, "must be a list of networks, such as 10.0.0.0/8, 192.168.1.5"), []),
  LOG_LEVEL: z._default(choice(logLevels), "info"),
  LOG_RETENTION_DAYS: z._default(integer(1, 3650), 30),
  CONTACT_EMAIL: z._default(text(/^[^\s<>@]+@[^\s<>@]+$/, "must be an e-mail address"), "hello@example.com"),
  SOCIAL_LINKS: z._default(
    list(parseSocialLink, "must be a list of links, such as GitHub=https://github.com/example/daymark"),
    [
      { name: "GitHub", url: "https://github.com/example/daymark" },
      { name: "Mastodon", url: "https://mastodon.example/@daymark" },
    ],
  ),
});

/**
 * The configuration, from the variables of the process and, for those that are not set, the file `.env` at the root.
 * An empty variable counts as not set. Makes the data directory and, where no secret is given, a secret in it.
 *
 * @param root the repository's folder: `.env` is read there and a relative DATA_DIR begins there
 * @throws StartError naming the variable that is wrong
 */
export function readEnv(root: string, variables: NodeJS.ProcessEnv = process.env) {
  const given = Object.entries({ ...readFile(join(root, ".env")), ...withoutEmpty(variables) });
  const parsed = schema.safeParse(Object.fromEntries(given.filter(([name]) => name in schema.shape)));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartError(`${String(issue?.path[0])} ${issue?.message}.`);
  }
  const env = parsed.data;
  if (env.DATABASE_URL && !env.SECRET_KEY) {
    throw new StartError("SECRET_KEY must be given where DATABASE_URL is, so that every node signs with the same key.");
  }
  const dataDirectory = resolve(root, env.DATA_DIR);
  return {
    host: env.HOST,
    port: env.PORT,
    /** Without a trailing slash; undefined where the address it listens on is to be told. */
    publicUrl: env.PUBLIC_URL && new URL(env.PUBLIC_URL).origin,
    dataDirectory,
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    isDatabasePrepared: env.DATABASE_PREPARE === "on",
    secretKey: env.SECRET_KEY ?? readOrMakeSecret(dataDirectory),
    admin: readAdmin(env),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    captcha: readCaptcha(env),
    networkPolicy: env.NETWORK_POLICY,
    isRateLimited: env.RATE_LIMIT === "on",
    redisUrl: env.REDIS_URL,
    oauth: readOauth(env),
    trustedProxies: env.TRUSTED_PROXIES,
    logLevel: env.LOG_LEVEL,
    logRetentionDays: env.LOG_RETENTION_DAYS,
    contactEmail: env.CONTACT_EMAIL,
    socialLinks: env.SOCIAL_LINKS,
  };
}

function readCaptcha(env: z.infer<typeof schema>): CaptchaConfig {
  if (env.CAPTCHA !== "turnstile") return { provider: env.CAPTCHA };
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secretKey, TURNSTILE_VERIFY_URL: verifyUrl } = env;
  if (siteKey && secretKey) return { provider: env.CAPTCHA, siteKey, secretKey, verifyUrl };
  const name = siteKey ? "TURNSTILE_SECRET_KEY" : "TURNSTILE_SITE_KEY";
  throw new StartError(`${name} is missing: CAPTCHA=turnstile needs TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY.`);
}

function readAdmin(env: z.infer<typeof schema>) {
  const { ADMIN_USERNAME: username, ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = env;
  if (username && email && password) return { username, email, password };
  const missing = { ADMIN_USERNAME: username, ADMIN_EMAIL: email, ADMIN_PASSWORD: password };
  const [name] = Object.entries(missing).find(([, value]) => value === undefined) ?? [];
  if (username || email || password) {
    throw new StartError(`${name} is missing: an admin needs ADMIN_USERNAME, ADMIN_EMAIL and ADMIN_PASSWORD.`);
  }
  return undefined;
}

function readOauth(env: z.infer<typeof schema>): OauthConfig {
  const google = readClient("GOOGLE", env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET);
  const facebook = readClient("FACEBOOK", env.FACEBOOK_CLIENT_ID, env.FACEBOOK_CLIENT_SECRET);
  return {
    google: google && { ...google, issuer: env.GOOGLE_ISSUER },
    facebook: facebook && {
      ...facebook,
      authUrl: env.FACEBOOK_AUTH_URL,
      tokenUrl: env.FACEBOOK_TOKEN_URL,
      userinfoUrl: env.FACEBOOK_USERINFO_URL,
    },
  };
}

function readClient(provider: string, clientId: string | undefined, clientSecret: string | undefined) {
  if (clientId && clientSecret) return { clientId, clientSecret };
  if (clientId || clientSecret) {
    const name = `${provider}_CLIENT_${clientId ? "SECRET" : "ID"}`;
    throw new StartError(`${name} is missing: ${provider}_CLIENT_ID and ${provider}_CLIENT_SECRET go together.`);
  }
  return undefined;
}

function readOrMakeSecret(dataDirectory: string): string {
  const path = join(dataDirectory, "secret-key");
  try {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    // The first of several that start at once wins, the others read what it wrote.
    if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
    chmodSync(path, 0o600);
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST" && existsSync(path)) {
      return readFileSync(path, "utf8").trim();
    }
    const words = error instanceof Error ? error.message : String(error);
    throw new StartError(`DATA_DIR ${dataDirectory} cannot be written (${words}).`);
  }
}

function readFile(path: string): Record<string, string | undefined> {
  return existsSync(path) ? withoutEmpty(parseEnv(readFileSync(path, "utf8"))) : {};
}

function withoutEmpty(variables: Record<string, string | undefined>) {
  return Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
}

/** The folder of the repository, above the source as well as above a bundle of it. */
export function repositoryRoot(): string {
  let directory = import.meta.dirname;
  while (!existsSync(join(directory, "pnpm-workspace.yaml"))) {
    const parent = dirname(directory);
    if (parent === directory) throw new Error(`no repository above ${import.meta.dirname}`);
    directory = parent;
  }
  return directory;
}

function text(pattern: RegExp, says: string) {
  return z.string().check(z.regex(pattern, { error: says }));
}

function choice<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(", ")}` });
}

function integer(min: number, max: number) {
  const says = `must be a whole number from ${min} to ${max}`;
  return z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, { error: says })),
    z.pipe(z.transform(Number), z.number().check(z.gte(min, { error: says }), z.lte(max, { error: says }))),
  );
}

function refined(isGood: (url: URL | null) => boolean, { says }: { says: string }) {
  return z.string().check(z.refine((value) => isGood(URL.parse(value)), { error: says }));
}

/** In the clear only on this machine: a client's secret travels there. */
function providerUrl() {
  return refined(
    (url) =>
      url?.protocol === "https:" ||
      (url?.protocol === "http:" && /^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname)),
    { says: "must be an https address, or one of this machine" },
  );
}

function postgresUrl() {
  return refined((url) => /^postgres(ql)?:$/.test(url?.protocol ?? "") && url?.hostname !== "", {
    says: "must be an address such as postgres://name:password@host:5432/database",
  });
}

/** An admin is a user like any other: the rules of registration hold, in their words. */
function account(rules: z.ZodMiniType<string, string>) {
  return z.string().check((payload) => {
    const result = rules.safeParse(payload.value);
    const issue = result.error?.issues[0];
    if (!issue) return;
    const sentence = fieldErrorMessage(i18nFor("en"), fieldError(issue, payload.value));
    payload.issues.push({ code: "custom", input: "", message: `is refused: ${sentence.replace(/\.$/, "")}` });
  });
}

/** Comma-separated; `parse` gives null for what is wrong. */
function list<Item>(parse: (item: string) => Item | null, says: string) {
  return z.pipe(
    z.string(),
    z.transform((value, context) => {
      const items: Item[] = [];
      for (const part of value.split(",").filter((part) => part.trim() !== "")) {
        const item = parse(part.trim());
        if (item === null) {
          context.issues.push({ code: "custom", input: "", message: says });
          return z.NEVER;
        }
        items.push(item);
      }
      return items;
    }),
  );
}

function parseNetwork(item: string): string | null {
  const [address = "", prefix = "0", ...rest] = item.split("/");
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits ? item : null;
}

function parseSocialLink(item: string): SocialLink | null {
  const [, name, address = ""] = /^(?:([^=:]+)=)?(.+)$/.exec(item) ?? [];
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  return { name: name?.trim() ?? url.hostname.replace(/^www\./, ""), url: url.href };
}
