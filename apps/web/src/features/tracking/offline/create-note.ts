import type { Note } from "@daymark/domain/tracking/note";
import { callRest } from "../../../lib/network/rest.ts";

/**
 * Creates a note over REST, whose Idempotency-Key makes repeated calls create only one.
 *
 * @param creation the same for each attempt at the same text
 * @throws TRPCClientError as a call does
 */
export async function createNote(parts: Parameters<typeof callRest>[0], text: string, creation: string): Promise<Note> {
  const response = await callRest(parts, {
    method: "POST",
    path: "/notes/",
    body: { text },
    headers: { "Idempotency-Key": creation },
  });
  // As with any other call, we trust the server's response to have this type.
  return (await response.json()) as Note;
}
