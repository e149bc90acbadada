import { TRPCClientError } from "@trpc/client";
import type { LanguageStore } from "./language.ts";
import { problemOf, UnexpectedResponse } from "./problem.ts";
import type { Session } from "./session.ts";
import type { ThemeStore } from "./theme.ts";
import { commonHeaders, isRenewable } from "./trpc.ts";

interface DownloadParts {
  session: Session;
  languages: LanguageStore;
  theme: ThemeStore;
}

/**
 * A file of the REST API, for whoever is logged in; an expired token is renewed once, as on any other call.
 *
 * @param path below /api
 * @throws TRPCClientError as a call does, so that everything that tells of a failed call tells of this one too
 */
export async function fetchFile(
  { session, ...parts }: DownloadParts,
  path: string,
): Promise<{ name: string; content: Blob }> {
  const send = (access: string | null) =>
    fetch(`/api${path}`, {
      headers: { ...(access && { Authorization: `Bearer ${access}` }), ...commonHeaders(parts) },
    });
  try {
    const sent = session.access();
    let response = await send(sent);
    if (!response.ok) {
      const refusal = await refusalOf(response);
      if (!sent || !isRenewable(path, problemOf(refusal))) throw refusal;
      const outcome = await session.renew(sent);
      if (outcome === "refused") {
        session.end("terminated");
        throw refusal;
      }
      // Whether the session lives nobody could say.
      if (outcome === "unreachable") throw new TypeError("no answer");
      response = await send(session.access());
      if (!response.ok) throw await refusalOf(response);
    }
    const name = nameOf(response);
    if (!name) throw new UnexpectedResponse(response);
    return { name, content: await response.blob() };
  } catch (error) {
    throw error instanceof Error ? TRPCClientError.from(error) : error;
  }
}

/** Hands a file to the browser, which saves it or asks where. */
export function saveFile({ name, content }: { name: string; content: Blob }): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Some browsers read it only after they have asked.
  setTimeout(() => URL.revokeObjectURL(link.href), savingMs);
}

const savingMs = 60_000;

/** What the REST API said (RFC 9457), as a call would have it. */
async function refusalOf(response: Response): Promise<Error> {
  if (!response.headers.get("content-type")?.startsWith("application/problem+json")) {
    return new UnexpectedResponse(response);
  }
  const problem: object = await response.json();
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  const data = { ...problem, ...(Number.isInteger(retryAfter) && { retry_after: retryAfter }) };
  return new TRPCClientError("refused", { result: { error: { code: 0, message: "refused", data } } });
}

/** Null where it is no file: a page of something that stands before the server. */
function nameOf({ headers }: Response): string | null {
  return /^attachment; filename="([a-z0-9.-]+)"$/.exec(headers.get("content-disposition") ?? "")?.[1] ?? null;
}
