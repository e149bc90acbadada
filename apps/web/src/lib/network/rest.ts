import { TRPCClientError } from "@trpc/client";
import type { LanguageStore } from "../language/language.ts";
import type { ThemeStore } from "../preferences/theme.ts";
import type { Session } from "../session/session.ts";
import { commonHeaders } from "./common-headers.ts";
import { answerTo, NoAnswer } from "./connection.ts";
import { problemOf, UnexpectedResponse } from "./problem.ts";
import { isRenewable } from "./trpc.ts";

export interface RestParts {
  session: Session;
  languages: LanguageStore;
  theme: ThemeStore;
}

interface RestCall {
  method?: "GET" | "POST";
  /** Path below /api. */
  path: string;
  /** Sent as JSON; a FormData is sent unchanged. */
  body?: object | FormData;
  headers?: Record<string, string>;
  /** Used in place of the browser's fetch. */
  fetch?: (url: string, init: RequestInit & { headers: Record<string, string> }) => Promise<Response>;
}

/**
 * Calls the REST API, for features that only REST offers. An expired token is renewed once, as for any other call.
 *
 * @throws TRPCClientError as a call does, so that the code that reports failed calls reports this one too
 */
export async function callRest({ session, ...parts }: RestParts, call: RestCall): Promise<Response> {
  const { method = "GET", path, body, headers, fetch: sendWith = fetch } = call;
  const isForm = body instanceof FormData;
  const send = (access: string | null) =>
    answerTo(() =>
      sendWith(`/api${path}`, {
        method,
        headers: {
          ...(access && { Authorization: `Bearer ${access}` }),
          ...commonHeaders(parts),
          ...(body && !isForm && { "Content-Type": "application/json" }),
          ...headers,
        },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
      }),
    );
  try {
    const sent = session.access();
    let response = await send(sent);
    if (!response.ok) {
      const refusal = await refusalOf(response);
      if (!sent || !isRenewable(path, problemOf(refusal))) throw refusal;
      const outcome = await session.renew(sent);
      if (outcome === "refused") session.end("terminated");
      // The server did not say whether the session is still valid.
      if (outcome === "unreachable") throw new NoAnswer("no answer");
      if (outcome !== "renewed") throw refusal;
      response = await send(session.access());
      if (!response.ok) throw await refusalOf(response);
    }
    return response;
  } catch (error) {
    throw error instanceof Error ? TRPCClientError.from(error) : error;
  }
}

/** A refusal of the REST API (RFC 9457) as the error of a tRPC call. */
async function refusalOf(response: Response): Promise<Error> {
  if (!response.headers.get("content-type")?.startsWith("application/problem+json")) {
    return new UnexpectedResponse(response);
  }
  // As codes, as tRPC has them: the form that was refused turns them into sentences.
  const { error_codes: errors, ...problem }: { error_codes?: unknown } = await response.json();
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  const data = { ...problem, errors, ...(Number.isInteger(retryAfter) && { retry_after: retryAfter }) };
  return new TRPCClientError("refused", { result: { error: { code: 0, message: "refused", data } } });
}
