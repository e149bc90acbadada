import type { Readable } from "node:stream";
import type { ClientCredentials, Form } from "@daymark/api/connected-app/client";
import { OauthError } from "@daymark/api/connected-app/oauth-error";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { readBody } from "../http/request-body.ts";

/** A request to these endpoints is a code, a verifier and some names. */
const formBytesMax = 10_000;

/** Makes a scope accept URL-encoded forms, which no other route of the server does. */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    async (request: FastifyRequest, payload: Readable) =>
      new URLSearchParams((await readBody({ request, payload, bytesMax: formBytesMax })).toString()),
  );
}

/**
 * The parameters of a request.
 *
 * @throws OauthError invalid_request if a parameter is repeated (RFC 6749 3.2), or if the body is no form
 */
export function readForm({ body }: FastifyRequest): Form {
  if (!(body instanceof URLSearchParams)) {
    throw new OauthError("invalid_request", "Send the parameters as application/x-www-form-urlencoded.");
  }
  const form = new Map<string, string>();
  for (const [name, value] of body) {
    if (form.has(name)) throw new OauthError("invalid_request", "A parameter is repeated.");
    // RFC 6749 3.2: a parameter without a value counts as omitted.
    if (value !== "") form.set(name, value);
  }
  return form;
}

/**
 * Which application sends a request: by HTTP Basic, or in the form.
 *
 * @throws OauthError invalid_request if it uses both; invalid_client if the header is malformed
 */
export function readCredentials({ headers: { authorization } }: FastifyRequest, form: Form): ClientCredentials {
  const [clientId, secret] = [form.get("client_id"), form.get("client_secret")];
  if (authorization === undefined) return { clientId, secret };
  const basic = readBasic(authorization);
  if (!basic) throw new OauthError("invalid_client", "The Authorization header is not HTTP Basic.");
  if (secret !== undefined || (clientId !== undefined && clientId !== basic.clientId)) {
    throw new OauthError("invalid_request", "Identify the client once: in the header or in the body.");
  }
  return basic;
}

/** RFC 6749 2.3.1: both parts are form-encoded before they are joined. */
function readBasic(header: string): { clientId: string; secret: string } | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]+=*) *$/i.exec(header)?.[1];
  const [, name, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? "", "base64").toString()) ?? [];
  if (name === undefined || secret === undefined) return undefined;
  try {
    return { clientId: decode(name), secret: decode(secret) };
  } catch {
    return undefined;
  }
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}
