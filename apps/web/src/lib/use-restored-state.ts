import { type ParsedLocation, useRouter } from "@tanstack/react-router";
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from "react";
import { useApp, useSessionStatus } from "./app.ts";
import { createRestoredStates } from "./page/restored-states.ts";
import type { Session } from "./session/session.ts";

/** By the history entry, the reader and a name. */
const states = createRestoredStates(20);

/**
 * A state that is restored on back and forward navigation. It is stored with the history entry that the user leaves,
 * unless it is still the initial state. A state belongs to one reader: it is not stored if another user logs in or the
 * session ends while the page is open.
 */
export function useRestoredState<State>(name: string, begin: () => State): [State, Dispatch<SetStateAction<State>>] {
  const { browser } = useApp();
  const router = useRouter();
  const status = useSessionStatus();
  const reader = useRef(readerOf(browser?.session));
  const hasOtherReader = useRef(false);
  const [begun] = useState(begin);
  const [state, setState] = useState(
    () => (states.read(keyOf(router.latestLocation, reader.current, name)) as State | undefined) ?? begun,
  );
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });
  useEffect(() => {
    const now = status === "starting" ? undefined : readerOf(browser?.session);
    reader.current ??= now;
    if (now === reader.current || hasOtherReader.current) return;
    hasOtherReader.current = true;
    // Back navigation may cancel the navigation that follows a log-out, and then this page stays.
    setState(begun);
  }, [status, browser, begun]);
  useEffect(
    () =>
      router.subscribe("onBeforeLoad", ({ fromLocation }) => {
        // After a log-out the router leaves the page before React renders it again.
        const isReaders = !hasOtherReader.current && readerOf(browser?.session) === reader.current;
        if (!fromLocation || !isReaders) return;
        states.keep(keyOf(fromLocation, reader.current, name), latest.current, begun);
      }),
    [router, browser, begun, name],
  );
  return [state, setState];
}

function keyOf({ state }: ParsedLocation, reader: string | undefined, name: string): string {
  return `${state.__TSR_key ?? ""} ${reader ?? guest} ${name}`;
}

/** The reader of the page: the id of the user, or the empty text for a guest; undefined until that is known. */
function readerOf(session: Session | undefined): string | undefined {
  if (!session || session.status === "starting") return undefined;
  // The session keeps the user's id after it ends.
  return session.status === "user" ? (session.userId ?? guest) : guest;
}

const guest = "";
