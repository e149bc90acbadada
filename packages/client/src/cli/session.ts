import { type Client, createClient, DaymarkError } from "../api/client.ts";
import { CommandError } from "./command.ts";
import { readCredentials, serverOf, writeCredentials } from "./credentials.ts";
import type { Terminal } from "./terminal.ts";

/** What refuses a log-in that has ended. */
const endedCodes = ["token_invalid", "token_expired", "session_terminated", "api_key_invalid", "invalid_grant"];

/**
 * The client of the person who has logged in, or of DAYMARK_TOKEN.
 *
 * @throws CommandError if there is no log-in for this server
 */
export function openSession({ env, wait }: Terminal): Client {
  const server = serverOf(env, undefined);
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
  const common = { server, timezone, wait };
  if (env.DAYMARK_TOKEN) return createClient({ ...common, token: env.DAYMARK_TOKEN });
  const kept = readCredentials(env);
  // A token goes only to the server that gave it.
  if (kept?.server !== server) {
    throw new CommandError(`You are not logged in to ${server}: run “daymark login --server ${server}”.`);
  }
  const onTokens = (tokens: typeof kept.tokens) => writeCredentials(env, { server, tokens });
  return createClient({ ...common, tokens: kept.tokens, onTokens });
}

/** The sentence for an error. */
export function sentenceOf(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  if (error instanceof DaymarkError) {
    if (endedCodes.includes(error.code)) return "The log-in has ended, or the token is wrong: run “daymark login”.";
    const fields = Object.values(error.fieldMessages).flat();
    return fields.length > 0 ? fields.join(" ") : error.message;
  }
  if (!(error instanceof Error)) return `The command failed (${error}).`;
  const { code } = (error.cause ?? error) as { code?: unknown };
  // `fetch` throws one error for all network problems. Its cause has the details.
  if (error instanceof TypeError && error.message === "fetch failed") {
    return `The server cannot be reached (${code ?? String(error.cause)}).`;
  }
  if (typeof code === "string" && "path" in error) return `${error.path} cannot be used (${code}).`;
  return `The command failed (${error.message}).`;
}
