import type { ExportFormat } from "@daymark/domain/account/export";
import { Button } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import Upload from "lucide-react/icons/upload";
import { type ReactNode, useState } from "react";
import { useApp, useBrowser } from "../../../lib/app.ts";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { flash } from "../../../lib/messages/flash.ts";
import { fetchFile, saveFile } from "../../../lib/network/download.ts";
import { Refusal } from "./refusal.tsx";
import { SettingCard, SettingRow } from "./setting-card.tsx";

const ImportDialog = lazyComponent(
  () => import("../import/import-dialog.tsx"),
  ({ open }) => open,
);

export function DataCard() {
  return (
    <SettingCard
      title={<Trans>Your data</Trans>}
      description={
        <Trans>Everything Daymark keeps about you is yours to take. Passwords and other secrets are left out.</Trans>
      }
    >
      <FileRow
        format="json"
        title={<Trans>Complete copy</Trans>}
        text={<Trans>Your habits with all their days, notes, settings and security history in one file.</Trans>}
        action={<Trans>Download as JSON</Trans>}
      />
      <FileRow
        format="csv"
        title={<Trans>For spreadsheets</Trans>}
        text={<Trans>The same data as tables in a ZIP archive, for Excel, LibreOffice and others.</Trans>}
        action={<Trans>Download as CSV</Trans>}
      />
      <ImportRow />
    </SettingCard>
  );
}

function ImportRow() {
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingRow
      title={<Trans>Import data</Trans>}
      text={
        <Trans>
          From a complete copy of Daymark, another habit tracker, or any table as CSV. First, you see what would change.
        </Trans>
      }
      control={
        <Button size="small" icon={<Upload aria-hidden="true" />} onClick={() => setOpen(true)}>
          <Trans>Import…</Trans>
        </Button>
      }
    >
      <ImportDialog open={isOpen} onClose={() => setOpen(false)} />
    </SettingRow>
  );
}

interface FileRowProps {
  format: ExportFormat;
  title: ReactNode;
  text: ReactNode;
  action: ReactNode;
}

function FileRow({ format, title, text, action }: FileRowProps) {
  const { t } = useLingui();
  const { languages } = useApp();
  const { session, theme } = useBrowser();
  const download = useMutation({
    mutationFn: () => fetchFile({ session, languages, theme }, `/export/?format=${format}`),
    onSuccess: (file) => {
      if (!file) return;
      saveFile(file);
      flash({ kind: "success", text: t`Your data has been downloaded.` });
    },
  });
  return (
    <SettingRow
      title={title}
      text={text}
      control={
        <Button
          size="small"
          icon={<Download aria-hidden="true" />}
          isBusy={download.isPending}
          onClick={() => download.mutate()}
        >
          {action}
        </Button>
      }
    >
      <Refusal error={download.error} />
    </SettingRow>
  );
}
