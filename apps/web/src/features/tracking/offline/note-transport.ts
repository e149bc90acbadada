import type { Note } from "@daymark/domain/tracking/note";
import type { QueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import type { apiOf } from "../../../lib/api.tsx";
import type { App, AppBrowser } from "../../../lib/app.ts";
import { answerInTime } from "../../../lib/network/answer-timeout.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { createNote } from "./create-note.ts";
import { inNoteOrder } from "./note-order.ts";
import type { NoteTransport } from "./sync-note.ts";

/** Sends notes from the outbox. */
export function noteTransport(
  { browser, languages }: App,
  client: ReturnType<typeof apiOf>["client"],
  assertOwn: () => void,
): Omit<NoteTransport, "onNote" | "onNoteDivided"> {
  const { session, theme } = browser as AppBrowser;
  return {
    // Over REST, whose Idempotency-Key makes repeated calls create only one note.
    createNote: (text, creation) => {
      assertOwn();
      return answerInTime(createNote({ session, languages, theme }, text, creation));
    },
    updateNote: (id, text) => {
      assertOwn();
      return answerInTime(client.note.update.mutate({ id, text }));
    },
    listNotes: async () => {
      assertOwn();
      return (await answerInTime(client.note.list.query({}))).results;
    },
  };
}

/** Puts the server's version of a note into the query cache. */
export function putNote(queryClient: QueryClient, note: Note): void {
  queryClient.setQueryData<{ results: Note[]; next: null }>(
    getQueryKey(trpc.note.list, {}, "query"),
    (data) => data && { ...data, results: inNoteOrder([note, ...data.results.filter(({ id }) => id !== note.id)]) },
  );
}
