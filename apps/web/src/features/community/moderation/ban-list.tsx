import type { Ban } from "@daymark/domain/community/moderation";
import { Button } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import { getQueryKey } from "@trpc/react-query";
import { useRef, useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { useFormat } from "../../../lib/language/format.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { ListEnd } from "../../operator/admin/list/list-end.tsx";
import { Shapes } from "../../operator/admin/list/shapes.tsx";
import { useList } from "../../operator/admin/list/use-list.ts";
import { BanDialog } from "../thread/ban-dialog.tsx";

/** The users who are banned now, newest first. */
export function BanList() {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isAsking, setAsking] = useState(false);
  const { client } = trpc.useUtils();
  const { query, rows } = useList<Ban>(getQueryKey(trpc.moderation.bans), (page) => client.moderation.bans.query(page));
  return (
    <section aria-labelledby="bans-heading" className="mt-12 border-t border-line pt-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="bans-heading" ref={heading} tabIndex={-1} className="text-2xl">
          <Trans>Bans</Trans>
        </h2>
        <Button size="small" onClick={() => setAsking(true)}>
          <Trans>Ban someone</Trans>
        </Button>
      </div>
      {query.isSuccess && rows.length === 0 ? (
        <p className="mt-4 text-ink-muted">
          <Trans>Nobody is banned.</Trans>
        </p>
      ) : null}
      <ul className="mt-4 flex flex-col *:not-first:border-t *:not-first:border-line">
        {rows.map((ban) => (
          <BanLine key={ban.username} ban={ban} onGone={() => heading.current?.focus()} />
        ))}
      </ul>
      <ListEnd query={query} more={t`More bans`} shapes={<Shapes count={2} shape="h-14" />} />
      {isAsking ? <BanDialog onClose={() => setAsking(false)} /> : null}
    </section>
  );
}

function BanLine({ ban, onGone }: { ban: Ban; onGone: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const { username, until, reason, banned_by } = ban;
  const gone = async () => {
    onGone();
    await utils.moderation.bans.invalidate();
  };
  const lift = trpc.moderation.unban.useMutation({
    onSuccess: async ({ detail }) => {
      void report.success(detail);
      await gone();
    },
    onError: async (error) => {
      void report.failure(error);
      if (problemOf(error)?.status === 404) await gone();
    },
  });
  const end = until ? format.instant(until) : null;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-[560] break-words">{username}</p>
        <p className="text-sm break-words text-ink-muted">
          {end ? <Trans>Until {end}</Trans> : <Trans>Permanently</Trans>}
          {banned_by ? (
            <>
              {" · "}
              <Trans>by {banned_by}</Trans>
            </>
          ) : null}
          {reason ? ` · ${reason}` : null}
        </p>
      </div>
      <Button
        size="small"
        isBusy={lift.isPending}
        aria-label={t`Lift the ban on ${username}`}
        onClick={() => lift.mutate({ username })}
      >
        <Trans>Lift</Trans>
      </Button>
    </li>
  );
}
