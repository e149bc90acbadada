import type { Note } from "@daymark/domain/tracking/note";
import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { type App, useApp, useBrowser } from "../../../lib/app.ts";
import { closeFlash, flash } from "../../../lib/messages/flash.ts";
import { partingCall, trpc } from "../../../lib/network/trpc.ts";
import { createNote } from "../offline/create-note.ts";
import { inNoteOrder } from "../offline/note-order.ts";
import { offlineOf } from "../offline/offline.ts";
import { DelayedDelete, noteUndoMs } from "./delayed-delete.ts";

type Utils = ReturnType<typeof trpc.useUtils>;

/** The notes and their actions. */
export function useNotes() {
  const { t } = useLingui();
  const utils = trpc.useUtils();
  const app = useApp();
  const { report, session, theme } = useBrowser();
  const deletes = useDeletes(utils, app);
  const hidden = useSyncExternalStore(deletes.subscribe, () => deletes.delayed.hidden);
  const list = trpc.note.list.useQuery({});
  const notes = useMemo(
    () => list.data && inNoteOrder(list.data.results.filter((note) => !hidden.has(note.id))),
    [list.data, hidden],
  );

  const put = (note: Note) =>
    utils.note.list.setData({}, (data) => {
      const others = data?.results.filter((other) => other.id !== note.id) ?? [];
      return { results: inNoteOrder([note, ...others]), next: null };
    });

  const tellUpdate = () => void report.success("note_updated");

  return {
    notes,
    /** Reports that a note was changed. */
    tellUpdate,
    isFailed: list.error !== null && !list.data,
    retry: () => list.refetch(),
    /** @param creation the same for each attempt at the same text */
    create: async (text: string, creation: string) => {
      const note = await createNote({ session, languages: app.languages, theme }, text, creation);
      void report.success("note_created");
      return note;
    },
    /** Shows a note in the list. */
    put,
    update: async (id: number, text: string) => {
      put(await utils.client.note.update.mutate({ id, text }));
    },
    setPinned: async (note: Note, pinned: boolean) => {
      put({ ...note, pinned });
      try {
        put(await utils.client.note.update.mutate({ id: note.id, pinned }));
        tellUpdate();
      } catch (error) {
        put(note);
        void report.failure(error);
      }
    },
    remove: (note: Note) => {
      const id = `note-deleted-${note.id}`;
      deletes.delayed.delete(note.id, () => closeFlash(id));
      flash({
        id,
        kind: "success",
        text: t`The note was deleted.`,
        // It closes when the delete becomes final, also under a pointer that rests on it.
        timeoutMs: noteUndoMs * 10,
        action: { label: t`Undo`, onAction: () => deletes.delayed.undo(note.id) },
      });
    },
  };
}

interface Deletes {
  delayed: DelayedDelete;
  subscribe: (listener: () => void) => () => void;
}

const known = new WeakMap<object, Deletes>();

/** Delayed deletes outlive the screen on which the user requested them. */
function useDeletes(utils: Utils, app: App): Deletes {
  const queryClient = useQueryClient();
  const deletes = known.get(queryClient) ?? createDeletes(utils, app);
  known.set(queryClient, deletes);
  return deletes;
}

function createDeletes(utils: Utils, app: App): Deletes {
  const listeners = new Set<() => void>();
  const remove = async (id: number, { isParting }: { isParting: boolean }) => {
    try {
      await utils.client.note.delete.mutate({ id }, isParting ? partingCall : {});
      utils.note.list.setData({}, (data) => data && { ...data, results: data.results.filter((n) => n.id !== id) });
    } catch (error) {
      delayed.show(id);
      void app.browser?.report.failure(error);
    }
  };
  const delayed = new DelayedDelete({
    remove,
    onChange: () => {
      for (const listener of listeners) listener();
    },
    later: (callback, milliseconds) => {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
  });
  // Another screen may be shown by then. The browser may discard a frozen page without another event.
  const part = () => void delayed.flush({ isParting: true });
  addEventListener("pagehide", part);
  document.addEventListener("freeze", part);
  offlineOf(app).beforeLogOut(() => delayed.flush({ isParting: false }));
  app.browser?.session.subscribe(() => {
    if (app.browser?.session.status === "guest") delayed.forget();
  });
  return {
    delayed,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
