import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartError } from "@daymark/db/start-error";
import { afterEach, beforeEach, expect, test } from "vitest";
import { prepareSettings, readEnv, readPlace } from "./env.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "daymark-env-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function refusal(variables: Record<string, string>): string {
  try {
    readEnv(root, variables);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return "accepted";
}

test("an empty environment gives the contract's defaults", () => {
  const env = readEnv(root, {});
  expect(env).toMatchObject({
    host: "127.0.0.1",
    port: 3000,
    publicUrl: undefined,
    dataDirectory: join(root, ".data"),
    databaseUrl: undefined,
    isDatabasePrepared: true,
    admin: undefined,
    smtpUrl: undefined,
    mailFrom: "Daymark <no-reply@localhost>",
    captcha: { provider: "altcha" },
    networkPolicy: "record",
    isRateLimited: true,
    isServiceWorkerOn: true,
    redisUrl: undefined,
    trustedProxies: [],
    outgoingNetworks: [],
    appriseUrl: undefined,
    logLevel: "info",
    logRetentionDays: 30,
    logBytesMax: 1_073_741_824,
    installation: { plans: "on", defaultPlan: "free", signUp: "open", clientDocuments: "on", hasPublicUrl: false },
    defaultTheme: "dark",
  });
});

test("the instance name is the given one or made of host and port, and is valid in a file name", () => {
  expect(readEnv(root, { NODE_NAME: "web-1" }).nodeName).toBe("web-1");
  const [one, other] = [readEnv(root, { PORT: "4001" }), readEnv(root, { PORT: "4002" })];
  expect(one.nodeName).toMatch(/^[\w-]+-4001$/);
  expect(other.nodeName).toMatch(/^[\w-]+-4002$/);
  expect(readEnv(root, { PORT: "0" }).nodeName).toMatch(new RegExp(`-${process.pid}$`));
});

test.each([
  ["DATABASE_DIRECT_URL", "the same database without its pooler"],
  ["DATABASE_REPLICA_URL", "a replica of it"],
])("%s without DATABASE_URL fails the start and every command", (name, says) => {
  const variables = { [name]: "postgres://other.example.org/daymark" };
  const sentence = `DATABASE_URL is missing: ${name} names ${says}.`;
  expect(refusal(variables)).toBe(sentence);
  expect(() => readPlace(root, variables)).toThrow(sentence);
});

test("the process environment wins over the .env file, and an empty variable counts as unset", () => {
  writeFileSync(join(root, ".env"), "PORT=4000\nHOST=0.0.0.0\nLOG_LEVEL=\nMAIL_FROM='Team <team@example.org>'\n");
  expect(readEnv(root, { PORT: "5000", HOST: "" })).toMatchObject({
    port: 5000,
    host: "0.0.0.0",
    logLevel: "info",
    mailFrom: "Team <team@example.org>",
  });
});

test.each([
  ["PORT", "three thousand"],
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["PORT", "3000.5"],
  ["HOST", "not a host"],
  ["PUBLIC_URL", "habits.example.net"],
  ["PUBLIC_URL", "ftp://daymark.example.org"],
  ["PUBLIC_URL", "https://example.org/daymark"],
  ["DATABASE_URL", "postgres://one,two/daymark"],
  ["DATABASE_URL", "postgres://one/daymark?sslrootcert=/nowhere/ca.pem"],
  ["DATABASE_URL", "mysql://localhost/daymark"],
  ["DATABASE_DIRECT_URL", "localhost"],
  ["DATABASE_REPLICA_URL", "replica"],
  ["NODE_NAME", "web.1"],
  ["NODE_NAME", "../web"],
  ["DATABASE_PREPARE", "false"],
  ["MIGRATION_BACKUP", "yes"],
  ["SECRET_KEY", "short"],
  ["ADMIN_USERNAME", "not allowed!"],
  ["ADMIN_EMAIL", "nobody"],
  ["ADMIN_PASSWORD", "password"],
  ["ADMIN_LANGUAGE", "de"],
  ["SMTP_URL", "https://mail.example.org"],
  ["SMTP_CA", "/nowhere/ca.pem"],
  ["SMTP_CA", "package.json"],
  ["MAIL_FROM", "Daymark"],
  ["MAIL_FROM", "Daymark <a@b>\r\nBcc: c@d"],
  ["GOOGLE_ISSUER", "accounts.google.com"],
  ["GOOGLE_ISSUER", "http://accounts.example.org"],
  ["FACEBOOK_AUTH_URL", "http://facebook.example.org/auth"],
  ["FACEBOOK_TOKEN_URL", "graph.facebook.com"],
  ["FACEBOOK_USERINFO_URL", "ftp://graph.facebook.com/me"],
  ["PASSWORD_LOGIN", "no"],
  ["CAPTCHA", "recaptcha"],
  ["TURNSTILE_VERIFY_URL", "localhost"],
  ["NETWORK_POLICY", "allow"],
  ["RATE_LIMIT", "no"],
  ["CLIENT_ID_DOCUMENTS", "yes"],
  ["OUTGOING_NETWORKS", "everywhere"],
  ["OUTGOING_NETWORKS", "192.168.0.0/33"],
  ["OUTGOING_NETWORKS", "192.168.0.0/16 fd00::/8"],
  ["APPRISE_URL", "apprise.example.org:8000"],
  ["APPRISE_URL", "http://name:secret@apprise:8000"],
  ["APPRISE_URL", "http://apprise:8000/?tag=all"],
  ["REDIS_URL", "https://localhost:6379"],
  ["UPLOADS_URL", "https://s3.example.org/pictures"],
  ["UPLOADS_URL", "s3://key:secret@pictures"],
  ["CORS_ORIGINS", "other.example.net"],
  ["CORS_ORIGINS", "https://other.example.net/path"],
  ["CORS_ORIGINS", "https://app.example.org, ftp://files.example.org"],
  ["TRUSTED_PROXIES", "everyone"],
  ["TRUSTED_PROXIES", "10.0.0.0/33"],
  ["TRUSTED_PROXIES", "0.0.0.0/0"],
  ["TRUSTED_PROXIES", "10.0.0.0/8/8"],
  ["LOG_LEVEL", "loud"],
  ["LOG_RETENTION_DAYS", "0"],
  ["LOG_MAX_MB", "0"],
  ["LOG_MAX_MB", "1.5"],
  ["DEFAULT_THEME", "sepia"],
  ["PLANS", "none"],
  ["SIGN_UP", "off"],
  ["DEFAULT_PLAN", "gold"],
  ["CONTACT_EMAIL", "hello"],
  ["SOCIAL_LINKS", "javascript:alert(1)"],
  ["SOCIAL_LINKS", "Wallet=bitcoin:bc1qexample"],
  ["DONATION_URL", "javascript:alert(1)"],
])("%s=%s is refused with one sentence that names it", (name, value) => {
  const sentence = refusal({ [name]: value });
  expect(sentence).toMatch(new RegExp(`^${name} [^\n]+\\.$`));
  // The value may be a secret in the wrong variable.
  if (value.length > 8) expect(sentence).not.toContain(value);
});

test("uploads in S3 need all three variables", () => {
  const all = { UPLOADS_URL: "s3://pictures/of", UPLOADS_ACCESS_KEY_ID: "key", UPLOADS_SECRET_ACCESS_KEY: "secret" };
  const bucket = { bucket: "pictures", prefix: "of/", accessKeyId: "key", secretAccessKey: "secret" };
  expect(readEnv(root, all).uploadsBucket).toMatchObject(bucket);
  expect(readPlace(root, all).uploadsBucket).toMatchObject(bucket);
  expect(readEnv(root, {}).uploadsBucket).toBeUndefined();
  for (const name of Object.keys(all)) {
    expect(refusal({ ...all, [name]: "" })).toBe(
      `${name} is missing: uploads in S3 need UPLOADS_URL, UPLOADS_ACCESS_KEY_ID and UPLOADS_SECRET_ACCESS_KEY.`,
    );
  }
});

test("the admin account must follow the rules of registration, with the same messages", () => {
  expect(refusal({ ADMIN_PASSWORD: "12345678" })).toBe(
    "ADMIN_PASSWORD is refused: The password is too common or entirely numeric.",
  );
  expect(refusal({ ADMIN_USERNAME: "admin", ADMIN_EMAIL: "admin@example.org" })).toBe(
    "ADMIN_PASSWORD is missing: an admin needs ADMIN_USERNAME, ADMIN_EMAIL and ADMIN_PASSWORD.",
  );
});

test("a sign-in provider needs both id and secret, and is the real one by default", () => {
  const google = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
  expect(refusal({ GOOGLE_CLIENT_SECRET: "secret" })).toBe(
    "GOOGLE_CLIENT_ID is missing: GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together.",
  );
  expect(refusal({ ...google, FACEBOOK_CLIENT_ID: "id" })).toBe(
    "FACEBOOK_CLIENT_SECRET is missing: FACEBOOK_CLIENT_ID and FACEBOOK_CLIENT_SECRET go together.",
  );
  expect(readEnv(root, {}).oauth).toEqual({ google: undefined, facebook: undefined, openid: [] });
  const { oauth } = readEnv(root, { ...google, FACEBOOK_CLIENT_ID: "id", FACEBOOK_CLIENT_SECRET: "secret" });
  expect(oauth).toEqual({
    google: { clientId: "id", clientSecret: "secret", issuer: "https://accounts.google.com" },
    facebook: {
      clientId: "id",
      clientSecret: "secret",
      authUrl: "https://www.facebook.com/v21.0/dialog/oauth",
      tokenUrl: "https://graph.facebook.com/v21.0/oauth/access_token",
      userinfoUrl: "https://graph.facebook.com/me?fields=id,name,email",
    },
    openid: [],
  });
  const { oauth: local } = readEnv(root, { ...google, GOOGLE_ISSUER: "http://127.0.0.1:4000" });
  expect(local.google?.issuer).toBe("http://127.0.0.1:4000");
});

test("passwords can be turned off only where a provider logs users in", () => {
  expect(refusal({ PASSWORD_LOGIN: "off" })).toMatch(/^PASSWORD_LOGIN must be on, because no other log-in/);
  const google = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
  expect(readEnv(root, { ...google, PASSWORD_LOGIN: "off" }).isPasswordLogInOn).toBe(false);
  expect(readEnv(root, {}).isPasswordLogInOn).toBe(true);
});

test("a proxy logs users in only by a header of its own, and only if the server knows the proxy", () => {
  const proxy = { AUTH_PROXY_HEADER: "X-Forwarded-Email", TRUSTED_PROXIES: "10.0.0.1" };
  expect(readEnv(root, proxy)).toMatchObject({ authProxyHeader: "X-Forwarded-Email" });
  expect(readEnv(root, { ...proxy, PASSWORD_LOGIN: "off" }).isPasswordLogInOn).toBe(false);
  expect(refusal({ AUTH_PROXY_HEADER: "X-Forwarded-Email" })).toBe(
    "TRUSTED_PROXIES is missing: AUTH_PROXY_HEADER counts only in requests of these proxies.",
  );
  for (const name of ["Authorization", "cookie", "Host", "X-Forwarded-For", "Content-Type", "x y", "x_y", ""]) {
    const given = { ...proxy, AUTH_PROXY_HEADER: name };
    if (name === "") expect(readEnv(root, given).authProxyHeader).toBeUndefined();
    else expect(refusal(given), name).toMatch(/^AUTH_PROXY_HEADER must be the name of a header that the proxy alone/);
  }
  const AUTH_PROXY_LOGOUT_URL = "https://id.example.org/logout";
  expect(readEnv(root, { ...proxy, AUTH_PROXY_LOGOUT_URL }).installation.proxyLogOutUrl).toBe(AUTH_PROXY_LOGOUT_URL);
  expect(refusal({ AUTH_PROXY_LOGOUT_URL })).toMatch(/^AUTH_PROXY_HEADER is missing/);
  expect(refusal({ ...proxy, AUTH_PROXY_LOGOUT_URL: "/logout" })).toMatch(/^AUTH_PROXY_LOGOUT_URL must be/);
});

test("Turnstile needs both of its keys", () => {
  const both = { CAPTCHA: "turnstile", TURNSTILE_SITE_KEY: "site", TURNSTILE_SECRET_KEY: "secret" };
  expect(readEnv(root, both).captcha).toEqual({
    provider: "turnstile",
    siteKey: "site",
    secretKey: "secret",
    verifyUrl: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
  });
  for (const name of ["TURNSTILE_SITE_KEY", "TURNSTILE_SECRET_KEY"]) {
    expect(refusal({ ...both, [name]: "" })).toBe(
      `${name} is missing: CAPTCHA=turnstile needs TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY.`,
    );
  }
  expect(readEnv(root, { CAPTCHA: "off" }).captcha).toEqual({ provider: "off" });
});

test("an error about the direct database names the variable that was set", () => {
  const DATABASE_URL = "postgres://pooler.example.org/daymark";
  const DATABASE_DIRECT_URL = "postgres://database.example.org/daymark";
  expect(readPlace(root, { DATABASE_URL, SECRET_KEY: "0123456789abcdef" })).toMatchObject({
    databaseDirectUrl: DATABASE_URL,
    databaseDirectName: "DATABASE_URL",
  });
  expect(readPlace(root, { DATABASE_URL, DATABASE_DIRECT_URL, SECRET_KEY: "0123456789abcdef" })).toMatchObject({
    databaseDirectUrl: DATABASE_DIRECT_URL,
    databaseDirectName: "DATABASE_DIRECT_URL",
  });
});

test("an external database needs an explicit secret key", () => {
  expect(refusal({ DATABASE_URL: "postgres://localhost/daymark" })).toMatch(/^SECRET_KEY must be set/);
  const several = "postgres://one,two/daymark?target_session_attrs=read-write";
  const variables = { DATABASE_URL: several, SECRET_KEY: "0123456789abcdef" };
  expect(refusal(variables)).toBe("accepted");
  expect(refusal({ ...variables, DATABASE_REPLICA_URL: several })).toBe("DATABASE_REPLICA_URL must name one host.");
  const env = readEnv(root, { DATABASE_URL: "postgres://localhost/daymark", SECRET_KEY: "0123456789abcdef" });
  expect(env).toMatchObject({ secretKey: "0123456789abcdef", databaseDirectUrl: "postgres://localhost/daymark" });
  expect(existsSync(join(root, ".data"))).toBe(false);
});

test("the secret key is generated once and readable only by its owner", () => {
  const first = readEnv(root, {}).secretKey;
  expect(Buffer.from(first, "base64url")).toHaveLength(32);
  expect(readEnv(root, {}).secretKey).toBe(first);
  expect(statSync(join(root, ".data/secret-key")).mode & 0o777).toBe(0o600);
});

test("a data directory that cannot be created gives one sentence", () => {
  writeFileSync(join(root, "file"), "");
  expect(refusal({ DATA_DIR: "file/inside" })).toMatch(/^DATA_DIR .+ cannot be written/);
});

test("list variables are parsed completely", () => {
  const env = readEnv(root, {
    TRUSTED_PROXIES: "10.0.0.0/8, ::1",
    SOCIAL_LINKS: "Source=https://code.example.org/daymark,https://www.social.example/@daymark",
    DONATION_URL: "Card=https://pay.example.org/daymark?a=1, bitcoin:bc1qexample?label=Daymark",
    PUBLIC_URL: "https://daymark.example.org/",
  });
  expect(env.trustedProxies).toEqual(["10.0.0.0/8", "::1"]);
  expect(env.socialLinks).toEqual([
    { name: "Source", url: "https://code.example.org/daymark" },
    { name: "social.example", url: "https://www.social.example/@daymark" },
  ]);
  expect(env.donations).toEqual([
    { name: "Card", url: "https://pay.example.org/daymark?a=1" },
    { name: "bitcoin", url: "bitcoin:bc1qexample?label=Daymark" },
  ]);
  expect(env.publicUrl).toBe("https://daymark.example.org");
});

test(".env.example explains exactly the variables that are read", () => {
  mkdirSync(join(root, ".data"), { recursive: true });
  const example = readFileSync(join(prepareSettings(), ".env.example"), "utf8");
  const readIn = (file: string, prefix = "") => {
    const source = readFileSync(join(import.meta.dirname, file), "utf8");
    return [...source.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => prefix + name);
  };
  // An OpenID provider is explained by the example of one.
  const read = [...readIn("env.ts"), ...readIn("openid-env.ts", "OIDC_HOUSE_")];
  const explained = [...example.matchAll(/^#? ?([A-Z_]+)=/gm)].map((match) => match[1]);
  expect(new Set(explained)).toEqual(new Set(read));
});
