import { type ImportReport, importBytesMax } from "@daymark/domain/account/import";
import type { FieldErrors } from "@daymark/domain/base/validation";
import { fieldErrorMessage } from "@daymark/i18n/field-messages";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { useApp, useBrowser } from "../../../lib/app.ts";
import { sentence } from "../../../lib/messages/sentence.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { callRest } from "../../../lib/network/rest.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { uploadWith } from "../../../lib/network/upload.ts";
import { guessMapping } from "./csv/guess-mapping.ts";
import type { MappedTable } from "./csv/mapped-table.ts";
import { toMapping } from "./csv/mapping-draft.ts";
import { findTable, readHeadText } from "./csv/table-head.ts";
import { type FileFault, formatOf } from "./file-format.ts";

/** The step of an import. The chosen file, the user's mapping of its columns, and the report survive every failure. */
export type ImportStep =
  | { name: "choosing"; file: File | null }
  | ({ name: "mapping" } & ChosenTable)
  | ({ name: "sending"; isDryRun: boolean; sent: number; report: ImportReport | null } & Chosen)
  | ({ name: "preview"; report: ImportReport } & Chosen)
  | { name: "done"; report: ImportReport };

type Chosen = { file: File; format: "daymark" | "auto"; mapped: null } | ChosenTable;

interface ChosenTable {
  file: File;
  format: "csv";
  mapped: MappedTable;
}

/** An import: the page sends a file once to see what it would change, and again to apply it. */
export function useImport() {
  const { languages } = useApp();
  const { session, theme } = useBrowser();
  const { t, i18n } = useLingui();
  const utils = trpc.useUtils();
  const [step, setStep] = useState<ImportStep>({ name: "choosing", file: null });
  const [errors, setErrors] = useState<string[]>([]);
  const [faults, setFaults] = useState<FieldErrors>({});
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);

  /** Aborts an earlier call. */
  const begin = (): AbortController => {
    sending.current?.abort();
    sending.current = new AbortController();
    return sending.current;
  };

  const send = async (
    chosen: Chosen,
    { signal }: AbortController,
    { isDryRun, report }: { isDryRun: boolean; report: ImportReport | null },
  ): Promise<void> => {
    const { file, format, mapped } = chosen;
    setErrors([]);
    setFaults({});
    const form = new FormData();
    if (mapped) {
      const read = toMapping(mapped.draft, mapped.table.separator);
      if ("faults" in read) {
        setFaults(read.faults);
        return;
      }
      form.append("mapping", JSON.stringify(read.mapping));
    }
    const show = (sent: number) => setStep({ ...chosen, name: "sending", isDryRun, sent, report });
    show(0);
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
      setStep(isDryRun ? { ...chosen, name: "preview", report: answer } : { name: "done", report: answer });
    } catch (error) {
      if (signal.aborted) return;
      await languages.need("messages");
      const told = problemOf(error)?.errors ?? {};
      const inFile = told.file?.map((fault) => fieldErrorMessage(i18n, fault));
      const hasFaults = mapped !== null && Object.keys(told).some((field) => field.startsWith("mapping"));
      setFaults(hasFaults ? told : {});
      setErrors(inFile ?? (hasFaults ? [] : [sentence(i18n, error)]));
      if (report && !hasFaults) setStep({ ...chosen, name: "preview", report });
      else setStep(chosen.mapped ? { ...chosen, name: "mapping" } : { name: "choosing", file });
    } finally {
      // The call may have succeeded although its response was lost.
      if (!isDryRun) void utils.invalidate();
    }
  };

  const fileFaults: Record<FileFault, string> = {
    too_large: t`This file is too large. The limit is 80 MB for a Daymark file and 20 MB for any other.`,
    unknown_format: t`Daymark cannot read this file. It reads files from Daymark, Loop Habit Tracker, HabitBull, Rewire, Tickmate, Beaver Habits, HabitTrove, Table Habit and Habitica, and tables (CSV).`,
  };

  /** Returns to the choice of a file and aborts a running call. */
  const restart = (): void => {
    sending.current?.abort();
    setErrors([]);
    setFaults({});
    setStep({ name: "choosing", file: null });
  };

  /** Returns to the columns of the chosen table and aborts a running call. */
  const changeColumns = ({ file, format, mapped }: ChosenTable): void => {
    sending.current?.abort();
    setErrors([]);
    setStep({ name: "mapping", file, format, mapped });
  };

  return {
    step,
    errors,
    /** What is wrong with the columns, by field. */
    faults,
    /** Sends a file to see what it would change. */
    async choose(files: readonly File[]): Promise<void> {
      const [file] = files;
      if (!file) return;
      const looking = begin();
      const format = await formatOf(file);
      // The user closed the dialog while the file was being checked.
      if (looking.signal.aborted) return;
      const isKnown = format === "daymark" || format === "auto";
      if (files.length === 1 && isKnown) {
        await send({ file, format, mapped: null }, looking, { isDryRun: true, report: null });
        return;
      }
      const text = format === "unknown_format" && file.size <= importBytesMax ? await readHeadText(file) : null;
      const table = text === null ? null : findTable(text);
      if (looking.signal.aborted) return;
      setFaults({});
      if (files.length === 1 && table) {
        setErrors([]);
        setStep({ name: "mapping", file, format: "csv", mapped: { table, draft: guessMapping(table) } });
        return;
      }
      const isOtherText = format === "unknown_format" && text === null && tableName.test(file.name);
      const fault = isKnown
        ? null
        : isOtherText
          ? fieldErrorMessage(i18n, { code: "import_not_utf8" })
          : fileFaults[format];
      setErrors([files.length > 1 || fault === null ? t`Choose one file.` : fault]);
      setStep({ name: "choosing", file });
    },
    /** Keeps what the user says about the columns. */
    setMapped(mapped: MappedTable): void {
      if (step.name === "mapping") setStep({ ...step, mapped });
    },
    /** Sends a table with what its columns are, to see what it would change. */
    async preview(): Promise<void> {
      if (step.name === "mapping") await send(step, begin(), { isDryRun: true, report: null });
    },
    changeColumns,
    /** Applies the previewed changes. */
    async confirm(): Promise<void> {
      if (step.name === "preview") await send(step, begin(), { isDryRun: false, report: step.report });
    },
    restart,
    /** Aborts a running call, and keeps only the user's mapping of columns. */
    leave(): void {
      if ("mapped" in step && step.mapped) changeColumns(step);
      else restart();
    },
  };
}

/** Names of files that are tables, in any encoding. */
const tableName = /\.(?:csv|tsv|txt)$/i;

/** Our files consist of many similar lines, and may be larger than the server accepts uncompressed (RFC 1952). */
function packed(file: File, format: Chosen["format"]): Promise<Blob> | Blob {
  if (format !== "daymark") return file;
  return new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).blob();
}
