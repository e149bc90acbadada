import { useState } from "react";
import { lazyComponent } from "../../../../lib/lazy-component.tsx";
import { problemOf } from "../../../../lib/network/problem.ts";

const StepUpDialog = lazyComponent(
  () => import("./step-up-dialog.tsx"),
  ({ open }) => open,
);

/** What {@link useStepUp} gives back where the person has rather not confirmed. */
export const notConfirmed = Symbol("not confirmed");

/**
 * For calls that may ask who is there once more: they are made, and where the server asks, a dialog asks in turn and
 * the call is repeated. `dialog` belongs into the page, inside of the dialog that makes the call where there is one.
 */
export function useStepUp() {
  const [asked, setAsked] = useState<{ answer: (isConfirmed: boolean) => void } | null>(null);

  const answer = (isConfirmed: boolean) => {
    asked?.answer(isConfirmed);
    setAsked(null);
  };

  return {
    /** The answer of the call, or {@link notConfirmed}. Rejects with whatever else the call fails for. */
    async confirmed<Answer>(call: () => Promise<Answer>): Promise<Answer | typeof notConfirmed> {
      try {
        return await call();
      } catch (error) {
        if (problemOf(error)?.code !== "step_up_required") throw error;
      }
      const isConfirmed = await new Promise<boolean>((resolve) => setAsked({ answer: resolve }));
      return isConfirmed ? call() : notConfirmed;
    },
    dialog: <StepUpDialog open={asked !== null} onClose={() => answer(false)} onConfirmed={() => answer(true)} />,
  };
}
