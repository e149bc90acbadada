import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import type { AdminClaim } from "@daymark/auth/oauth/admin-claim";
import {
  type ClientAuthentication,
  type ClientKey,
  clientAuthentications,
} from "@daymark/auth/oauth/client-authentication";
import type { OpenidConfig } from "@daymark/auth/oauth/openid";
import { StartError } from "@daymark/db/start-error";
import * as z from "zod/mini";
import { choice, providerUrl, text } from "./env-kind.ts";

const onOff = choice(["on", "off"]);

/** The variables of one provider, without their prefix `OIDC_<NAME>_`. */
const schema = z.object({
  ISSUER: providerUrl(),
  CLIENT_ID: z.string(),
  CLIENT_SECRET: z.optional(z.string()),
  LABEL: text(/^.{1,40}$/u, "must be a name of up to 40 characters"),
  SCOPES: z._default(
    text(
      /^(?=(.* )?openid( |$))[\x21-\x7e]+( [\x21-\x7e]+)*$/,
      "must be scopes separated by spaces, one of them openid",
    ),
    "openid email profile",
  ),
  CLIENT_AUTH: z.optional(choice(clientAuthentications)),
  PRIVATE_KEY: z.optional(privateKey()),
  ADMIN_CLAIM: z.optional(z.string()),
  ADMIN_VALUE: z.optional(z.string()),
  TRUST_EMAIL: z._default(onOff, "off"),
  SIGN_UP: z._default(onOff, "on"),
});
type Values = z.infer<typeof schema>;

const suffixes = Object.keys(schema.shape);
const variable = new RegExp(`^OIDC_([A-Z][A-Z0-9_]*?)_(${suffixes.join("|")})$`);
const nameLengthMax = 30;
/** Names of log-ins that have variables of their own. */
const ownNames = ["GOOGLE", "FACEBOOK", "PROXY"];

/**
 * Reads the OpenID providers, in the order in which their names first appear.
 *
 * @param variables those that are set, in their order; others than `OIDC_…` are ignored
 * @throws StartError naming the invalid variable
 */
export function readOpenid(variables: Readonly<Record<string, string | undefined>>): OpenidConfig[] {
  const byName = new Map<string, Record<string, string | undefined>>();
  for (const [key, value] of Object.entries(variables)) {
    const [, name, suffix = ""] = variable.exec(key) ?? [];
    if (name) byName.set(name, { ...byName.get(name), [suffix]: value });
  }
  refuseUnknown(Object.keys(variables), [...byName.keys()]);
  return [...byName].map(([name, values]) => readProvider(name, values));
}

/** A misspelt variable of a provider would otherwise have no effect. */
function refuseUnknown(keys: readonly string[], names: readonly string[]): void {
  for (const key of keys) {
    if (!variable.test(key) && names.some((name) => key.startsWith(`OIDC_${name}_`))) {
      throw new StartError(`${key} is unknown: the variables of a provider end in ${suffixes.join(", ")}.`);
    }
  }
}

function readProvider(name: string, given: Record<string, string | undefined>): OpenidConfig {
  const prefix = `OIDC_${name}_`;
  if (ownNames.includes(name) || name.length > nameLengthMax) {
    throw new StartError(
      `${prefix}${Object.keys(given)[0]} needs another name: up to ${nameLengthMax} characters, and none of ${ownNames.join(", ")}.`,
    );
  }
  for (const required of ["ISSUER", "CLIENT_ID", "LABEL"]) {
    if (given[required] !== undefined) continue;
    throw new StartError(`${prefix}${required} is missing: a provider has ISSUER, CLIENT_ID, CLIENT_SECRET and LABEL.`);
  }
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartError(`${prefix}${String(issue?.path[0])} ${issue?.message}.`);
  }
  const values = parsed.data;
  return {
    name: name.toLowerCase(),
    label: values.LABEL,
    issuer: values.ISSUER,
    clientId: values.CLIENT_ID,
    authentication: readAuthentication(prefix, values),
    scopes: values.SCOPES,
    isEmailTrusted: values.TRUST_EMAIL === "on",
    adminClaim: readAdminClaim(prefix, values),
    maySignUp: values.SIGN_UP === "on",
  };
}

function readAdminClaim(prefix: string, { ADMIN_CLAIM: claim, ADMIN_VALUE: value }: Values): AdminClaim | null {
  if (claim && value) return { claim, value };
  if (!claim && !value) return null;
  throw new StartError(
    `${prefix}ADMIN_${claim ? "VALUE" : "CLAIM"} is missing: ADMIN_CLAIM and ADMIN_VALUE go together.`,
  );
}

function readAuthentication(prefix: string, values: Values): ClientAuthentication {
  const { CLIENT_AUTH: given, CLIENT_SECRET: secret, PRIVATE_KEY: key } = values;
  const method = given ?? (key && !secret ? "private_key_jwt" : undefined);
  const needs = (name: string) =>
    new StartError(
      `${prefix}${name} is missing: ${method ? `CLIENT_AUTH=${method} needs it` : "only a public client (CLIENT_AUTH=none) has none"}.`,
    );
  if (method === "none") return { method };
  if (method === "private_key_jwt") {
    if (!key) throw needs("PRIVATE_KEY");
    return { method, ...key };
  }
  if (!secret) throw needs("CLIENT_SECRET");
  return { method, secret };
}

/** A private key in PEM or as a JWK (RFC 7517), or the path of a file with one. */
function privateKey() {
  return z.pipe(
    z.string(),
    z.transform((value, context) => {
      try {
        return readKey(/^\s*(-----BEGIN|\{)/.test(value) ? value : readFileSync(value, "utf8"));
      } catch {
        const message = "must be the path of a private key in PEM or JWK: RSA, EC on P-256 or Ed25519";
        context.issues.push({ code: "custom", input: "", message });
        return z.NEVER;
      }
    }),
  );
}

function readKey(content: string): ClientKey {
  const jwk = content.trimStart().startsWith("{") ? JSON.parse(content) : undefined;
  const key = jwk ? createPrivateKey({ key: jwk, format: "jwk" }) : createPrivateKey(content);
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  const isKnown = type === "rsa" || type === "ed25519" || (type === "ec" && details?.namedCurve === "prime256v1");
  if (!isKnown) throw new Error(`a key of the type ${type}`);
  const member = (name: string) => (typeof jwk?.[name] === "string" ? jwk[name] : undefined);
  return { key, keyId: member("kid"), algorithm: member("alg") };
}
