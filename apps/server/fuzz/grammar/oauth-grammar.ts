import fc, { type Arbitrary } from "fast-check";
import type { BodyPart, FuzzRequest } from "../request.ts";
import { authorizationRequest, codeVerifier } from "./authorization-request.ts";
import { deliveries } from "./rest-grammar.ts";
import { jsonSpoil } from "./spoil.ts";

/** Values of form parameters: valid ones, those of other parameters, and hostile ones. */
const values = [
  ...["~appClientId~", "~appRefreshToken~", "~appToken~", "~deviceCode~", "~userCode~", "read", "write", "read write"],
  ...["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code", "client_credentials"],
  ...[
    "https://app.example/",
    "javascript:alert(1)",
    "http://localhost/api",
    "~assistantUrl~",
    "code",
    "token",
    "plain",
  ],
  ...[
    `dmo_${"a".repeat(43)}`,
    `dmr_${"a".repeat(43)}`,
    "a".repeat(43),
    "",
    "\u0000",
    "\ud800",
    "__proto__",
    "x".repeat(3_000),
  ],
];
const names = [
  ...["grant_type", "client_id", "client_secret", "code", "code_verifier", "redirect_uri", "refresh_token", "scope"],
  ...["resource", "device_code", "token", "token_type_hint", "__proto__", "x"],
];

/** Parameters of an authorization request, of which the generator removes none or one. */
const requestNames = Object.keys(authorizationRequest);

/** Valid forms, of which the generator changes, repeats or removes single parameters. */
const forms: readonly (readonly [path: string, form: readonly (readonly [string, string])[]])[] = [
  [
    "token",
    [
      ["grant_type", "refresh_token"],
      ["refresh_token", "~appRefreshToken~"],
    ],
  ],
  [
    "token",
    [
      ["grant_type", "authorization_code"],
      ["code", "~appCode~"],
      ["code_verifier", codeVerifier],
      ["redirect_uri", authorizationRequest.redirect_uri],
    ],
  ],
  [
    "token",
    [
      ["grant_type", "urn:ietf:params:oauth:grant-type:device_code"],
      ["device_code", "~deviceCode~"],
    ],
  ],
  ["revoke", [["token", `dma_${"a".repeat(43)}`]]],
  ["device_authorization", [["scope", "write"]]],
];

const metadata = {
  client_name: fc.constantFrom<unknown>("App", "", "x".repeat(100), "\u202eppA", 1, null, {}, ["App"]),
  redirect_uris: fc.constantFrom<unknown>(
    ...[["https://app.example/"], ["javascript:alert(1)"], ["http://127.0.0.1/"], [], [""], [1], "x", null],
    Array(1_000).fill("https://app.example/"),
  ),
  token_endpoint_auth_method: fc.constantFrom<unknown>("none", "client_secret_basic", "private_key_jwt", 1, null),
  grant_types: fc.constantFrom<unknown>(
    ["authorization_code"],
    ["refresh_token"],
    ["implicit"],
    "x",
    Array(99).fill("x"),
  ),
};

/** Requests of OAuth clients to the authorization server, and calls with the token of one. */
export function oauthRequests(): Arbitrary<FuzzRequest> {
  const pair = fc.tuple(fc.constantFrom(...names), fc.constantFrom(...values));
  const formRequest = fc
    .record({
      form: fc.constantFrom(...forms),
      added: fc.array(pair, { maxLength: 3 }),
      left: fc.nat({ max: 6 }),
      basic: fc.constantFrom("", "", "", "Basic eDp5", "Basic x", "Bearer ~appToken~", "Bearer ~appRefreshToken~"),
      type: fc.constantFrom("application/x-www-form-urlencoded", "application/x-www-form-urlencoded", "text/plain"),
    })
    .map(({ form: [path, members], added, left, basic, type }) => {
      const sound = [["client_id", "~appClientId~"] as const, ...members].filter((_, index) => index !== left);
      const text = [...sound, ...added].map(([name, value]) => `${name}=${encodeValue(value)}`).join("&");
      const headers: [string, string][] = [["content-type", type]];
      return {
        path,
        headers: basic ? [...headers, ["authorization", basic] as [string, string]] : headers,
        body: [text],
      };
    });
  const registration = fc
    .tuple(fc.record(metadata, { requiredKeys: [] }), jsonSpoil, fc.boolean())
    .map(([given, spoil, isSound]) => ({
      path: "register",
      headers: [["content-type", "application/json"]] as [string, string][],
      body: isSound ? [JSON.stringify(given)] : spoil(JSON.stringify(given)),
    }));
  const consent = fc
    .record({
      left: fc.nat({ max: requestNames.length * 2 }),
      added: fc.array(fc.tuple(fc.constantFrom(...requestNames, ...names), fc.constantFrom(...values)), {
        maxLength: 2,
      }),
      role: fc.constantFrom<FuzzRequest["role"]>("guest", "user", "user"),
    })
    .map(({ left, added, role }): FuzzRequest => {
      const sound = Object.entries(authorizationRequest).filter((_, index) => index !== left);
      const query = [...sound, ...added].map(([name, value]) => `${name}=${encodeValue(value)}`).join("&");
      return { about: "OAuth authorize", role, method: "GET", target: `/oauth/authorize?${query}`, headers: [] };
    });
  const calls = fc.constantFrom("/api/habits/", "/api/connected-apps/", "/mcp", "/trpc/habit.list", "/api/profile/");
  const asApplication = calls.map(
    (target): FuzzRequest => ({
      about: `OAuth ${target}`,
      role: "guest",
      method: target === "/mcp" ? "POST" : "GET",
      target,
      headers: [["authorization", "Bearer ~appToken~"]],
    }),
  );
  const toServer = fc
    .record({
      request: fc.oneof({ weight: 3, arbitrary: formRequest }, { weight: 1, arbitrary: registration }),
      role: fc.constantFrom<FuzzRequest["role"]>("guest", "guest", "user", "writer"),
      delivery: deliveries,
    })
    .map(
      ({ request: { path, headers, body }, role, delivery }): FuzzRequest => ({
        about: `OAuth ${path}`,
        role,
        method: "POST",
        target: `/oauth/${path}`,
        headers,
        body: body as BodyPart[],
        ...(delivery !== "whole" && { delivery }),
      }),
    );
  return fc.oneof({ weight: 5, arbitrary: toServer }, { weight: 1, arbitrary: asApplication }, consent);
}

/** Encodes a value but keeps placeholders. */
function encodeValue(value: string): string {
  return /^~\w+~$/.test(value) ? value : encodeURIComponent(value.toWellFormed());
}
