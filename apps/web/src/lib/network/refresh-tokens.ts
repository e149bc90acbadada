import type { ErrorCode } from "@daymark/domain/base/errors";
import type { TokenPair } from "../session/token-storage.ts";
import { answerTo } from "./connection.ts";
import { fetchTwice } from "./fetch-twice.ts";

/**
 * Codes by which the server refuses the refresh token itself, `validation_failed` if it is too long to be one. All
 * others concern the request, the network or the server, and end no session.
 */
const refusals: ReadonlySet<ErrorCode> = new Set([
  "token_missing",
  "token_invalid",
  "token_expired",
  "session_terminated",
  "validation_failed",
]);

/**
 * A new pair of tokens, over REST, because an opening page sends this call before it has loaded the tRPC client. It
 * needs neither the language nor the time zone of other calls, and to find out the time zone takes a phone 40 ms.
 *
 * @throws Error if the server could not be reached, or answered something that says nothing about the token
 */
export async function refreshTokens(refresh: string): Promise<TokenPair | "refused"> {
  const request = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ refresh, rotate: true }),
  };
  const response = await answerTo(() => fetchTwice("/api/auth/token/refresh/", request, true));
  const isJson = /^application\/(?:problem\+)?json/.test(response.headers.get("content-type") ?? "");
  const answer: unknown = isJson ? await response.json() : null;
  if (response.ok && isPair(answer)) return answer;
  const code = codeOf(answer);
  if (code !== null && refusals.has(code as ErrorCode)) return "refused";
  throw new Error(`The server answered a refresh with ${response.status} ${code ?? ""}`);
}

function isPair(answer: unknown): answer is TokenPair {
  if (typeof answer !== "object" || answer === null) return false;
  return "access" in answer && "refresh" in answer && [answer.access, answer.refresh].every(isText);
}

function codeOf(answer: unknown): string | null {
  return typeof answer === "object" && answer !== null && "code" in answer && isText(answer.code) ? answer.code : null;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
