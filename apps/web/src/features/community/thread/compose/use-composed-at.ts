import { useEffect, useState } from "react";
import { useSessionStatus } from "../../../../lib/app.ts";
import type { Thread } from "../data/thread.ts";
import { leftAnswer } from "./draft.ts";

/** At most one comment has an open field: for a reply to it, or for an edit of it. */
export type ComposedAt = ReturnType<typeof useComposedAt>;

interface At {
  id: number;
  kind: "answer" | "change";
}

export function useComposedAt(thread: Thread) {
  const [at, setAt] = useState<At | null>(null);
  const status = useSessionStatus();
  // A user who was writing a reply before the log-in continues with it.
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
