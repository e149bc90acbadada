import type { ImportReport } from "@daymark/domain/account/import";
import { fieldErrorMessage } from "@daymark/i18n/field-messages";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { useApp, useBrowser } from "../../../lib/app.ts";
import { sentence } from "../../../lib/messages/sentence.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { callRest } from "../../../lib/network/rest.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { uploadWith } from "../../../lib/network/upload.ts";
import { type FileFault, formatOf } from "./file-format.ts";

/** The step of an import. The chosen file and the report survive every failure. */
export type ImportStep =
  | { name: "choosing"; file: File | null }
  | ({ name: "sending"; isDryRun: boolean; sent: number; report: ImportReport | null } & Chosen)
  | ({ name: "preview"; report: ImportReport } & Chosen)
  | { name: "done"; report: ImportReport };

interface Chosen {
  file: File;
  format: "daymark" | "auto";
}

/** An import: a file is sent once to see what it would change, and once more to apply it. */
export function useImport() {
  const { languages } = useApp();
  const { session, theme } = useBrowser();
  const { t, i18n } = useLingui();
  const utils = trpc.useUtils();
  const [step, setStep] = useState<ImportStep>({ name: "choosing", file: null });
  const [errors, setErrors] = useState<string[]>([]);
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);

  /** Aborts an earlier call. */
  const begin = (): AbortController => {
    sending.current?.abort();
    sending.current = new AbortController();
    return sending.current;
  };

  const send = async (
    { file, format }: Chosen,
    { signal }: AbortController,
    { isDryRun, report }: { isDryRun: boolean; report: ImportReport | null },
  ): Promise<void> => {
    const show = (sent: number) => setStep({ name: "sending", file, format, isDryRun, sent, report });
    show(0);
    setErrors([]);
    const form = new FormData();
    form.append("format", format);
    form.append("dry_run", String(isDryRun));
    form.append("file", await packed(file, format));
    try {
      const call = {
        method: "POST",
        path: "/import/",
        body: form,
        fetch: uploadWith({ onProgress: show, signal }),
      } as const;
      const answer: ImportReport = await (await callRest({ session, languages, theme }, call)).json();
      if (signal.aborted) return;
      setStep(isDryRun ? { name: "preview", file, format, report: answer } : { name: "done", report: answer });
    } catch (error) {
      if (signal.aborted) return;
      await languages.need("messages");
      const inFile = problemOf(error)?.errors?.file?.map((fault) => fieldErrorMessage(i18n, fault));
      setErrors(inFile ?? [sentence(i18n, error)]);
      setStep(report ? { name: "preview", file, format, report } : { name: "choosing", file });
    } finally {
      // The call may have succeeded although its response was lost.
      if (!isDryRun) void utils.invalidate();
    }
  };

  const faults: Record<FileFault, string> = {
    too_large: t`This file is too large. The limit is 80 MB for a Daymark file and 20 MB for any other.`,
    unknown_format: t`Daymark cannot read this file. It reads files from Daymark, Loop Habit Tracker, HabitBull, Rewire, Tickmate, Beaver Habits, HabitTrove, Table Habit and Habitica.`,
  };

  return {
    step,
    errors,
    /** Sends a file to see what it would change. */
    async choose(files: readonly File[]): Promise<void> {
      const [file] = files;
      if (!file) return;
      const looking = begin();
      const format = await formatOf(file);
      // The user closed the dialog while the file was being checked.
      if (looking.signal.aborted) return;
      const isKnown = format === "daymark" || format === "auto";
      if (files.length === 1 && isKnown) await send({ file, format }, looking, { isDryRun: true, report: null });
      else {
        setErrors([files.length > 1 || isKnown ? t`Choose one file.` : faults[format]]);
        setStep({ name: "choosing", file });
      }
    },
    /** Applies the previewed changes. */
    async confirm(): Promise<void> {
      if (step.name === "preview") await send(step, begin(), { isDryRun: false, report: step.report });
    },
    /** Returns to the choice of a file and aborts a running call. */
    restart(): void {
      sending.current?.abort();
      setErrors([]);
      setStep({ name: "choosing", file: null });
    },
  };
}

/** Our files consist of many similar lines, and may be larger than the server accepts uncompressed (RFC 1952). */
function packed(file: File, format: Chosen["format"]): Promise<Blob> | Blob {
  if (format !== "daymark") return file;
  return new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).blob();
}
