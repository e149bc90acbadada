import type { App, AppBrowser } from "./app.ts";
import { creationKey, forgetCreation } from "./drafts/creation-keys.ts";
import { callRest, type RestParts } from "./network/rest.ts";

/**
 * Creates something over REST. A second call with the same body after an answer that was lost creates nothing: it gets
 * the answer of the first.
 *
 * @param path below /api
 * @throws TRPCClientError as a call does
 */
export async function createOnce<Created>(
  { browser, languages }: Pick<App, "browser" | "languages">,
  path: string,
  body: object,
): Promise<Created> {
  const { session, theme } = browser as AppBrowser;
  const content = `${session.userId} ${path} ${JSON.stringify(body)}`;
  const key = creationKey(content);
  const created = await createWithKey<Created>({ session, theme, languages }, { path, body, key });
  forgetCreation(content);
  return created;
}

interface KeyedCreation {
  path: string;
  body: object;
  /** The Idempotency-Key: repeated calls with it create only one. */
  key: string;
}

/** The same for callers that store their keys themselves. */
export async function createWithKey<Created>(parts: RestParts, { path, body, key }: KeyedCreation): Promise<Created> {
  const response = await callRest(parts, { method: "POST", path, body, headers: { "Idempotency-Key": key } });
  // As with any other call, we trust the server's response to have this type.
  return (await response.json()) as Created;
}
