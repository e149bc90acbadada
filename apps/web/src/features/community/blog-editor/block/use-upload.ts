import type { Image } from "@daymark/domain/community/image";
import { imageBytesMax } from "@daymark/domain/community/stored-image";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { useApp, useBrowser } from "../../../../lib/app.ts";
import { sentence } from "../../../../lib/messages/sentence.ts";
import { isForEveryCall } from "../../../../lib/network/problem.ts";
import { callRest } from "../../../../lib/network/rest.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { uploadWith } from "../../../../lib/network/upload.ts";
import { problemWords } from "../problem-words.ts";

export interface UploadErrors {
  file: string[];
  alt: string[];
}

const noErrors: UploadErrors = { file: [], alt: [] };

/** Uploads an image with its description. */
export function useUpload(onUploaded: (image: Image) => void) {
  const { languages } = useApp();
  const { session, theme, report } = useBrowser();
  const { t, i18n } = useLingui();
  const utils = trpc.useUtils();
  /** The upload progress, 0 to 1; null if no upload is running. */
  const [sent, setSent] = useState<number | null>(null);
  const [errors, setErrors] = useState(noErrors);
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const send = async (file: File, alt: string) => {
    if (sent !== null) return;
    const fault = faultOf(file);
    const told = {
      file: fault ? [i18n._(fault)] : [],
      alt: alt.trim() === "" ? [t`Describe what the image shows.`] : [],
    };
    setErrors(told);
    if (told.file.length + told.alt.length > 0) return;
    sending.current = new AbortController();
    const { signal } = sending.current;
    const body = new FormData();
    body.append("alt", alt);
    body.append("file", file);
    setSent(0);
    try {
      const answer = await callRest(
        { session, languages, theme },
        { method: "POST", path: "/admin/images/", body, fetch: uploadWith({ onProgress: setSent, signal }) },
      );
      const image: Image = await answer.json();
      void utils.image.list.invalidate();
      onUploaded(image);
    } catch (error) {
      if (signal.aborted) return;
      await languages.need("messages");
      const { problem, fields } = problemWords(i18n, error);
      if (isForEveryCall(problem) && (await report.failure(error))) return;
      const { file: inFile = [], alt: inAlt = [] } = fields;
      setErrors({ file: inFile.length + inAlt.length > 0 ? inFile : [sentence(i18n, error)], alt: inAlt });
    } finally {
      setSent(null);
    }
  };
  return { sent, errors, send, cancel: () => sending.current?.abort() };
}

/** Checks a file before it is uploaded. */
function faultOf({ size, type }: File): MessageDescriptor | null {
  if (!/^image\/(?:jpeg|png|gif|webp|avif)$/.test(type)) return msg`Choose an image: JPEG, PNG, GIF, WebP or AVIF.`;
  return size > imageBytesMax ? msg`This image is too large. The limit is 5 MB.` : null;
}
