import { Dialog } from "@daymark/ui/dialog";
import { Segmented } from "@daymark/ui/segmented";
import { Trans, useLingui } from "@lingui/react/macro";
import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";
import { useEffect, useState } from "react";
import { useBrowser } from "../../../../lib/app.ts";
import { PostBlocks } from "../../blog/post-blocks.tsx";
import { shownBlocks, type Writing } from "../writing.ts";

interface PreviewDialogProps {
  open: boolean;
  writing: Writing;
  onClose: () => void;
}

/** A preview of a post as readers see it, in either theme. */
export default function PreviewDialog({ open, writing, onClose }: PreviewDialogProps) {
  const { t } = useLingui();
  const { theme: store } = useBrowser();
  const [theme, setTheme] = useState(shownTheme);
  const [wasOpen, setWasOpen] = useState(false);
  // The preview opens in the page's current theme.
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setTheme(shownTheme());
  }
  // The whole page changes its theme: with separate colors the preview would differ from the published page.
  useEffect(() => {
    if (!open) return;
    document.documentElement.dataset.theme = theme;
    return () => store.apply();
  }, [open, theme, store]);
  const { title, description, language, cover } = writing;
  const blocks = shownBlocks(writing);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t`Preview`}
      closeLabel={t`Close`}
      width="wide"
    >
      <Segmented
        label={t`Theme`}
        value={theme}
        onValueChange={setTheme}
        options={[
          { value: "light", label: t`Light`, icon: <Sun aria-hidden="true" /> },
          { value: "dark", label: t`Dark`, icon: <Moon aria-hidden="true" /> },
        ]}
      />
      <article lang={language} className="mx-auto mt-6 w-full max-w-2xl pb-8">
        <h2 className="text-[2.125rem] leading-[1.12] break-words text-balance sm:text-5xl">{title}</h2>
        <p className="mt-5 mb-10 text-lg leading-relaxed break-words text-ink-muted sm:text-xl">{description}</p>
        {cover ? (
          <img src={cover.url} alt={cover.alt} className="mb-10 max-h-[32rem] w-full rounded-card object-cover" />
        ) : null}
        {blocks.length > 0 ? (
          <PostBlocks blocks={blocks} />
        ) : (
          <p className="text-ink-muted">
            <Trans>There is no text yet.</Trans>
          </p>
        )}
      </article>
    </Dialog>
  );
}

function shownTheme(): "light" | "dark" {
  return document.documentElement.dataset.theme === "light" ? "light" : "dark";
}
