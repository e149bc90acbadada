import type { SetupCheck } from "@daymark/domain/operator/setup";
import { TextField } from "@daymark/ui/text-field";
import { Trans, useLingui } from "@lingui/react/macro";
import { useSchemaForm } from "../../../lib/form/form.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { AuthPage } from "../../account/auth/frame/auth-page.tsx";
import { FormFoot } from "../../account/auth/frame/form-foot.tsx";
import { useRefusal } from "../../account/auth/frame/use-refusal.ts";
import { codeSchema, type SetupValues } from "./setup-values.ts";

interface CodeFormProps {
  /** True if the error says that the first start is over. */
  noticeEnd: (error: unknown) => boolean;
  onChecked: (code: string, fixed: SetupCheck) => void;
}

/** The first step: only a person who can read the server's output or its files goes on. */
export function CodeForm({ noticeEnd, onChecked }: CodeFormProps) {
  const { t } = useLingui();
  const refusal = useRefusal();
  const form = useSchemaForm<Pick<SetupValues, "code">, { code: string }>(codeSchema as never, undefined, {
    judged: "sent",
  });
  const check = trpc.setup.check.useMutation({
    onSuccess: (fixed, { code }) => onChecked(code, fixed),
    onError: (error) => {
      if (!noticeEnd(error) && !form.takeRefusal(error)) void refusal.tell(error);
    },
  });
  const isWrong = form.errorsOf("code").length > 0 && check.isError;
  const wrong = t`Wrong code. After many wrong attempts the server makes a new one, so check it there again.`;
  return (
    <AuthPage
      title={t`Set up Daymark`}
      intro={<Trans>This server has no admin yet. Confirm that it is yours, then choose the settings.</Trans>}
      foot={null}
    >
      <form
        method="post"
        noValidate
        className="flex flex-col gap-5"
        onSubmit={form.handleSubmit((values) => check.mutate(values))}
      >
        <TextField
          label={t`Code`}
          hint={
            <Trans>
              The server prints it when it starts. It is also in the file <code>setup-code</code> of its data folder.
            </Trans>
          }
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          errors={isWrong ? [wrong] : form.errorsOf("code")}
          {...form.register("code")}
        />
        <FormFoot isBusy={check.isPending} refusal={refusal}>
          <Trans>Continue</Trans>
        </FormFoot>
      </form>
    </AuthPage>
  );
}
