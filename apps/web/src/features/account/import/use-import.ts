import type { ImportReport } from "@daymark/domain/account/import";
import type { FieldErrors } from "@daymark/domain/base/validation";
import { fieldErrorMessage } from "@daymark/i18n/field-messages";
import type { I18n } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { useApp, useBrowser } from "../../../lib/app.ts";
import { sentence } from "../../../lib/messages/sentence.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { callRest } from "../../../lib/network/rest.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { uploadWith } from "../../../lib/network/upload.ts";
import { type ChoiceFault, type ChosenFile, type ChosenTable, recognize } from "./chosen-file.ts";
import type { MappedTable } from "./csv/mapped-table.ts";
import { createImportForm, mappingOf } from "./import-form.ts";

/** The step of an import. The chosen file, the user's mapping of its columns, and the report survive every failure. */
export type ImportStep =
  | { name: "choosing"; file: File | null }
  | ({ name: "mapping" } & ChosenTable)
  | ({ name: "sending"; isDryRun: boolean; sent: number; report: ImportReport | null } & ChosenFile)
  | ({ name: "preview"; report: ImportReport } & ChosenFile)
  | { name: "done"; report: ImportReport };

/** An import: the page sends a file once to see what it would change, and again to apply it. */
export function useImport() {
  const { i18n } = useLingui();
  const { languages } = useApp();
  const choiceMessage = useChoiceMessage();
  const { begin, abort } = useRunningCall();
  const postImport = usePostImport();
  const [step, setStep] = useState<ImportStep>({ name: "choosing", file: null });
  const [errors, setErrors] = useState<string[]>([]);
  const [faults, setFaults] = useState<FieldErrors>({});

  /** Sends the file, and shows the report or why the call failed. */
  const send = async (
    chosen: ChosenFile,
    signal: AbortSignal,
    { isDryRun, report }: { isDryRun: boolean; report: ImportReport | null },
  ): Promise<void> => {
    setErrors([]);
    setFaults({});
    const read = mappingOf(chosen);
    if ("faults" in read) return setFaults(read.faults);
    const show = (sent: number) => setStep({ ...chosen, name: "sending", isDryRun, sent, report });
    show(0);
    const form = await createImportForm(chosen, read.mapping, { isDryRun });
    try {
      const answer = await postImport(form, { isDryRun, onProgress: show, signal });
      if (signal.aborted) return;
      setStep(isDryRun ? { ...chosen, name: "preview", report: answer } : { name: "done", report: answer });
    } catch (error) {
      if (signal.aborted) return;
      await languages.need("messages");
      const failure = explain(i18n, error, chosen);
      setFaults(failure.faults ?? {});
      setErrors(failure.errors);
      setStep(stepBefore(chosen, failure.faults ? null : report));
    }
  };

  /** Returns to the choice of a file and aborts a running call. */
  const restart = (): void => {
    abort();
    setErrors([]);
    setFaults({});
    setStep({ name: "choosing", file: null });
  };

  /** Returns to the columns of the chosen table and aborts a running call. */
  const changeColumns = ({ file, format, mapped }: ChosenTable): void => {
    abort();
    setErrors([]);
    setStep({ name: "mapping", file, format, mapped });
  };

  return {
    step,
    errors,
    /** What is wrong with the columns, by field. */
    faults,
    /** Sends a file to see what it would change; asks first for the columns of a table. */
    async choose(files: readonly File[]): Promise<void> {
      const [file] = files;
      if (!file) return;
      const signal = begin();
      const recognized = await recognize(file, { isAlone: files.length === 1 });
      // The user closed the dialog while the file was being checked.
      if (signal.aborted) return;
      if ("fault" in recognized) {
        setFaults({});
        setErrors([choiceMessage(recognized.fault)]);
        setStep({ name: "choosing", file });
        return;
      }
      const { chosen } = recognized;
      if (!chosen.mapped) return await send(chosen, signal, { isDryRun: true, report: null });
      setFaults({});
      setErrors([]);
      setStep({ ...chosen, name: "mapping" });
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

/** Lets at most one call run: the next one aborts it, and so does leaving the page. */
function useRunningCall() {
  const running = useRef<AbortController>(null);
  const abort = (): void => running.current?.abort();
  useEffect(() => abort, []);
  return {
    abort,
    begin(): AbortSignal {
      abort();
      running.current = new AbortController();
      return running.current.signal;
    },
  };
}

/** The call of the REST API. After an import the page fetches all of its data anew. */
function usePostImport() {
  const { languages } = useApp();
  const { session, theme } = useBrowser();
  const utils = trpc.useUtils();
  return async (
    body: FormData,
    { isDryRun, ...transfer }: { isDryRun: boolean } & Parameters<typeof uploadWith>[0],
  ): Promise<ImportReport> => {
    try {
      const call = { method: "POST", path: "/import/", body, fetch: uploadWith(transfer) } as const;
      return await (await callRest({ session, languages, theme }, call)).json();
    } finally {
      // The call may have succeeded although its response was lost.
      if (!isDryRun) void utils.invalidate();
    }
  };
}

/** Says why the page cannot use the chosen files. */
function useChoiceMessage(): (fault: ChoiceFault) => string {
  const { t, i18n } = useLingui();
  const messages = {
    several_files: t`Choose one file.`,
    too_large: t`This file is too large. The limit is 80 MB for a Daymark file and 20 MB for any other.`,
    unknown_format: t`Daymark cannot read this file. It reads files from Daymark, Loop Habit Tracker, HabitBull, Rewire, Tickmate, Beaver Habits, HabitTrove, Table Habit and Habitica, and tables (CSV).`,
  };
  return (fault) => (fault === "not_utf8" ? fieldErrorMessage(i18n, { code: "import_not_utf8" }) : messages[fault]);
}

/** The messages about a failed call, and the faults of the mapping; null if the mapping is not the reason. */
function explain(i18n: I18n, error: unknown, { mapped }: ChosenFile): { errors: string[]; faults: FieldErrors | null } {
  const fields = problemOf(error)?.errors ?? {};
  const inFile = fields.file?.map((fault) => fieldErrorMessage(i18n, fault));
  const isMappingFault = mapped !== null && Object.keys(fields).some((field) => field.startsWith("mapping"));
  if (isMappingFault) return { errors: inFile ?? [], faults: fields };
  return { errors: inFile ?? [sentence(i18n, error)], faults: null };
}

/** The step to which a failed call returns: the preview if there is a report of a dry run, else what the user chose. */
function stepBefore(chosen: ChosenFile, report: ImportReport | null): ImportStep {
  if (report) return { ...chosen, name: "preview", report };
  return chosen.mapped ? { ...chosen, name: "mapping" } : { name: "choosing", file: chosen.file };
}
