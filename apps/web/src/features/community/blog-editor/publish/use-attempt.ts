import { useState } from "react";
import { useBrowser } from "../../../../lib/app.ts";
import { problemOf } from "../../../../lib/network/problem.ts";
import { type Faults, faultsFrom, noFaults } from "../faults.ts";
import type { Editor } from "../use-editor.ts";
import { focusFault } from "./focus.ts";

/** Runs one call about the post at a time, and keeps the errors of its content that the server found. */
export function useAttempt(editor: Editor) {
  const { report } = useBrowser();
  const [isBusy, setBusy] = useState(false);
  const [told, setTold] = useState<{ faults: Faults; of: unknown }>({ faults: noFaults, of: null });
  return {
    isBusy,
    /** The server's errors. They stay until the content changes. */
    faults: told.of === editor.writing ? told.faults : noFaults,
    /** @returns null if the call failed or another one is running; the user has been told why */
    attempt: async <Answer>(action: () => Promise<Answer>): Promise<Answer | null> => {
      if (isBusy) return null;
      setBusy(true);
      try {
        return await action();
      } catch (error) {
        const problem = problemOf(error);
        const isSlugTaken = problem?.code === "slug_taken";
        if (isSlugTaken || problem?.errors) {
          setTold({ faults: { ...faultsFrom(problem.errors ?? {}), isSlugTaken }, of: editor.read().writing });
          focusFault();
          return null;
        }
        await report.failure(error);
        return null;
      } finally {
        setBusy(false);
      }
    },
  };
}
