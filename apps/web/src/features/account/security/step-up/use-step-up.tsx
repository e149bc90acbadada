import { useState } from "react";
import { lazyComponent } from "../../../../lib/lazy-component.tsx";
import { problemOf } from "../../../../lib/network/problem.ts";

const StepUpDialog = lazyComponent(
  () => import("./step-up-dialog.tsx"),
  ({ open }) => open,
);

/** Returned by {@link useStepUp} if the user does not confirm. */
export const notConfirmed = Symbol("not confirmed");

/**
 * For calls that may need a step-up: the call is made, and if the server asks for a step-up, a dialog opens and the
 * call is repeated. Render `dialog` in the page, or inside the dialog that makes the call.
 */
export function useStepUp() {
  const [asked, setAsked] = useState<{ answer: (isConfirmed: boolean) => void } | null>(null);

  const answer = (isConfirmed: boolean) => {
    asked?.answer(isConfirmed);
    setAsked(null);
  };

  return {
    /** The result of the call, or {@link notConfirmed}. Rejects with other errors of the call. */
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
