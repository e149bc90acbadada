import { Button } from "@daymark/ui/button";
import { Dialog } from "@daymark/ui/dialog";
import { FieldErrors } from "@daymark/ui/field";
import { Trans, useLingui } from "@lingui/react/macro";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { SwitchedOff } from "../../public/feature-switch/switched-off.tsx";
import { FileField } from "./file-field.tsx";
import { ReportRows } from "./report-rows.tsx";
import { ReportSummary } from "./report-summary.tsx";
import { SendingBar } from "./sending-bar.tsx";
import { useImport } from "./use-import.ts";

/** With the names of units, which are the dashboard's. */
const MappingForm = lazyComponent(
  () => import("./csv/mapping-form.tsx"),
  () => true,
  "tableImport",
  "dashboard",
);

interface ImportDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Imports habits from a file: the user chooses it, sees what it would change, and confirms. */
export default function ImportDialog({ open, onClose }: ImportDialogProps) {
  const { t } = useLingui();
  const { step, errors, faults, choose, setMapped, preview, changeColumns, confirm, restart, leave } = useImport();
  const mapped = step.name === "preview" && step.mapped ? step : null;
  // While the server writes, closing would leave it unknown whether the import is done.
  const isWriting = step.name === "sending" && !step.isDryRun;
  const report = step.name === "preview" || step.name === "done" ? step.report : null;
  const isEmpty = report !== null && Object.values(report.imported).every((count) => count === 0);
  const close = () => {
    if (isWriting) return;
    onClose();
    leave();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) close();
      }}
      title={step.name === "done" ? t`Imported` : t`Import your data`}
      description={
        step.name === "choosing"
          ? t`Habits, days and notes from a file are added to yours. Nothing of yours is changed or removed.`
          : step.name === "mapping"
            ? t`Tell us what each column contains. Then you see what would be added.`
            : undefined
      }
      closeLabel={t`Close`}
      width={step.name === "mapping" ? "wide" : "medium"}
      actions={
        step.name === "done" ? (
          <Button kind="primary" onClick={close}>
            <Trans>Done</Trans>
          </Button>
        ) : (
          <>
            <Button kind="quiet" onClick={close} disabled={isWriting}>
              <Trans>Cancel</Trans>
            </Button>
            {mapped ? (
              <Button onClick={() => changeColumns(mapped)}>
                <Trans>Change the columns</Trans>
              </Button>
            ) : step.name === "preview" || step.name === "mapping" ? (
              <Button onClick={restart}>
                <Trans>Another file</Trans>
              </Button>
            ) : null}
            {step.name === "mapping" ? (
              <Button kind="primary" onClick={() => void preview()}>
                <Trans>Preview</Trans>
              </Button>
            ) : null}
            {step.name === "preview" || isWriting ? (
              <Button kind="primary" isBusy={isWriting} disabled={isEmpty} onClick={() => void confirm()}>
                <Trans>Import</Trans>
              </Button>
            ) : null}
          </>
        )
      }
    >
      <div className="flex flex-col gap-5">
        <SwitchedOff name="import" />
        {step.name === "choosing" ? <FileField file={step.file} errors={errors} onChoose={choose} /> : null}
        {step.name === "mapping" ? <FieldErrors errors={errors} /> : null}
        {step.name === "mapping" ? (
          <MappingForm fileName={step.file.name} value={step.mapped} onChange={setMapped} faults={faults} />
        ) : null}
        {step.name === "sending" ? <SendingBar step={step} /> : null}
        {report ? (
          <>
            <ReportSummary step={step.name === "preview" ? step : null} report={report} isEmpty={isEmpty} />
            <ReportRows kind="refused" rows={report.refused} count={report.refused_count} />
            <ReportRows kind="remarks" rows={report.remarks} count={report.remark_count} />
          </>
        ) : null}
        {step.name === "choosing" || step.name === "mapping" ? null : <FieldErrors errors={errors} />}
      </div>
    </Dialog>
  );
}
