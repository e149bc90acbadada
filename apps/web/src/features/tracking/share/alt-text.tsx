import { Button } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useState } from "react";

/** A description of the picture. The user can post it with the picture, for readers who do not see it. */
export function AltText({ text }: { text: string }) {
  const { t } = useLingui();
  const [copied, setCopied] = useState<string | null>(null);
  const isCopied = copied === text;
  return (
    <section aria-labelledby="picture-in-words" className="flex flex-col gap-2 rounded-control bg-sunken p-4">
      <h3 id="picture-in-words" className="text-sm font-[560] tracking-normal">
        <Trans>The picture in words</Trans>
      </h3>
      <p className="text-sm leading-normal text-ink-muted select-all">{text}</p>
      <Button
        size="small"
        icon={isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        className="self-start"
        onClick={() => {
          // If the browser forbids it, one click selects the text.
          navigator.clipboard?.writeText(text).then(
            () => setCopied(text),
            () => {},
          );
        }}
      >
        {isCopied ? t`Copied` : t`Copy as alternative text`}
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? t`Copied` : null}
      </span>
    </section>
  );
}
