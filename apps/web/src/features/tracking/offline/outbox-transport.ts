import type { Note } from "@daymark/domain/tracking/note";
import { msg } from "@lingui/core/macro";
import type { QueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { apiOf } from "../../../lib/api.tsx";
import type { App, AppBrowser } from "../../../lib/app.ts";
import { flash } from "../../../lib/messages/flash.ts";
import { answerInTime } from "../../../lib/network/answer-timeout.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { createNote } from "./create-note.ts";
import { inNoteOrder } from "./note-order.ts";
import { type OutboxTransport, SessionOver } from "./outbox/outbox-parts.ts";

interface Owner {
  /** True while the owner of the outbox is logged in: a call carries the token of the user logged in at that moment. */
  isOwn: () => boolean;
  onNote: (key: string, note: Note) => void;
}

/** Sends waiting days and notes, in the name of their owner only. */
export function createOutboxTransport(app: App, { isOwn, onNote }: Owner): OutboxTransport {
  const { client, queryClient } = apiOf(app);
  const { session, theme } = app.browser as AppBrowser;
  const { languages } = app;
  const call = async <Answer>(send: () => Promise<Answer>): Promise<Answer> => {
    if (!isOwn()) throw new SessionOver("somebody else's");
    return answerInTime(send());
  };
  return {
    set: (input) => call(() => client.progress.set.mutate(input)),
    read: async ({ id, day }) => {
      const { results } = await call(() => client.progress.listOfHabit.query({ id, from: day, to: day }));
      return results[0];
    },
    createLogItem: async ({ habitId, day, id, value, unit, at }) => {
      const item = { id: habitId, date: day, item_id: id, value, unit, ...(at !== null && { at }) };
      return (await call(() => client.dayLog.create.mutate(item))).entry;
    },
    // Over REST, whose Idempotency-Key makes repeated calls create only one note.
    createNote: (text, creation) => call(() => createNote({ session, languages, theme }, text, creation)),
    updateNote: (id, text) => call(() => client.note.update.mutate({ id, text })),
    listNotes: async () => (await call(() => client.note.list.query({}))).results,
    onNote: (key, note) => {
      putNote(queryClient, note);
      onNote(key, note);
    },
    onNoteDivided: async () => {
      await languages.need("dashboard");
      flash({
        kind: "warning",
        text: languages.i18n._(
          msg`This note was also changed on another device. Both versions are kept: yours is now a separate note.`,
        ),
        timeoutMs: 15_000,
      });
    },
  };
}

/** Puts the server's version of a note into the query cache. */
function putNote(queryClient: QueryClient, note: Note): void {
  queryClient.setQueryData<{ results: Note[]; next: null }>(
    getQueryKey(trpc.note.list, {}, "query"),
    (data) => data && { ...data, results: inNoteOrder([note, ...data.results.filter(({ id }) => id !== note.id)]) },
  );
}
