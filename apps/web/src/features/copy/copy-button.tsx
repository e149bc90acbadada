import { Button } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useEffect, useState } from "react";
import { copyText } from "../../lib/page/copy-text.ts";

interface CopyButtonProps {
  /** A function if the text is long: it is created on click. */
  text: string | (() => string);
  label: string;
  className?: string;
}

/** How long the button shows its success. */
const doneMs = 3_000;

/** Copies a text to the clipboard and shows that. If the browser forbids it, one click selects the text. */
export function CopyButton({ text, label, className }: CopyButtonProps) {
  const { t } = useLingui();
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), doneMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    setOutcome((await copyText(typeof text === "string" ? text : text())) ? "copied" : "refused");
  };
  return (
    <>
      <Button
        size="small"
        icon={outcome === "copied" ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        onClick={() => void copy()}
        className={className}
      >
        {outcome === "copied" ? <Trans>Copied</Trans> : label}
      </Button>
      <span role="status" className="sr-only">
        {outcome === "copied" ? t`Copied` : null}
      </span>
      {outcome === "refused" ? (
        <span role="status" className="order-last basis-full text-sm text-danger-text">
          <Trans>Your browser blocked copying. Select the text and copy it yourself.</Trans>
        </span>
      ) : null}
    </>
  );
}
