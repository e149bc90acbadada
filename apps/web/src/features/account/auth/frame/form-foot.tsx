import TriangleExclamationPoint from "lucide-react/icons/triangle-exclamation-point";
import type { ReactNode } from "react";
import { SubmitButton } from "./submit-button.tsx";

interface FormFootProps {
  isBusy: boolean;
  refusal: { notice: string | null; waitUntilMs: number };
  children: ReactNode;
}

/** The end of a form: the error of a refused call, and the submit button. */
export function FormFoot({ isBusy, refusal, children }: FormFootProps) {
  return (
    <>
      {refusal.notice ? (
        <p role="alert" className="flex gap-2.5 rounded-control bg-warning-soft px-3.5 py-2.5 text-[0.9375rem]">
          <TriangleExclamationPoint aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-warning-text" />
          {refusal.notice}
        </p>
      ) : null}
      <SubmitButton isBusy={isBusy} waitUntilMs={refusal.waitUntilMs}>
        {children}
      </SubmitButton>
    </>
  );
}
