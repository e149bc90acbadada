import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartError } from "@daymark/db/start-error";
import { expect, onTestFinished, test } from "vitest";
import { readOpenid } from "./openid-env.ts";

const four = {
  OIDC_HOUSE_ISSUER: "https://id.example.org/",
  OIDC_HOUSE_CLIENT_ID: "daymark",
  OIDC_HOUSE_CLIENT_SECRET: "secret",
  OIDC_HOUSE_LABEL: "Our house",
};
const keyAs = (type: "pkcs8" | "jwk") => {
  const { privateKey } = generateKeyPairSync("ed25519");
  return type === "jwk"
    ? JSON.stringify({ ...privateKey.export({ format: "jwk" }), kid: "first", alg: "EdDSA" })
    : String(privateKey.export({ type, format: "pem" }));
};

function refusal(variables: Record<string, string | undefined>): string {
  try {
    readOpenid({ ...four, ...variables });
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return "accepted";
}

test("four lines are a provider, whose name is in lower case", () => {
  expect(readOpenid({ PORT: "3000", ...four })).toEqual([
    {
      name: "house",
      label: "Our house",
      issuer: "https://id.example.org/",
      clientId: "daymark",
      authentication: { method: undefined, secret: "secret" },
      scopes: "openid email profile",
      isEmailTrusted: false,
      adminClaim: null,
      maySignUp: true,
    },
  ]);
  expect(readOpenid({ PORT: "3000" })).toEqual([]);
});

test("providers keep the order of their first variables, and a name may contain underscores", () => {
  const pocket = Object.fromEntries(
    Object.entries(four).map(([key, value]) => [key.replace("HOUSE", "POCKET_ID"), value]),
  );
  const names = (variables: Record<string, string>) => readOpenid(variables).map(({ name }) => name);
  expect(names({ ...four, ...pocket })).toEqual(["house", "pocket_id"]);
  expect(names({ OIDC_POCKET_ID_LABEL: "First", ...four, ...pocket })).toEqual(["pocket_id", "house"]);
});

test("the optional variables of a provider are read", () => {
  const [config] = readOpenid({
    ...four,
    OIDC_HOUSE_SCOPES: "openid email groups",
    OIDC_HOUSE_CLIENT_AUTH: "client_secret_post",
    OIDC_HOUSE_TRUST_EMAIL: "on",
    OIDC_HOUSE_SIGN_UP: "off",
    OIDC_HOUSE_ADMIN_CLAIM: "groups",
    OIDC_HOUSE_ADMIN_VALUE: "daymark-admins",
  });
  expect(config).toMatchObject({
    scopes: "openid email groups",
    authentication: { method: "client_secret_post", secret: "secret" },
    isEmailTrusted: true,
    maySignUp: false,
    adminClaim: { claim: "groups", value: "daymark-admins" },
  });
});

test.each(["pkcs8", "jwk"] as const)("a private key as %s is read from a value or a file", (type) => {
  const directory = mkdtempSync(join(tmpdir(), "daymark-key-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, "key");
  const content = keyAs(type);
  writeFileSync(path, content);
  for (const value of [content, path]) {
    const [config] = readOpenid({ ...four, OIDC_HOUSE_CLIENT_SECRET: undefined, OIDC_HOUSE_PRIVATE_KEY: value });
    expect(config?.authentication).toMatchObject({
      method: "private_key_jwt",
      key: { asymmetricKeyType: "ed25519" },
      keyId: type === "jwk" ? "first" : undefined,
      algorithm: type === "jwk" ? "EdDSA" : undefined,
    });
  }
});

test.each([
  [{ OIDC_HOUSE_ISSUER: undefined }, /^OIDC_HOUSE_ISSUER is missing: a provider has ISSUER/],
  [{ OIDC_HOUSE_CLIENT_ID: undefined }, /^OIDC_HOUSE_CLIENT_ID is missing/],
  [{ OIDC_HOUSE_LABEL: undefined }, /^OIDC_HOUSE_LABEL is missing/],
  [{ OIDC_HOUSE_CLIENT_SECRET: undefined }, /^OIDC_HOUSE_CLIENT_SECRET is missing: only a public client/],
  [{ OIDC_HOUSE_ISSUER: "http://id.example.org" }, /^OIDC_HOUSE_ISSUER must be an https address/],
  [{ OIDC_HOUSE_ISSUER: "house" }, /^OIDC_HOUSE_ISSUER must be an https address/],
  [{ OIDC_HOUSE_LABEL: "x".repeat(41) }, /^OIDC_HOUSE_LABEL must be a name of up to 40/],
  [{ OIDC_HOUSE_SCOPES: "email profile" }, /^OIDC_HOUSE_SCOPES must be scopes/],
  [{ OIDC_HOUSE_SCOPES: "openidx" }, /^OIDC_HOUSE_SCOPES must be scopes/],
  [{ OIDC_HOUSE_CLIENT_AUTH: "tls_client_auth" }, /^OIDC_HOUSE_CLIENT_AUTH must be one of client_secret_basic, /],
  [{ OIDC_HOUSE_CLIENT_AUTH: "private_key_jwt" }, /^OIDC_HOUSE_PRIVATE_KEY is missing: CLIENT_AUTH=private_key_jwt/],
  [{ OIDC_HOUSE_PRIVATE_KEY: "/nowhere" }, /^OIDC_HOUSE_PRIVATE_KEY must be the path of a private key/],
  [{ OIDC_HOUSE_TRUST_EMAIL: "yes" }, /^OIDC_HOUSE_TRUST_EMAIL must be one of on, off\.$/],
  [{ OIDC_HOUSE_SIGN_UP: "closed" }, /^OIDC_HOUSE_SIGN_UP must be one of on, off\.$/],
  [{ OIDC_HOUSE_ADMIN_CLAIM: "groups" }, /^OIDC_HOUSE_ADMIN_VALUE is missing: /],
  [{ OIDC_HOUSE_ADMIN_VALUE: "admins" }, /^OIDC_HOUSE_ADMIN_CLAIM is missing: /],
  [{ OIDC_HOUSE_CLIENTID: "daymark" }, /^OIDC_HOUSE_CLIENTID is unknown: /],
  [{ OIDC_GOOGLE_ISSUER: "https://accounts.google.com" }, /^OIDC_GOOGLE_ISSUER needs another name/],
])("%j is refused by one sentence that names the variable", (variables, sentence) => {
  const said = refusal(variables);
  expect(said).toMatch(sentence);
  expect(said).toMatch(/^[^\n]+\.$/);
});

test("a public client needs no secret, and other programs' variables are ignored", () => {
  expect(refusal({ OIDC_HOUSE_CLIENT_SECRET: undefined, OIDC_HOUSE_CLIENT_AUTH: "none" })).toBe("accepted");
  expect(refusal({ OIDC_SERVICE_HOST: "10.0.0.1" })).toBe("accepted");
});
