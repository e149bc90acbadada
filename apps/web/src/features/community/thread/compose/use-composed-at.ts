import { useEffect, useState } from "react";
import { useSessionStatus } from "../../../../lib/app.ts";
import type { Thread } from "../data/thread.ts";
import { leftAnswer } from "./draft.ts";

/** Something is written at one comment at most: an answer to it, or a change of it. */
export type ComposedAt = ReturnType<typeof useComposedAt>;

interface At {
  id: number;
  kind: "answer" | "change";
}

export function useComposedAt(thread: Thread) {
  const [at, setAt] = useState<At | null>(null);
  const status = useSessionStatus();
  // Whoever was answering when they had to log in goes on with that.
  useEffect(() => {
    const id = status === "user" ? leftAnswer(thread) : null;
    if (id !== null) setAt({ id, kind: "answer" });
  }, [status]);
  return {
    is: (id: number, kind: At["kind"]) => at?.id === id && at.kind === kind,
    answer: (id: number) => setAt({ id, kind: "answer" }),
    change: (id: number) => setAt({ id, kind: "change" }),
    close: () => setAt(null),
  };
}
