import type { AccountPreview } from "@daymark/domain/account/account";
import { Skeleton } from "@daymark/ui/skeleton";
import { Plural, Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { trpc } from "../../../lib/network/trpc.ts";

/** The numbers of items in an account. */
export function AccountContents({ isWanted }: { isWanted: boolean }) {
  const preview = trpc.account.preview.useQuery({}, { enabled: isWanted, staleTime: 0 });
  const lines = preview.data && linesOf(preview.data);
  return (
    <div aria-busy={preview.isLoading} className="rounded-control bg-danger-soft px-4 py-3.5">
      <p className="text-sm font-[560] text-danger-text">
        <Trans>What will be deleted</Trans>
      </p>
      {lines ? (
        <ul className="mt-1.5 grid list-disc grid-cols-1 gap-x-6 gap-y-0.5 pl-4.5 text-sm marker:text-danger-text sm:grid-cols-2">
          {lines.map(([name, line]) => (
            <li key={name}>{line}</li>
          ))}
        </ul>
      ) : preview.isError ? (
        <p className="mt-1 text-sm">
          <Trans>All your habits with their days, your notes, your settings and every way to log in.</Trans>
        </p>
      ) : (
        <Skeleton className="mt-2 h-16 w-full" />
      )}
    </div>
  );
}

function linesOf(preview: AccountPreview): [string, ReactNode][] {
  const { habits, trashed_habits, recorded_days, notes, sessions, api_keys, connected_apps, passkeys, providers } =
    preview;
  const all: [string, number, ReactNode][] = [
    ["habits", habits, <Plural key="habits" value={habits} one="# habit" other="# habits" />],
    [
      "trash",
      trashed_habits,
      <Plural key="trash" value={trashed_habits} one="# habit in the trash" other="# habits in the trash" />,
    ],
    ["days", recorded_days, <Plural key="days" value={recorded_days} one="# recorded day" other="# recorded days" />],
    ["notes", notes, <Plural key="notes" value={notes} one="# note" other="# notes" />],
    ["sessions", sessions, <Plural key="sessions" value={sessions} one="# session" other="# sessions" />],
    ["keys", api_keys, <Plural key="keys" value={api_keys} one="# API key" other="# API keys" />],
    [
      "apps",
      connected_apps,
      <Plural key="apps" value={connected_apps} one="# connected application" other="# connected applications" />,
    ],
    ["passkeys", passkeys, <Plural key="passkeys" value={passkeys} one="# passkey" other="# passkeys" />],
    [
      "providers",
      providers,
      <Plural key="providers" value={providers} one="# linked account" other="# linked accounts" />,
    ],
  ];
  return [
    ["account", <Trans key="account">Your account and its settings</Trans>] as [string, ReactNode],
    ...all.filter(([, count]) => count > 0).map(([name, , line]): [string, ReactNode] => [name, line]),
  ];
}
