import { existsSync, readFileSync } from "node:fs";
import { homedir, hostname } from "node:os";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import type { Installation } from "@daymark/api/host/installation";
import type { Settings, StorableName } from "@daymark/api/installation/stored-settings";
import type { CaptchaConfig } from "@daymark/auth/limits/captcha";
import { googleIssuer } from "@daymark/auth/oauth/google-issuer";
import type { OauthConfig } from "@daymark/auth/oauth/oauth";
import { readAddress } from "@daymark/db/driver/address";
import { StartError } from "@daymark/db/start-error";
import { emailSchema, newPasswordSchema, themes, usernameSchema } from "@daymark/domain/account/auth";
import { captchaProviders } from "@daymark/domain/account/captcha";
import { planModes, plans } from "@daymark/domain/account/plan";
import { signUpModes } from "@daymark/domain/account/sign-up";
import { languages } from "@daymark/domain/text/language";
import * as z from "zod/mini";
import {
  account,
  certificateFile,
  choice,
  coinProtocols,
  integer,
  list,
  parseLink,
  parseNetwork,
  parseOrigin,
  postgresUrl,
  providerUrl,
  refined,
  text,
  uploadsUrl,
  webProtocols,
} from "./env-kind.ts";
import { findInstallation } from "./installation.ts";
import { readOpenid } from "./openid-env.ts";
import { readOrMakeSecret, secretFile } from "./secret-key.ts";
import { readBucket } from "./uploads-url.ts";

/** Shorter secrets can be guessed. A generated secret has 256 bits. */
const secretLengthMin = 16;
const bytesOfMegabyte = 1_048_576;

