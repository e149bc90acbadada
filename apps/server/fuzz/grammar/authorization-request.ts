import { createHash } from "node:crypto";

/** Also of the code that a world has, so that the token endpoint accepts it. */
export const codeVerifier = "a".repeat(43);

/** A complete authorization request (RFC 6749 4.1.1, RFC 7636, RFC 8707) of the application of a world. */
export const authorizationRequest = {
  response_type: "code",
  client_id: "~appClientId~",
  redirect_uri: "https://app.example/",
  scope: "read write",
  state: "x",
  code_challenge: createHash("sha256").update(codeVerifier).digest("base64url"),
  code_challenge_method: "S256",
  resource: "~assistantUrl~",
};
