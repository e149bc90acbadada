import type { Finding, FindingCode } from "@daymark/domain/operator/finding";
import { Card } from "@daymark/ui/card";
import { linkClass } from "@daymark/ui/link";
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import CircleCheck from "lucide-react/icons/circle-check";
import TriangleExclamationPoint from "lucide-react/icons/triangle-exclamation-point";
import type { ReactNode } from "react";
import { useSite } from "../../../lib/app.ts";
import { useFormat } from "../../../lib/language/format.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { Refusal } from "../../account/settings/refusal.tsx";
import { formatBytes } from "./list/bytes.ts";

const refreshMs = 5 * 60_000;
/** A browser's clock is seldom off by more. */
const browserDifferenceMsMax = 60_000;

/** What needs attention in the installation, with what to do; one quiet line if nothing does. */
export function Findings() {
  const query = trpc.overview.listFindings.useQuery({}, { refetchInterval: refreshMs });
  const { publicUrl } = useSite();
  const { data, dataUpdatedAt } = query;
  const differenceMs = data ? dataUpdatedAt - Date.parse(data.now) : 0;
  // What only the browser can tell.
  const isUnencrypted = location.protocol === "http:" && publicUrl.startsWith("https:");
  const isClockOff = Math.abs(differenceMs) > browserDifferenceMsMax;
  const isWell = data?.results.length === 0 && !isUnencrypted && !isClockOff;
  return (
    <section aria-labelledby="findings-heading" className="mb-6 flex flex-col gap-3">
      <h2 id="findings-heading" className="text-xl">
        <Trans>Needs attention</Trans>
      </h2>
      <Refusal error={query.error} />
      {isWell ? (
        <p className="flex gap-2.5 text-[0.9375rem] text-ink-muted">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success-text" />
          {/* No word of the version: only a release has a date, so the version of a clone is not checked. */}
          <Trans>Nothing right now: backups, email, disk, clock and encryption are fine.</Trans>
        </p>
      ) : null}
      {data && !isWell ? (
        <ul className="flex flex-col gap-3">
          {data.results.map((finding) => (
            <Known key={finding.code} finding={finding} />
          ))}
          {isUnencrypted ? (
            <Item title={<Trans>You opened this page over http</Trans>}>
              <Trans>
                Passwords and tokens can be read in transit. Open {publicUrl}, and have the proxy redirect http to it.
              </Trans>
            </Item>
          ) : null}
          {isClockOff ? <BrowserClock differenceMs={differenceMs} /> : null}
        </ul>
      ) : null}
    </section>
  );
}

function Item({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <li>
      <Card className="flex gap-2.5 p-5">
        <TriangleExclamationPoint aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-warning-text" />
        <div className="flex min-w-0 flex-col gap-1.5">
          <h3 className="text-base font-[560] break-words">{title}</h3>
          <p className="text-[0.9375rem] text-ink-muted">{children}</p>
        </div>
      </Card>
    </li>
  );
}

function BrowserClock({ differenceMs }: { differenceMs: number }) {
  const format = useFormat();
  const seconds = format.number(Math.round(Math.abs(differenceMs) / 1000));
  return (
    <Item title={<Trans>The clocks of the server and this device differ by {seconds} s</Trans>}>
      <Trans>Security codes fail and times are wrong. Sync the server’s clock with NTP, and check this device.</Trans>
    </Item>
  );
}

function Known({ finding }: { finding: Finding }) {
  const words = useFindingWords();
  const { title, advice } = words[finding.code](finding);
  return <Item title={title}>{advice}</Item>;
}

/** What each finding means, and what to do. */
function useFindingWords(): Record<FindingCode, (finding: Finding) => { title: ReactNode; advice: ReactNode }> {
  const { t } = useLingui();
  const format = useFormat();
  return {
    backup_missing: ({ amount }) => ({
      title:
        amount === null
          ? t`There is no backup`
          : t`The latest backup is ${plural(amount, { one: "# day", other: "# days" })} old`,
      advice: (
        <Trans>
          Run <code className="font-mono text-sm">npm run backup</code> (or{" "}
          <code className="font-mono text-sm">daymark backup</code>) every night, and copy the file to another machine.
          Daymark checks only the folder <code className="font-mono text-sm">backups</code> of the data folder.
        </Trans>
      ),
    }),
    mail_failing: ({ detail }) => ({
      title: t`The latest email was not sent: ${detail ?? ""}`,
      advice: (
        <Trans>
          Check SMTP_URL and the mail server. The page{" "}
          <Link to="/admin/mail" className={linkClass}>
            Mail
          </Link>{" "}
          shows each email and can send it again.
        </Trans>
      ),
    }),
    mail_off: () => ({
      title: t`Emails are not sent`,
      advice: t`Without SMTP_URL, emails are only saved as files on the server, so nobody can confirm an address or reset a password. Set SMTP_URL and MAIL_FROM.`,
    }),
    secret_guessable: () => ({
      title: t`SECRET_KEY can be guessed`,
      advice: t`Anyone who guesses it can log in as any user. Generate a new one with openssl rand -base64 32; everyone will then have to log in again.`,
    }),
    http_open: () => ({
      title: t`Others connect to this server without encryption`,
      advice: t`Passwords can be read in transit. Put a proxy with a certificate in front of the server and set PUBLIC_URL to its https address.`,
    }),
    proxy_untrusted: () => ({
      title: t`All users seem to come from one address`,
      advice: t`The proxy in front of the server is not trusted, so rate limits count everyone together. Set TRUSTED_PROXIES to the address of the proxy.`,
    }),
    clock_off: ({ amount }) => ({
      title: t`The clocks of this server and the database differ by ${format.number(Math.abs(amount ?? 0))} s`,
      advice: t`Security codes fail and times are wrong. Sync the clocks of both machines with NTP.`,
    }),
    disk_full: ({ amount }) => ({
      title: t`The disk is nearly full: ${formatBytes(format, amount ?? 0)} free`,
      advice: t`Once it is full, nothing can be saved any more. Delete old backups and logs in the data folder, or add space.`,
    }),
    version_old: ({ amount, detail }) => ({
      title: t`Version ${detail ?? ""} is ${plural(amount ?? 0, { one: "# day", other: "# days" })} old`,
      advice: t`Newer versions fix bugs, including those in libraries. Look for one where you got this one, back up and update.`,
    }),
  };
}