/** The operator's configuration, read once at the start. run.md documents it. */
export type Env = ReturnType<typeof readEnv>;

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
  UPLOADS_URL: z.optional(uploadsUrl()),
  UPLOADS_ACCESS_KEY_ID: z.optional(z.string()),
  UPLOADS_SECRET_ACCESS_KEY: z.optional(z.string()),
  DATABASE_URL: z.optional(postgresUrl()),
  DATABASE_DIRECT_URL: z.optional(postgresUrl()),
  DATABASE_REPLICA_URL: z.optional(postgresUrl()),
  DATABASE_PREPARE: z._default(choice(["on", "off"]), "on"),
  MIGRATION_BACKUP: z._default(choice(["on", "off"]), "on"),
  NODE_NAME: z.optional(
    text(/^[A-Za-z0-9][\w-]{0,62}$/, "must have up to 63 letters, digits, hyphens or underscores, such as web-1"),
  ),
  SECRET_KEY: z.optional(
    z.string().check(z.minLength(secretLengthMin, { error: `must have at least ${secretLengthMin} characters` })),
  ),
  ADMIN_USERNAME: z.optional(account(usernameSchema)),
  ADMIN_EMAIL: z.optional(account(emailSchema)),
  ADMIN_PASSWORD: z.optional(account(newPasswordSchema)),
  ADMIN_LANGUAGE: z.optional(choice(languages)),
  SMTP_URL: z.optional(
    refined((url) => /^smtps?:$/.test(url?.protocol ?? "") && url?.hostname !== "", {
      says: "must be an smtp or smtps address, such as smtps://name:password@mail.example.org:465",
    }),
  ),
  SMTP_CA: z.optional(certificateFile()),
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
  SERVICE_WORKER: z._default(choice(["on", "off"]), "on"),
  REDIS_URL: z.optional(
    refined((url) => /^rediss?:$/.test(url?.protocol ?? "") && url?.hostname !== "", {
      says: "must be an address such as redis://name:password@host:6379/0",
    }),
  ),
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_CLIENT_SECRET: z.optional(z.string()),
  GOOGLE_ISSUER: z._default(providerUrl(), googleIssuer),
  FACEBOOK_CLIENT_ID: z.optional(z.string()),
  FACEBOOK_CLIENT_SECRET: z.optional(z.string()),
  FACEBOOK_AUTH_URL: z._default(providerUrl(), "https://www.facebook.com/v21.0/dialog/oauth"),
  FACEBOOK_TOKEN_URL: z._default(providerUrl(), "https://graph.facebook.com/v21.0/oauth/access_token"),
  FACEBOOK_USERINFO_URL: z._default(providerUrl(), "https://graph.facebook.com/me?fields=id,name,email"),
  PASSWORD_LOGIN: z._default(choice(["on", "off"]), "on"),
  TRUSTED_PROXIES: z._default(list(parseNetwork, "must be a list of networks, such as 10.0.0.0/8, 192.168.1.5"), []),
  AUTH_PROXY_HEADER: z.optional(
    text(
      /^(?!(?:authorization|cookie|host|forwarded|via|content-.*|x-forwarded-(?:for|host|proto|port)|x-real-ip)$)[a-z][a-z0-9-]{0,63}$/i,
      "must be the name of a header that the proxy alone sets, such as X-Forwarded-Email",
    ),
  ),
  AUTH_PROXY_LOGOUT_URL: z.optional(
    refined((url) => /^https?:$/.test(url?.protocol ?? ""), { says: "must be an http or https address" }),
  ),
  CLIENT_ID_DOCUMENTS: z._default(choice(["on", "off"]), "on"),
  OUTGOING_NETWORKS: z._default(list(parseNetwork, "must be a list of networks, such as 192.168.0.0/16, fd00::/8"), []),
  APPRISE_URL: z.optional(
    refined(
      (url) => /^https?:$/.test(url?.protocol ?? "") && !url?.username && !url?.password && !url?.search && !url?.hash,
      {
        says: "must be the http or https address of an Apprise API, such as http://apprise:8000",
      },
    ),
  ),
  CORS_ORIGINS: z._default(
    list(parseOrigin, "must be a list of origins without paths, such as https://app.example.org"),
    [],
  ),
  METRICS_TOKEN: z.optional(
    z.string().check(z.regex(/^[\x21-\x7e]{16,}$/, { error: "must be 16 characters or more, without spaces" })),
  ),
  LOG_LEVEL: z._default(choice(logLevels), "info"),
  LOG_RETENTION_DAYS: z._default(integer(1, 3650), 30),
  LOG_MAX_MB: z._default(integer(1, 1_000_000), 1024),
  SIGN_UP: z._default(choice(signUpModes), "open"),
  PLANS: z._default(choice(planModes), "on"),
  DEFAULT_PLAN: z._default(choice(plans), "free"),
  DEFAULT_THEME: z._default(choice(themes), "dark"),
  DONATION_URL: z._default(
    list(
      parseLink([...webProtocols, ...coinProtocols]),
      "must be a list of links, such as Card=https://donate.example.org/daymark",
    ),
    [{ name: "Card", url: "https://donate.example.com/daymark" }],
  ),
  CONTACT_EMAIL: z._default(text(/^[^\s<>@]+@[^\s<>@]+$/, "must be an e-mail address"), "hello@example.com"),
  SOCIAL_LINKS: z._default(
    list(parseLink(webProtocols), "must be a list of links, such as GitHub=https://github.com/example/daymark"),
    [
      { name: "GitHub", url: "https://github.com/example/daymark" },
      { name: "Mastodon", url: "https://mastodon.example/@daymark" },
    ],
  ),
});

/**
 * Reads the configuration from the variables of the process and, for those that are not set, the file `.env` at the
 * root. An empty variable counts as not set. It creates the data directory and, if no secret is set, a secret in it.
 *
 * @param root the repository's folder: `.env` is read there and a relative DATA_DIR begins there
 * @throws StartError naming the invalid variable
 */
export function readEnv(root: string, variables: NodeJS.ProcessEnv = process.env) {
  const env = parseVariables(root, variables);
  const dataDirectory = resolve(root, env.DATA_DIR);
  return {
    host: env.HOST,
    port: env.PORT,
    ...readChosen(env),
    /** What is decided if the operator has stored these settings; a variable that is set wins. */
    chosenWith: (stored: Settings) => readChosen(parseVariables(root, variables, stored)),
    /** Whether the operator has set the variable. */
    isSet: (name: StorableName | "ADMIN_LANGUAGE") => givenVariables(root, variables)[name] !== undefined,
    dataDirectory,
    uploadsBucket: readBucket(env),
    nodeName: env.NODE_NAME ?? nameNode(env.PORT),
    databaseUrl: env.DATABASE_URL,
    ...readDirect(env),
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    isDatabasePrepared: env.DATABASE_PREPARE === "on",
    isMigrationBackupOn: env.MIGRATION_BACKUP === "on",
    secretKey: env.SECRET_KEY ?? readOrMakeSecret(dataDirectory),
    admin: readAdmin(env),
    adminLanguage: env.ADMIN_LANGUAGE,
    smtpAuthority: env.SMTP_CA,
    captcha: readCaptcha(env),
    networkPolicy: env.NETWORK_POLICY,
    isRateLimited: env.RATE_LIMIT === "on",
    isServiceWorkerOn: env.SERVICE_WORKER === "on",
    redisUrl: env.REDIS_URL,
    oauth: readOauth(env),
    isPasswordLogInOn: env.PASSWORD_LOGIN === "on",
    trustedProxies: env.TRUSTED_PROXIES,
    authProxyHeader: env.AUTH_PROXY_HEADER,
    outgoingNetworks: env.OUTGOING_NETWORKS,
    appriseUrl: env.APPRISE_URL,
    corsOrigins: env.CORS_ORIGINS,
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
    logRetentionDays: env.LOG_RETENTION_DAYS,
    logBytesMax: env.LOG_MAX_MB * bytesOfMegabyte,
    defaultTheme: env.DEFAULT_THEME,
    contactEmail: env.CONTACT_EMAIL,
    socialLinks: env.SOCIAL_LINKS,
    donations: env.DONATION_URL,
  };
}

