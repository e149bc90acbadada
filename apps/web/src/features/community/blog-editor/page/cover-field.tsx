import { Button } from "@daymark/ui/button";
import { IconButton } from "@daymark/ui/icon-button";
import { Trans, useLingui } from "@lingui/react/macro";
import ImagePlus from "lucide-react/icons/image-plus";
import Trash from "lucide-react/icons/trash";
import { useEffect, useRef, useState } from "react";
import { BlockImage } from "../block/block-image.tsx";
import type { Faults } from "../faults.ts";
import type { Editor } from "../use-editor.ts";

interface CoverFieldProps {
  editor: Editor;
  faults: Faults;
}

const id = "post-cover";

/** The cover of a post: one of the uploaded images, chosen as for a block, or none. */
export default function CoverField({ editor, faults }: CoverFieldProps) {
  const { t } = useLingui();
  const { cover, language } = editor.writing;
  const [file, setFile] = useState<File | null>(null);
  const [isWanted, setWanted] = useState(false);
  const isOpen = isWanted || file !== null || cover !== null;
  const wasOpen = useRef(isOpen);
  // What was pressed is replaced, and the focus moves to what takes its place.
  useEffect(() => {
    if (isOpen !== wasOpen.current) document.getElementById(isOpen ? `${id}-main` : id)?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (!isOpen) {
    return (
      <Button
        id={id}
        kind="quiet"
        size="small"
        icon={<ImagePlus aria-hidden="true" />}
        className="self-start"
        onClick={() => setWanted(true)}
      >
        <Trans>Add a cover image</Trans>
      </Button>
    );
  }
  const chosen = { url: cover?.url ?? "", alt: cover?.alt ?? "", image_id: cover?.image_id ?? null };
  const wrong = faults.details.cover;
  const remove = () => {
    setFile(null);
    setWanted(false);
    editor.change({ cover: null });
  };
  return (
    <section aria-label={t`Cover image`} className="relative rounded-card border border-line bg-surface p-4 pt-12">
      <div className="absolute inset-x-4 top-2 flex items-center justify-between gap-2 text-xs text-ink-muted">
        <span aria-hidden="true" className="font-[560]">
          <Trans>Cover image</Trans>
        </span>
        <IconButton label={t`Remove the cover image`} size="small" onClick={remove}>
          <Trash aria-hidden="true" />
        </IconButton>
      </div>
      <BlockImage
        id={id}
        isStoredOnly
        language={language}
        faults={wrong && { alt: wrong }}
        attrs={{ ...chosen, file }}
        actions={{
          change: (attrs) => {
            const next = { ...chosen, ...attrs };
            if ("file" in attrs) setFile(attrs.file instanceof File ? attrs.file : null);
            const { image_id } = next;
            if (typeof image_id === "number") {
              editor.change({ cover: { image_id, url: String(next.url), alt: String(next.alt) } });
            }
          },
        }}
      />
    </section>
  );
}
