import { brand } from "@daymark/domain/base/brand";
import { Button } from "@daymark/ui/button";
import { Checkbox } from "@daymark/ui/checkbox";
import { Trans, useLingui } from "@lingui/react/macro";
import Download from "lucide-react/icons/download";
import Printer from "lucide-react/icons/printer";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useSite } from "../../../../lib/app.ts";
import { useFormat } from "../../../../lib/language/format.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import "./backup-codes.css";
import { CopyButton } from "../../../copy/copy-button.tsx";
import type { KeptSecret } from "../use-kept-secret.tsx";

interface BackupCodesProps {
  codes: readonly string[];
  kept: KeptSecret;
}

/** Shows backup codes, this one time, with several ways to save them. */
export function BackupCodes({ codes, kept }: BackupCodesProps) {
  const { t } = useLingui();
  const sheet = useSheet(codes);
  const list = useRef<HTMLUListElement>(null);
  // The user may have scrolled in the previous step.
  useEffect(() => {
    void list.current?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <div className="flex flex-col gap-5">
      <ul
        ref={list}
        translate="no"
        aria-label={t`Backup codes`}
        className="grid scroll-mt-2 grid-cols-1 gap-x-6 gap-y-1.5 rounded-control border border-line bg-sunken px-4 py-3.5 font-mono text-[0.9375rem] tabular-nums sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} data-backup-code={code} className="select-all sm:text-center">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <CopyButton text={codes.join("\n")} label={t`Copy`} />
        <Button size="small" icon={<Download aria-hidden="true" />} onClick={() => download(sheet.name, sheet.text)}>
          <Trans>Download</Trans>
        </Button>
        <Button size="small" icon={<Printer aria-hidden="true" />} onClick={() => print()}>
          <Trans>Print</Trans>
        </Button>
      </div>
      <Acknowledgement label={t`I have saved these codes in a safe place`} kept={kept} />
      {createPortal(
        <div className="print-sheet">
          <p>
            <b>{sheet.heading}</b>
          </p>
          <p>{sheet.about}</p>
          <ul>
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </div>,
        document.body,
      )}
    </div>
  );
}

/** The checkbox that the user must tick before closing a secret that is shown once. */
export function Acknowledgement({ label, kept }: { label: ReactNode; kept: KeptSecret }) {
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-5 sm:flex-row sm:items-center sm:justify-between">
      <Checkbox
        label={label}
        checked={kept.isAcknowledged}
        onChange={(event) => kept.setAcknowledged(event.target.checked)}
      />
      <Button kind="primary" onClick={kept.askToClose}>
        <Trans>Done</Trans>
      </Button>
    </div>
  );
}

/** The content of the printed sheet and of the file. */
function useSheet(codes: readonly string[]) {
  const { t } = useLingui();
  const format = useFormat();
  const { publicUrl } = useSite();
  const { data: profile } = trpc.auth.profile.useQuery({});
  const [now] = useState(() => new Date().toISOString());
  const username = profile?.username ?? "";
  const heading = t`${brand}: backup codes of ${username}`;
  const about = t`Each works once at ${publicUrl}. Created on ${{ day: format.instant(now) }}.`;
  return {
    heading,
    about,
    name: `daymark-backup-codes-${username}.txt`,
    text: `${heading}\n${about}\n\n${codes.join("\n")}\n`,
  };
}

function download(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
