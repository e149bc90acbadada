import type { Image } from "@daymark/domain/community/image";
import { altLengthMax } from "@daymark/domain/community/stored-image";
import type { Language } from "@daymark/domain/text/language";
import { Button } from "@daymark/ui/button";
import { FieldErrors } from "@daymark/ui/field";
import { TextField } from "@daymark/ui/text-field";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useId, useState } from "react";
import { useFormat } from "../../../../lib/language/format.ts";
import { SwitchedOff } from "../../../public/feature-switch/switched-off.tsx";
import { useUpload } from "./use-upload.ts";

interface ImageUploadProps {
  file: File;
  /** The description written so far. */
  alt: string;
  /** The language of the description. */
  language: Language;
  /** Whether the user tried to publish the post without it. */
  isMissed: boolean;
  onUploaded: (image: Image) => void;
  onCancel: () => void;
}

/** Uploads a chosen image with its description, so that no image is stored without one. */
export function ImageUpload({ file, alt: begun, language, isMissed, onUploaded, onCancel }: ImageUploadProps) {
  const { t } = useLingui();
  const format = useFormat();
  const id = useId();
  const [alt, setAlt] = useState(begun);
  const preview = usePreview(file);
  const { sent, errors, send, cancel } = useUpload(onUploaded);
  const { name } = file;
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send(file, alt);
      }}
    >
      <SwitchedOff name="image_upload" />
      {preview ? (
        <img src={preview} alt="" className="max-h-72 max-w-full self-center rounded-control object-contain" />
      ) : null}
      <p className="text-sm break-words text-ink-muted">{name}</p>
      <FieldErrors errors={errors.file} />
      <TextField
        label={t`What the image shows`}
        hint={t`Read aloud to people who cannot see the image.`}
        lang={language}
        value={alt}
        maxLength={altLengthMax}
        required
        autoFocus
        errors={isMissed && errors.alt.length === 0 ? [t`Upload the image or cancel.`] : errors.alt}
        onChange={(event) => setAlt(event.target.value)}
      />
      {sent === null ? null : (
        <div className="flex flex-col gap-1.5">
          <p id={id} aria-live="polite" className="text-sm">
            {sent < 1 ? t`Uploading ${{ share: format.percent(sent) }}` : t`Preparing the image…`}
          </p>
          <progress
            aria-labelledby={id}
            {...(sent < 1 && { value: sent })}
            max={1}
            className="h-2 w-full accent-(--accent)"
          />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" size="small" isBusy={sent !== null}>
          <Trans>Upload</Trans>
        </Button>
        <Button
          size="small"
          kind="quiet"
          onClick={() => {
            cancel();
            onCancel();
          }}
        >
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}

/** A URL that the page's policy allows. */
function usePreview(file: File): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const reader = new FileReader();
    reader.onload = () => setAddress(typeof reader.result === "string" ? reader.result : null);
    if (file.type.startsWith("image/")) reader.readAsDataURL(file);
    return () => reader.abort();
  }, [file]);
  return address;
}
