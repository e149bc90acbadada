import type { Note } from "@daymark/domain/tracking/note";
import { createWithKey } from "../../../lib/create-once.ts";
import type { RestParts } from "../../../lib/network/rest.ts";

/**
 * Creates a note over REST, whose Idempotency-Key makes repeated calls create only one.
 *
 * @param creation the same for each attempt at the same text
 * @throws TRPCClientError as a call does
 */
export function createNote(parts: RestParts, text: string, creation: string): Promise<Note> {
  return createWithKey<Note>(parts, { path: "/notes/", body: { text }, key: creation });
}
