import { type ParsedLocation, useRouter } from "@tanstack/react-router";
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from "react";
import { useApp, useSessionStatus } from "./app.ts";
import { createRestoredStates } from "./page/restored-states.ts";
import type { Session } from "./session/session.ts";

/** By the entry of the history, its reader and a name. */
const states = createRestoredStates(20);

/**
 * A state that is there again when its reader comes back to its page, by the browser's own buttons too: it is kept with the
 * entry of the history that was left, unless it is still what it began as. A state is for one reader: it is not kept if
 * another person logs in or the session ends while the page is open.
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
    // "Back" may cancel the navigation that follows a log-out, and then this page stays.
    setState(begun);
  }, [status, browser, begun]);
  useEffect(
    () =>
      router.subscribe("onBeforeLoad", ({ fromLocation }) => {
        // A log-out leaves its page before the page is drawn anew.
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

/** Who reads the page: the id of the user, or the empty text for a guest; undefined until that is known. */
function readerOf(session: Session | undefined): string | undefined {
  if (!session || session.status === "starting") return undefined;
  // The session names its user also after its end.
  return session.status === "user" ? (session.userId ?? guest) : guest;
}

const guest = "";
