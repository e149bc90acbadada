import type { DataFile, Files as FilesAnswer } from "@daymark/domain/operator/operator-view";
import { linkClass } from "@daymark/ui/link";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { Refusal } from "../../account/settings/refusal.tsx";
import { AdminPage } from "./admin-page.tsx";
import { Facts } from "./figures.tsx";
import { FileButton } from "./file-button.tsx";
import { formatBytes } from "./list/bytes.ts";
import { Shapes } from "./list/shapes.tsx";

/** Files outside the database: uploads, backups and exports. */
export function Files() {
  const { t } = useLingui();
  const query = trpc.dataFile.list.useQuery({});
  return (
    <AdminPage title={t`Files`} intro={<Trans>The data folder of the node that answered.</Trans>}>
      <Refusal error={query.error} />
      <div className="flex flex-col gap-8">
        {query.isPending ? (
          <Shapes count={3} shape="h-36 rounded-card" className="flex max-w-3xl flex-col gap-8" />
        ) : null}
        {query.data ? <Parts files={query.data} /> : null}
      </div>
    </AdminPage>
  );
}

function Parts({ files: { uploads, backups } }: { files: FilesAnswer }) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <>
      <section aria-labelledby="uploads-heading" className="max-w-3xl">
        <h2 id="uploads-heading" className="mb-3 text-xl">
          <Trans>Uploads</Trans>
        </h2>
        <Facts
          title={
            <Link to="/admin/images" className={linkClass}>
              <Trans>Images in posts</Trans>
            </Link>
          }
          facts={[
            { name: t`Files`, value: format.number(uploads.count) },
            { name: t`Size`, value: formatBytes(format, uploads.bytes) },
            { name: t`Files without an image`, value: format.number(uploads.orphans.length) },
            { name: t`Missing files`, value: format.number(uploads.missing.length) },
          ]}
        />
        <Names names={uploads.orphans} title={t`Files without an image`}>
          <Trans>The clean-up removes them once they are an hour old.</Trans>
        </Names>
        <Names names={uploads.missing} title={t`Missing files`}>
          <Trans>Restore them from a backup, or upload those images again.</Trans>
        </Names>
      </section>
      <section aria-labelledby="exports-heading" className="max-w-3xl">
        <h2 id="exports-heading" className="text-xl">
          <Trans>Exports</Trans>
        </h2>
        <p className="mt-2 text-ink-muted">
          <Trans>None are stored: an export is created in memory for the user who asks for it and is not kept.</Trans>
        </p>
      </section>
      <section aria-labelledby="backups-heading" className="max-w-3xl">
        <h2 id="backups-heading" className="text-xl">
          <Trans>Backups</Trans>
        </h2>
        {backups.length === 0 ? (
          <p className="mt-2 text-ink-muted">
            <Trans>
              None yet. <code className="font-mono text-sm">npm run backup</code> creates one.
            </Trans>
          </p>
        ) : null}
        <ul className="mt-2 flex flex-col *:not-first:border-t *:not-first:border-line">
          {backups.map((backup) => (
            <BackupLine key={backup.name} backup={backup} />
          ))}
        </ul>
      </section>
    </>
  );
}

function Names({ names, title, children }: { names: readonly string[]; title: string; children: ReactNode }) {
  if (names.length === 0) return null;
  return (
    <details className="mt-3">
      <summary className="cursor-pointer py-2 text-[0.9375rem] font-[530]">{title}</summary>
      <p className="text-sm text-ink-muted">{children}</p>
      <ul className="mt-2 font-mono text-sm break-all">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </details>
  );
}

function BackupLine({ backup }: { backup: DataFile }) {
  const { name, bytes, written_at } = backup;
  const { t } = useLingui();
  const format = useFormat();
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-mono text-sm break-all">{name}</p>
        <p className="text-sm text-ink-muted">
          {format.instant(written_at)} · {formatBytes(format, bytes)} · <Check backup={backup} />
        </p>
      </div>
      <FileButton
        size="small"
        path={`/admin/files/backups/${encodeURIComponent(name)}/`}
        aria-label={t`Download ${name}`}
      >
        <Trans>Download</Trans>
      </FileButton>
    </li>
  );
}

/** The result of the last complete check of the archive. */
function Check({ backup: { is_whole, checked_at } }: { backup: DataFile }) {
  const format = useFormat();
  if (checked_at === null) return <Trans>Not yet verified</Trans>;
  const at = format.instant(checked_at);
  if (is_whole) return <Trans>Verified {at}</Trans>;
  return (
    <span className="text-danger-text">
      <Trans>Damage found {at}</Trans>
    </span>
  );
}
