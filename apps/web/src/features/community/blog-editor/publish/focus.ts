import { disputeId } from "../dispute-notice.tsx";

/** Moves the focus to the conflict notice. */
export function focusDispute(): void {
  document.getElementById(disputeId)?.focus();
}

/** Moves the focus to the first error, once it is shown. */
export function focusFault(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const field = document.querySelector<HTMLElement>("main [aria-invalid=true]");
      field?.focus();
      field?.scrollIntoView({ block: "center" });
    }),
  );
}
