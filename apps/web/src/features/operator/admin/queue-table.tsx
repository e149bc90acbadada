import type { Apps } from "@daymark/domain/operator/operator-view";
import { Trans, useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../lib/language/format.ts";
import { Moment } from "../../community/thread/moment.tsx";

const cell = "py-2 pr-4 text-left";
const number = "py-2 pr-4 text-right tabular-nums";

/** The number of jobs of each task in the queue. */
export function QueueTable({ queue }: { queue: Apps["queue"] }) {
  const { t } = useLingui();
  const format = useFormat();
  if (queue.length === 0) {
    return (
      <p className="mt-3 text-ink-muted">
        <Trans>Nothing is waiting.</Trans>
      </p>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
    <section className="mt-3 overflow-x-auto" aria-label={t`Queue by task`} tabIndex={0}>
      <table className="w-full min-w-[28rem] max-w-3xl text-[0.9375rem]">
        <thead className="border-b border-line text-sm text-ink-muted">
          <tr>
            <th scope="col" className={cell}>{t`Task`}</th>
            <th scope="col" className={number}>{t`Waiting`}</th>
            <th scope="col" className={number}>{t`Running`}</th>
            <th scope="col" className={number}>{t`Failed`}</th>
            <th scope="col" className={cell}>{t`Due since`}</th>
          </tr>
        </thead>
        <tbody className="*:not-first:border-t *:not-first:border-line">
          {queue.map(({ task, waiting, running, failed, due_since }) => (
            <tr key={task}>
              <th scope="row" className={`${cell} font-mono text-sm font-normal`}>
                {task}
              </th>
              <td className={number}>{format.number(waiting)}</td>
              <td className={number}>{format.number(running)}</td>
              <td className={number}>{format.number(failed)}</td>
              <td className={cell}>{due_since ? <Moment instant={due_since} /> : "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
