import { altLengthMax } from "@daymark/domain/community/stored-image";
import { isWebAddress } from "@daymark/domain/text/linked-address";
import { Button } from "@daymark/ui/button";
import { classes } from "@daymark/ui/classes";
import { FieldErrors } from "@daymark/ui/field";
import { TextField } from "@daymark/ui/text-field";
import { Trans, useLingui } from "@lingui/react/macro";
import ImagePlus from "lucide-react/icons/image-plus";
import Images from "lucide-react/icons/images";
import { type DragEvent, useEffect, useReducer, useRef, useState } from "react";
import { lazyComponent } from "../../../../lib/lazy-component.tsx";
import { useSentences } from "../use-sentences.ts";
import { AddressField } from "./block-link.tsx";
import type { CardProps } from "./cards.tsx";
import { ImageUpload } from "./image-upload.tsx";

const ImageDialog = lazyComponent(
  () => import("./image-dialog.tsx"),
  ({ open }) => open,
);

interface BlockImageProps extends Omit<CardProps, "label" | "actions"> {
  actions: Pick<CardProps["actions"], "change">;
  /** Whether only an uploaded image can be chosen, not one from elsewhere. */
  isStoredOnly?: boolean;
}

/** An image and its description; before there is an image, three ways to choose one. */
export function BlockImage(props: BlockImageProps) {
  const { id, faults, actions, language } = props;
  const { t } = useLingui();
  const sentences = useSentences();
  const [isReplacing, setReplacing] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const wasChosen = useRef(false);
  const { url, alt, image_id, file } = imageOf(props);
  const focus = useFocus(id);
  const isChosen = !isReplacing && !file && (image_id !== null || (isWebAddress(url) && !faults?.url));
  const replace = (isWanted: boolean) => {
    setReplacing(isWanted);
    focus();
  };
  return (
    <div className="flex flex-col gap-3">
      {file ? (
        <ImageUpload
          key={file.name + file.lastModified}
          file={file}
          alt={alt}
          language={language}
          isMissed={faults?.image !== undefined}
          onUploaded={(image) => {
            actions.change({ image_id: image.id, url: image.url, alt: image.alt, file: null });
            replace(false);
          }}
          onCancel={() => {
            actions.change({ file: null });
            focus();
          }}
        />
      ) : isChosen ? (
        <>
          <Picture key={url} url={url} alt={alt} />
          <TextField
            id={`${id}-main`}
            lang={language}
            label={t`What the image shows`}
            hint={t`Read aloud to people who cannot see the image.`}
            value={alt}
            maxLength={altLengthMax}
            required
            errors={sentences(faults?.alt)}
            onChange={(event) => actions.change({ alt: event.target.value })}
          />
          <Button size="small" className="self-start" onClick={() => replace(true)}>
            <Trans>Choose another image</Trans>
          </Button>
        </>
      ) : (
        <ImageWays
          {...props}
          onOpen={() => setOpen(true)}
          onCancel={isReplacing ? () => replace(false) : null}
          onChosen={() => replace(false)}
        />
      )}
      <ImageDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        onChoose={(image) => {
          wasChosen.current = true;
          setOpen(false);
          setReplacing(false);
          actions.change({ image_id: image.id, url: image.url, alt: alt || image.alt });
        }}
        finalFocus={() => {
          // The button that opened the dialog is removed with the choice.
          const next = wasChosen.current ? document.getElementById(`${id}-main`) : true;
          wasChosen.current = false;
          return next;
        }}
      />
    </div>
  );
}

interface ImageAttrs {
  url: string;
  alt: string;
  image_id: number | null;
  file: File | null;
}

function imageOf({ attrs }: Pick<CardProps, "attrs">): ImageAttrs {
  return attrs as unknown as ImageAttrs;
}

/** Returns a function that moves the focus to the main field of a card once React has rendered the change. */
function useFocus(id: string): () => void {
  const [count, ask] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (count > 0) document.getElementById(`${id}-main`)?.focus();
  }, [count, id]);
  return ask;
}

interface ImageWaysProps extends BlockImageProps {
  onOpen: () => void;
  /** Returns to the current image; null if there is none. */
  onCancel: (() => void) | null;
  onChosen: () => void;
}

/** The choice of a file, an uploaded image, or an address elsewhere. */
function ImageWays(props: ImageWaysProps) {
  const { id, faults, actions, isStoredOnly = false, onOpen, onCancel, onChosen } = props;
  const { image_id, url } = imageOf(props);
  const { t } = useLingui();
  const sentences = useSentences();
  const [isOver, setOver] = useState(false);
  const [address, setAddress] = useState(image_id === null ? url : "");
  const drop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) actions.change({ file });
  };
  const take = () => {
    if (address.trim() === "") return;
    actions.change({ image_id: null, url: address.trim() });
    onChosen();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a file is dropped with a mouse only; the input is the way of everyone else */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={classes(
          "relative flex flex-col items-center gap-1.5 rounded-control border-2 border-dashed px-4 py-7 text-center",
          "has-focus-visible:border-accent-text has-focus-visible:focus-ring",
          isOver ? "border-accent-text bg-accent-soft" : faults?.image ? "border-danger-text" : "border-line-strong",
        )}
      >
        <ImagePlus aria-hidden="true" className="size-6 text-ink-muted" />
        <label htmlFor={`${id}-main`} className="text-[0.9375rem] font-[560]">
          <Trans>Choose an image</Trans>
        </label>
        <span aria-hidden="true" className="text-sm text-ink-muted pointer-coarse:hidden">
          <Trans>or drop it here (5 MB at most)</Trans>
        </span>
        <input
          id={`${id}-main`}
          type="file"
          aria-invalid={faults?.image !== undefined || undefined}
          aria-describedby={faults?.image ? `${id}-image-error` : undefined}
          accept="image/jpeg,image/png,image/gif,image/webp,image/avif"
          className="absolute inset-0 size-full cursor-pointer opacity-0"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = "";
            if (file) actions.change({ file });
          }}
        />
      </div>
      <FieldErrors id={`${id}-image-error`} errors={faults?.image ? [t`Choose an image or enter its address.`] : []} />
      <div className="flex flex-wrap gap-2">
        <Button size="small" icon={<Images aria-hidden="true" />} onClick={onOpen}>
          <Trans>Choose from earlier images</Trans>
        </Button>
        {onCancel ? (
          <Button size="small" kind="quiet" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        ) : null}
      </div>
      {isStoredOnly ? null : (
        <form
          noValidate
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            take();
          }}
        >
          <div className="min-w-0 flex-1 basis-56">
            <AddressField
              label={t`Address of an image on another site`}
              value={address}
              errors={sentences(faults?.url)}
              onChange={setAddress}
            />
          </div>
          <Button type="submit">
            <Trans>Use image</Trans>
          </Button>
        </form>
      )}
    </>
  );
}

/** The image as readers see it, or a message that it cannot be loaded. */
function Picture({ url, alt }: { url: string; alt: string }) {
  const [isMissing, setMissing] = useState(false);
  useEffect(() => setMissing(false), [url]);
  return isMissing ? (
    <p className="rounded-control bg-sunken px-4 py-6 text-center text-sm text-ink-muted">
      <Trans>The image could not be loaded from its address.</Trans>
    </p>
  ) : (
    <img
      src={url}
      alt={alt}
      referrerPolicy="no-referrer"
      onError={() => setMissing(true)}
      className="max-h-96 max-w-full self-center rounded-control border border-line object-contain"
    />
  );
}
