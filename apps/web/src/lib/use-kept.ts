import { useRouter } from "@tanstack/react-router";
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from "react";
import { useApp } from "./app.ts";
import { createKeptStates } from "./kept-states.ts";

/** By the entry of the history, its reader and a name. */
const states = createKeptStates(20);

/**
 * A state that is there again for whoever comes back to its page, by the browser's own buttons too: it is kept with the
 * entry of the history that was left, unless it is still what it began as.
 */
export function useKept<State>(name: string, begin: () => State): [State, Dispatch<SetStateAction<State>>] {
  const { browser } = useApp();
  const router = useRouter();
  const keyAt = (key: string | undefined) => `${key ?? ""} ${browser?.session.userId ?? ""} ${name}`;
  const [begun] = useState(begin);
  const [state, setState] = useState(
    () => (states.read(keyAt(router.latestLocation.state.__TSR_key)) as State | undefined) ?? begun,
  );
  const latest = useRef({ state, keyAt });
  useEffect(() => {
    latest.current = { state, keyAt };
  });
  useEffect(
    () =>
      router.subscribe("onBeforeLoad", ({ fromLocation }) => {
        if (!fromLocation) return;
        states.keep(latest.current.keyAt(fromLocation.state.__TSR_key), latest.current.state, begun);
      }),
    [router, begun],
  );
  return [state, setState];
}