/**
 * Reads what a command needs to find the data of the server. It creates nothing. It returns no secret if none exists
 * yet.
 *
 * @throws StartError naming the invalid variable
 */
export function readPlace(root: string, variables: NodeJS.ProcessEnv = process.env) {
  const env = parseVariables(root, variables);
  const dataDirectory = resolve(root, env.DATA_DIR);
  const secretPath = join(dataDirectory, secretFile);
  const secretKey = env.SECRET_KEY ?? (existsSync(secretPath) ? readFileSync(secretPath, "utf8").trim() : undefined);
  return { dataDirectory, uploadsBucket: readBucket(env), ...readDirect(env), secretKey, secretPath };
}

/**
 * Returns the variables that a supervisor passes to its server: its own, with the port.
 *
 * @param port the server's port; after a restart it is the port that the system chose at first
 */
export function variablesForServer(port: number): NodeJS.ProcessEnv {
  return { ...process.env, PORT: String(port) };
}

/** The variables of this process, for a program that it starts. */
export function ownVariables(): NodeJS.ProcessEnv {
  return process.env;
}

/** Makes this process and its server listen on loopback, on a port that the system chooses and that no client knows. */
export function hideServer(variables: NodeJS.ProcessEnv = process.env): void {
  Object.assign(variables, { HOST: "127.0.0.1", PORT: "0" });
}

type Variables = ReturnType<typeof parseVariables>;

function givenVariables(root: string, variables: NodeJS.ProcessEnv) {
  return { ...readFile(join(root, ".env")), ...withoutEmpty(variables) };
}

function parseVariables(root: string, variables: NodeJS.ProcessEnv, stored: Settings = {}) {
  const given: Record<string, string | undefined> = { ...stored, ...givenVariables(root, variables) };
  const parsed = schema.safeParse(Object.fromEntries(Object.entries(given).filter(([name]) => name in schema.shape)));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartError(`${String(issue?.path[0])} ${issue?.message}.`);
  }
  const env = parsed.data;
  if (env.DATABASE_URL && !env.SECRET_KEY) {
    throw new StartError("SECRET_KEY must be set where DATABASE_URL is, so that every node signs with the same key.");
  }
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL) {
    throw new StartError("DATABASE_URL is missing: DATABASE_DIRECT_URL names the same database without its pooler.");
  }
  if (env.DATABASE_REPLICA_URL && !env.DATABASE_URL) {
    throw new StartError("DATABASE_URL is missing: DATABASE_REPLICA_URL names a replica of it.");
  }
  if (env.DATABASE_REPLICA_URL && readAddress(env.DATABASE_REPLICA_URL).hosts.length > 1) {
    throw new StartError("DATABASE_REPLICA_URL must name one host.");
  }
  const openid = readOpenid(given);
  if (env.AUTH_PROXY_HEADER && env.TRUSTED_PROXIES.length === 0) {
    throw new StartError("TRUSTED_PROXIES is missing: AUTH_PROXY_HEADER counts only in requests of these proxies.");
  }
  if (env.AUTH_PROXY_LOGOUT_URL && !env.AUTH_PROXY_HEADER) {
    throw new StartError("AUTH_PROXY_HEADER is missing: AUTH_PROXY_LOGOUT_URL is for its log-ins.");
  }
  const hasProvider = env.GOOGLE_CLIENT_ID || env.FACEBOOK_CLIENT_ID || openid.length > 0;
  if (env.PASSWORD_LOGIN === "off" && !hasProvider && !env.AUTH_PROXY_HEADER) {
    throw new StartError("PASSWORD_LOGIN must be on, because no other log-in is configured (OIDC_<NAME>_ISSUER).");
  }
  return { ...env, openid };
}

