import { banReasonLengthMax } from "@daymark/domain/community/moderation";
import { FieldErrors } from "@daymark/ui/field";
import { TextArea, TextField } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { flash } from "../../../lib/messages/flash.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { FormDialog } from "../../account/settings/form-dialog.tsx";
import { useRefusals } from "../../account/settings/refusal.tsx";
import { useDecisionErrors } from "./use-decision-errors.ts";

const dayMs = 86_400_000;
const terms = ["1", "7", "30", "good"] as const;

interface BanDialogProps {
  /** The user to ban; if absent, the dialog asks for the name. */
  username?: string;
  onClose: () => void;
}

/** Bans a user from writing public content, for some days or permanently. */
export function BanDialog({ username: known, onClose }: BanDialogProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const [username, setUsername] = useState(known ?? "");
  const [term, setTerm] = useState<(typeof terms)[number]>("7");
  const [reason, setReason] = useState("");
  const { errors, refuse } = useDecisionErrors();
  // The named user cannot be banned or does not exist: the error belongs to the name field.
  const [refusal, setRefusal] = useState<unknown>(null);
  const refusals = useRefusals(refusal);
  const ban = trpc.moderation.ban.useMutation({
    onSuccess: async ({ username }) => {
      onClose();
      flash({ kind: "success", isPersonal: true, text: t`${username} can no longer post.` });
      await utils.moderation.bans.invalidate();
    },
    onError: (error) => {
      const problem = problemOf(error);
      if (problem?.errors) refuse(problem.errors);
      else if (problem?.code === "user_not_found" || problem?.code === "conflict") setRefusal(error);
      else void report.failure(error);
    },
  });
  const words = { 1: t`For a day`, 7: t`For a week`, 30: t`For 30 days`, good: t`Permanently` };
  return (
    <FormDialog
      open
      onClose={onClose}
      title={known ? t`Ban ${known}` : t`Ban someone`}
      description={t`They can log in and use their habits, but not comment, react or send requests.`}
      submitLabel={t`Ban`}
      submitKind="danger"
      isBusy={ban.isPending}
      onSubmit={() => {
        const until = term === "good" ? null : new Date(Date.now() + Number(term) * dayMs).toISOString();
        setRefusal(null);
        ban.mutate({ username: username.trim(), until, reason });
      }}
    >
      {known ? (
        <FieldErrors errors={refusals} />
      ) : (
        <TextField
          name="username"
          label={t`Username`}
          autoComplete="off"
          required
          value={username}
          errors={[...errors("username"), ...refusals]}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
      )}
      <fieldset className="flex flex-col">
        <legend className="mb-1 text-sm font-[560]">{t`How long`}</legend>
        {terms.map((each) => (
          <label key={each} className="flex min-h-9 cursor-pointer items-center gap-3 pointer-coarse:min-h-11">
            <input
              type="radio"
              name="term"
              checked={term === each}
              onChange={() => setTerm(each)}
              className="size-5 accent-accent"
            />
            {words[each]}
          </label>
        ))}
      </fieldset>
      <TextArea
        name="reason"
        label={t`Reason`}
        optionalLabel={t`optional`}
        hint={t`Only admins can see it.`}
        maxLength={banReasonLengthMax}
        rows={2}
        value={reason}
        errors={errors("reason")}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
