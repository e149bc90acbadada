import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import { type RequestCreateInput, requestCreateInput } from "@daymark/domain/community/request-input";
import { requestDetailsLengthMax, requestTitleLength } from "@daymark/domain/community/request-kind";
import { Button } from "@daymark/ui/button";
import { Checkbox } from "@daymark/ui/checkbox";
import { TextArea, TextField } from "@daymark/ui/text-field";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { useSchemaForm } from "../../../lib/form/form.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { UnverifiedNotice } from "../thread/compose/unverified-notice.tsx";
import { CategoryField } from "./category-field.tsx";
import { CharacterCount } from "./character-count.tsx";
import { keepRequestDraft, type RequestDraft, readRequestDraft } from "./request-draft.ts";
import { SimilarRequests } from "./similar-requests.tsx";

interface RequestFormProps {
  /** The name of the draft in this tab. */
  draftName: string;
  /** The request being edited. */
  request?: FeatureRequest;
  submitLabel: string;
  /** Shown beside the submit button. */
  cancel: ReactNode;
  onSend: (input: RequestCreateInput) => Promise<FeatureRequest>;
  onSent: (request: FeatureRequest) => Promise<void>;
}

/** The form to create or edit a request. Typed text survives a reload, a log-in and a refused call. */
export function RequestForm({ draftName: name, request, submitLabel, cancel, onSend, onSent }: RequestFormProps) {
  const { t } = useLingui();
  const { report, session } = useBrowser();
  // The draft survives a session that ends by itself, and belongs to the user of that session.
  const draftName = `${session.userId} ${name}`;
  const [draft, setDraft] = useState(() => readRequestDraft(draftName));
  const form = useSchemaForm<RequestDraft, RequestCreateInput>(requestCreateInput, { ...startOf(request), ...draft });
  const { title, details, category, notify_me } = form.watch();
  const { isSubmitting } = form.formState;
  useEffect(() => {
    const typed = { title, details, category, notify_me };
    keepRequestDraft(draftName, isSame(typed, startOf(request)) ? null : typed);
  }, [draftName, request, title, details, category, notify_me]);
  const mayNotify = !request || request.mine;
  // Shown beside the button, and not only on top of the page.
  const [isRefusedSender, setRefusedSender] = useState(false);
  const startOver = () => {
    keepRequestDraft(draftName, null);
    setDraft(null);
    form.reset(startOf(request));
    form.setFocus("title");
  };

  return (
    <form
      noValidate
      className="flex flex-col gap-7"
      onSubmit={form.handleSubmit(async (input) => {
        setRefusedSender(false);
        try {
          const { notify_me: notify, ...words } = input;
          const sent = await onSend(mayNotify ? { ...words, notify_me: notify } : words);
          keepRequestDraft(draftName, null);
          await onSent(sent);
        } catch (error) {
          if (problemOf(error)?.code === "email_not_verified") setRefusedSender(true);
          else if (!form.takeRefusal(error)) void report.failure(error);
        }
      })}
    >
      {draft ? (
        <p className="-mb-2 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-raised px-4 py-2.5 text-sm">
          <span className="min-w-0 flex-1 basis-52">
            <Trans>Your unsent text is back.</Trans>
          </span>
          <Button size="small" onClick={startOver}>
            {request ? <Trans>Discard changes</Trans> : <Trans>Start over</Trans>}
          </Button>
        </p>
      ) : null}
      <div className="flex flex-col gap-1">
        <TextField
          label={t`Title`}
          autoComplete="off"
          required
          hint={t`Preferably in English, so that more people can find it and vote.`}
          errors={form.errorsOf("title")}
          {...form.register("title")}
        />
        <CharacterCount text={title} max={requestTitleLength.max} />
      </div>
      {request ? null : <SimilarRequests title={title} />}
      <CategoryField isMissing={form.errorsOf("category").length > 0} registered={form.register("category")} />
      <div className="flex flex-col gap-1">
        <TextArea
          label={t({ message: "Details", context: "of a feature request" })}
          required
          hint={t`Preferably in English. What do you want to do, and what stops you now?`}
          errors={form.errorsOf("details")}
          className="[&_textarea]:min-h-44!"
          {...form.register("details")}
        />
        <CharacterCount text={details} max={requestDetailsLengthMax} />
      </div>
      {mayNotify ? (
        <Checkbox
          label={t`Notify me`}
          hint={t`We email you when its status changes or someone comments.`}
          {...form.register("notify_me")}
        />
      ) : null}
      <div role="status" className="empty:-mt-7">
        {isRefusedSender ? (
          <UnverifiedNotice>
            <Trans>Not sent yet. Open the link we emailed you, then send it again. Your text is kept.</Trans>
          </UnverifiedNotice>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="primary" isBusy={isSubmitting}>
          {submitLabel}
        </Button>
        {cancel}
      </div>
    </form>
  );
}

function isSame(typed: RequestDraft, start: RequestDraft): boolean {
  return (Object.keys(start) as (keyof RequestDraft)[]).every((name) => typed[name] === start[name]);
}

/** A new request is followed by its author, unless they switch it off. */
function startOf(request: FeatureRequest | undefined): RequestDraft {
  if (!request) return { title: "", details: "", category: null, notify_me: true };
  const { title, details, category, notify_me } = request;
  return { title, details, category, notify_me: notify_me ?? false };
}
