import type { Job } from "@daymark/domain/operator/job";
import { Button } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import { getQueryKey } from "@trpc/react-query";
import ListChecks from "lucide-react/icons/list-checks";
import { useBrowser } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { Refusal } from "../../account/settings/refusal.tsx";
import { AdminPage } from "./admin-page.tsx";
import { taskWords, useCodeWords } from "./code-words.ts";
import { QueueHistory } from "./history/node-history.tsx";
import { FilterBar } from "./list/filter-bar.tsx";
import { RowList } from "./list/row-list.tsx";
import { Shapes } from "./list/shapes.tsx";
import { useList } from "./list/use-list.ts";
import { useListSearch } from "./list/use-list-search.ts";
import { QueueLine, useStateWords } from "./queue-line.tsx";
import { QueueTable } from "./queue-table.tsx";

const jobSearch = { state: ["waiting", "running", "failed"], task: "text" } as const;

/** Background jobs: how many wait, and which were given up. */
export function Jobs() {
  const { t } = useLingui();
  const { search, isFiltered, onSearch } = useListSearch(jobSearch);
  const tasks = useCodeWords(taskWords);
  const { client } = trpc.useUtils();
  const apps = trpc.node.list.useQuery({});
  const { waiting, running, failed } = useStateWords();
  const list = useList<Job>([...getQueryKey(trpc.job.list), search], (page) =>
    client.job.list.query({ ...search, ...page }),
  );
  return (
    <AdminPage title={t`Jobs`} intro={<Trans>Background work: emails, reminders, clean-up.</Trans>}>
      <Refusal error={apps.error} />
      {apps.isPending ? <Shapes count={3} shape="h-9 max-w-3xl" /> : null}
      {apps.data ? <QueueTable queue={apps.data.queue} /> : null}
      <div className="mt-6">
        <QueueHistory />
      </div>
      <div className="mt-8">
        <FilterBar
          values={search}
          onChange={onSearch}
          filters={[
            { kind: "choice", name: "state", label: t`State`, options: { waiting, running, failed } },
            { kind: "choice", name: "task", label: t`Task`, options: tasks.options, wide: true },
          ]}
        />
      </div>
      <RowList
        list={list}
        line={(job) => <JobLine key={job.id} job={job} />}
        empty={{ icon: <ListChecks />, title: t`No jobs`, text: t`Everything is done.` }}
        isFiltered={isFiltered}
        more={t`Older jobs`}
      />
    </AdminPage>
  );
}

function JobLine({ job }: { job: Job }) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const { wordOf } = useCodeWords(taskWords);
  const utils = trpc.useUtils();
  const { id, task, state, attempts, max_attempts, last_error, run_at } = job;
  const parts = {
    onSuccess: ({ detail }: { detail: Parameters<typeof report.success>[0] }) => void report.success(detail),
    onError: (error: unknown) => void report.failure(error),
    onSettled: () => Promise.all([utils.job.invalidate(), utils.node.invalidate()]),
  };
  const retry = trpc.job.retry.useMutation(parts);
  const remove = trpc.job.delete.useMutation(parts);
  return (
    <QueueLine
      {...{ id, state }}
      name={task}
      words={wordOf(task)}
      nextAt={state === "waiting" ? run_at : null}
      error={last_error}
      retry={state === "running" ? null : retry}
      actions={
        state === "failed" ? (
          <Button
            size="small"
            isBusy={remove.isPending}
            aria-label={t`Remove ${task} number ${id}`}
            onClick={() => remove.mutate({ id })}
          >
            <Trans>Remove</Trans>
          </Button>
        ) : null
      }
    >
      <span>
        <Trans>ID {id}</Trans>
      </span>
      <span>
        <Trans>
          {attempts} of {max_attempts} attempts
        </Trans>
      </span>
    </QueueLine>
  );
}
