import { Button } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import { Check, Copy } from "lucide-react";
import { useState } from "react";

/** What the picture shows, in words: whoever posts it can give it to those who do not see it. */
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
          // Where the browser forbids it, the text can be selected at a press.
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
