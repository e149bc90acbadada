import type { MailRow } from "@daymark/domain/operator/mail-row";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { getQueryKey } from "@trpc/react-query";
import Mail from "lucide-react/icons/mail";
import { useBrowser } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { Moment } from "../../community/thread/moment.tsx";
import { AdminPage } from "./admin-page.tsx";
import { mailWords, useCodeWords } from "./code-words.ts";
import { FilterBar } from "./list/filter-bar.tsx";
import { RowList } from "./list/row-list.tsx";
import { useList } from "./list/use-list.ts";
import { useListSearch } from "./list/use-list-search.ts";
import { QueueLine, useStateWords } from "./queue-line.tsx";

const mailSearch = { state: ["queued", "sent", "failed"], template: "text" } as const;

/** The mail outbox: sent, waiting and given-up mails. */
export function Mails() {
  const { t } = useLingui();
  const { search, isFiltered, onSearch } = useListSearch(mailSearch);
  const templates = useCodeWords(mailWords);
  const { client } = trpc.useUtils();
  const { queued, sent, failed } = useStateWords();
  const list = useList<MailRow>([...getQueryKey(trpc.mail.list), search], (page) =>
    client.mail.list.query({ ...search, ...page }),
  );
  return (
    <AdminPage
      title={t`Mail`}
      intro={
        <Trans>
          The content of emails is encrypted. An email that failed for about a day can be sent again; its links may have
          expired.
        </Trans>
      }
    >
      <FilterBar
        values={search}
        onChange={onSearch}
        filters={[
          { kind: "choice", name: "state", label: t`State`, options: { queued, sent, failed } },
          { kind: "choice", name: "template", label: t`Kind of email`, options: templates.options, wide: true },
        ]}
      />
      <RowList
        list={list}
        line={(mail) => <MailLine key={mail.id} mail={mail} />}
        empty={{ icon: <Mail />, title: t`No emails yet`, text: t`Emails that Daymark sends appear here.` }}
        isFiltered={isFiltered}
        more={t`Older emails`}
      />
    </AdminPage>
  );
}

function MailLine({ mail }: { mail: MailRow }) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const { wordOf } = useCodeWords(mailWords);
  const utils = trpc.useUtils();
  const { id, state, template, username, recipient, attempts, last_error, created_at, next_attempt_at, can_retry } =
    mail;
  const retry = trpc.mail.retry.useMutation({
    onSuccess: ({ detail }) => void report.success(detail),
    onError: (error) => void report.failure(error),
    onSettled: () => utils.mail.invalidate(),
  });
  return (
    <QueueLine
      {...{ id, state }}
      name={template}
      words={wordOf(template)}
      nextAt={next_attempt_at}
      error={last_error}
      retry={can_retry ? retry : null}
    >
      <span className="break-all">
        {username ?? t`A person without an account`} {recipient ? `(${recipient})` : null}
      </span>
      <Moment instant={created_at} />
      <span>
        <Plural value={attempts} one="# attempt" other="# attempts" />
      </span>
    </QueueLine>
  );
}
