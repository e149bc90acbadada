import {
  backupAgeDaysMax,
  clockDifferenceSecondsMax,
  type Finding,
  type FindingCode,
  releaseAgeDaysMax,
} from "@daymark/domain/operator/finding";
import { diskFreeShareMin } from "@daymark/domain/operator/operator-view";
import type { InstallationFacts } from "../installation/facts.ts";
import type { Context } from "../procedure/context.ts";

const dayMilliseconds = 86_400_000;

/** What changes while the server runs. Times are in milliseconds since the epoch. */
interface Measured {
  now: number;
  /** When the first account was created; null if there is none. */
  since: number | null;
  newestBackupAt: number | null;
  /** The code of the newest failure of a mail, if no later mail was sent. */
  mailError: string | null;
  /** By how much this server's clock is ahead of the database's. */
  clockAheadMilliseconds: number;
  disk: { free_bytes: number; total_bytes: number };
}

/** Finds problems, the gravest first. It reads only the database and the disk. */
export async function listFindings({ services, now }: Pick<Context, "services" | "now">): Promise<Finding[]> {
  const [row, [newest], disk] = await Promise.all([
    measureDatabase({ services, now }),
    services.dataFiles.listBackups(),
    services.dataFiles.disk(),
  ]);
  const newestBackupAt = newest ? Date.parse(newest.written_at) : null;
  return judge(services.facts, { ...row, newestBackupAt, disk, now: now() });
}

async function measureDatabase({ services, now }: Pick<Context, "services" | "now">) {
  const before = now();
  const [row] = await services.replica.$client<
    [{ clock: string; since: string | null; failed_id: string | null; error: string | null; sent_id: string | null }]
  >`
    select extract(epoch from clock_timestamp()) * 1000 as clock,
      (select extract(epoch from min(date_joined)) * 1000 from users) as since,
      failed.id as failed_id, failed.last_error as error,
      (select max(id) from mails where state = 'sent') as sent_id
    from (values (1)) as one
      left join lateral (
        select id, last_error from mails
        where state in ('queued', 'failed') and last_error is not null and created_at > now() - interval '1 day'
        order by id desc limit 1
      ) as failed on true`;
  // The database read its clock about in the middle of the call.
  const middle = (before + now()) / 2;
  const isFailing = row.failed_id !== null && Number(row.failed_id) > Number(row.sent_id ?? 0);
  return {
    since: row.since === null ? null : Number(row.since),
    mailError: isFailing ? row.error : null,
    clockAheadMilliseconds: middle - Number(row.clock),
  };
}

/** Decides what is worth telling an operator. */
export function judge(facts: InstallationFacts, measured: Measured): Finding[] {
  const { now, since, newestBackupAt, mailError, disk } = measured;
  const findings: Finding[] = [];
  const tell = (code: FindingCode, { amount = null, detail = null }: Partial<Omit<Finding, "code">> = {}) =>
    void findings.push({ code, amount, detail });
  const daysSince = (at: number) => Math.floor((now - at) / dayMilliseconds);
  const isPublic = !facts.isListeningHereOnly || (facts.publicUrl !== null && !isLoopback(facts.publicUrl));

  if (facts.isSecretGuessable) tell("secret_guessable");
  if (disk.total_bytes > 0 && disk.free_bytes / disk.total_bytes < diskFreeShareMin) {
    tell("disk_full", { amount: disk.free_bytes });
  }
  // A young installation has nothing to lose yet.
  if (since !== null && daysSince(since) >= backupAgeDaysMax) {
    const days = newestBackupAt === null ? null : daysSince(newestBackupAt);
    if (days === null || days >= backupAgeDaysMax) tell("backup_missing", { amount: days });
  }
  if (mailError !== null) tell("mail_failing", { detail: mailError });
  else if (!facts.hasMailServer && isPublic) tell("mail_off");
  if (isPublic && !facts.publicUrl?.startsWith("https:")) tell("http_open");
  // The server speaks no TLS itself, so a proxy is in front of it.
  if (facts.publicUrl?.startsWith("https:") && !facts.hasTrustedProxies) tell("proxy_untrusted");
  const seconds = Math.round(measured.clockAheadMilliseconds / 1000);
  if (Math.abs(seconds) > clockDifferenceSecondsMax) tell("clock_off", { amount: seconds });
  if (facts.releasedAt !== null && daysSince(facts.releasedAt) >= releaseAgeDaysMax) {
    tell("version_old", { amount: daysSince(facts.releasedAt), detail: facts.version });
  }
  return findings;
}

function isLoopback(url: string): boolean {
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
}