/** Returns the address that bypasses the pooler, and the name of its variable. */
function readDirect({ DATABASE_DIRECT_URL: direct, DATABASE_URL: url }: Variables) {
  const databaseDirectName = direct ? "DATABASE_DIRECT_URL" : "DATABASE_URL";
  return { databaseDirectUrl: direct ?? url, databaseDirectName } as const;
}

function readCaptcha(env: Variables): CaptchaConfig {
  if (env.CAPTCHA !== "turnstile") return { provider: env.CAPTCHA };
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secretKey, TURNSTILE_VERIFY_URL: verifyUrl } = env;
  if (siteKey && secretKey) return { provider: env.CAPTCHA, siteKey, secretKey, verifyUrl };
  const name = siteKey ? "TURNSTILE_SECRET_KEY" : "TURNSTILE_SITE_KEY";
  throw new StartError(`${name} is missing: CAPTCHA=turnstile needs TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY.`);
}

function readAdmin(env: Variables) {
  const { ADMIN_USERNAME: username, ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = env;
  if (username && email && password) return { username, email, password, language: env.ADMIN_LANGUAGE };
  const missing = { ADMIN_USERNAME: username, ADMIN_EMAIL: email, ADMIN_PASSWORD: password };
  const [name] = Object.entries(missing).find(([, value]) => value === undefined) ?? [];
  if (username || email || password) {
    throw new StartError(`${name} is missing: an admin needs ADMIN_USERNAME, ADMIN_EMAIL and ADMIN_PASSWORD.`);
  }
  return undefined;
}

/** Reads what the operator may also choose at the first start in the browser. */
function readChosen(env: Variables) {
  const { PLANS: plans, DEFAULT_PLAN: defaultPlan, SIGN_UP: signUp } = env;
  const proxyLogOutUrl = env.AUTH_PROXY_LOGOUT_URL ?? null;
  const hasPublicUrl = env.PUBLIC_URL !== undefined;
  const clientDocuments = env.CLIENT_ID_DOCUMENTS;
  const installation: Installation = { plans, defaultPlan, signUp, proxyLogOutUrl, clientDocuments, hasPublicUrl };
  return {
    /** Without a trailing slash; undefined if the server uses the address it listens on. */
    publicUrl: env.PUBLIC_URL && new URL(env.PUBLIC_URL).origin,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    installation,
  };
}

function readOauth(env: Variables): OauthConfig {
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
    openid: env.openid,
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

function readFile(path: string): Record<string, string | undefined> {
  return existsSync(path) ? withoutEmpty(parseEnv(readFileSync(path, "utf8"))) : {};
}

function withoutEmpty(variables: Record<string, string | undefined>) {
  return Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
}

/**
 * Host and port, in characters that file names allow. If the system chooses the port, the process id is used instead.
 */
function nameNode(port: number): string {
  const host = hostname()
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-/, "");
  return `${host.slice(0, 50) || "node"}-${port || process.pid}`;
}

/**
 * The folder in which `.env` is read and a relative DATA_DIR begins. In the repository it is the repository's. A release
 * may be replaced as a whole or be read-only, so its settings and its data have a folder of their own: DATA_DIR, which
 * this sets for this process and those that it starts, with their compile cache.
 */
export function prepareSettings(variables: NodeJS.ProcessEnv = process.env): string {
  const { directory, release } = findInstallation();
  if (!release) return directory;
  const dataDirectory = resolve(variables.DATA_DIR?.trim() || defaultDataDirectory(variables));
  variables.DATA_DIR = dataDirectory;
  variables.NODE_COMPILE_CACHE ??= join(dataDirectory, "cache");
  return dataDirectory;
}

/** Of a release: where a system keeps data of its services, or where a user's home keeps data of programs (XDG). */
function defaultDataDirectory({ XDG_DATA_HOME }: NodeJS.ProcessEnv): string {
  if (process.getuid?.() === 0) return "/var/lib/daymark";
  return join(XDG_DATA_HOME || join(homedir(), ".local/share"), "daymark");
}
