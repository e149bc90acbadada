import { passwordLengthMax, usernameLengthMax } from "@daymark/domain/account/auth";
import type { SetupCheck, SetupCreateInput } from "@daymark/domain/operator/setup";
import { languages } from "@daymark/domain/text/language";
import { TextField } from "@daymark/ui/text-field";
import { Trans, useLingui } from "@lingui/react/macro";
import { languageNames, showLanguage } from "../../../layout/menu/language-menu.tsx";
import { useApp } from "../../../lib/app.ts";
import { useSchemaForm } from "../../../lib/form/form.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { AuthPage } from "../../account/auth/frame/auth-page.tsx";
import { FormFoot } from "../../account/auth/frame/form-foot.tsx";
import { useRefusal } from "../../account/auth/frame/use-refusal.ts";
import { NewPasswordFields } from "../../account/auth/new-password/new-password-fields.tsx";
import { AccessPart } from "./access-part.tsx";
import { AddressPart } from "./address-part.tsx";
import { MailPart } from "./mail-part.tsx";
import { Choice, FixedSetting, Part } from "./setting.tsx";
import { type SetupValues, setupSchema } from "./setup-values.ts";

interface SetupFormProps {
  /** The accepted code. */
  code: string;
  /** What variables decide. */
  fixed: SetupCheck;
  /** True if the error says that the first start is over. */
  noticeEnd: (error: unknown) => boolean;
  onCreated: (created: { publicUrl: string | null }) => void;
}

export type SetupFormState = ReturnType<typeof useSetupForm>;

function useSetupForm({ code, fixed }: Pick<SetupFormProps, "code" | "fixed">) {
  const { languages: store } = useApp();
  return useSchemaForm<SetupValues, SetupCreateInput>(
    // The schema reads the language when the form is sent.
    { safeParse: (values) => setupSchema({ fixed, language: store.current }).safeParse(values) },
    {
      ...{ code, sign_up: "open", plans: "off", default_plan: "free", public_url: suggestedAddress() },
      ...{ mail: "file", smtp_security: "tls", smtp_host: "", smtp_port: "", smtp_username: "", smtp_password: "" },
      mail_from: "",
    },
    // The choices below the text fields must not move away from the pointer.
    { judged: "sent" },
  );
}

/** The address at which the operator reaches the server; empty on the machine itself, whose name others do not know. */
function suggestedAddress(): string {
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname) ? "" : location.origin;
}

/** The second step: the admin and the settings. A variable that is set is shown in place of its field. */
export function SetupForm({ code, fixed, noticeEnd, onCreated }: SetupFormProps) {
  const { t } = useLingui();
  const refusal = useRefusal();
  const form = useSetupForm({ code, fixed });
  const create = trpc.setup.create.useMutation({
    onSuccess: ({ public_url }) => onCreated({ publicUrl: public_url }),
    onError: (error) => {
      if (!noticeEnd(error) && !form.takeRefusal(error)) void refusal.tell(error);
    },
  });
  const isCodeWrong = form.errorsOf("code").length > 0;
  return (
    <AuthPage
      title={t`Set up Daymark`}
      intro={<Trans>You can change each setting later with an environment variable of the server.</Trans>}
      foot={null}
    >
      <form
        method="post"
        noValidate
        className="flex flex-col gap-6"
        onSubmit={form.handleSubmit((values) => create.mutate(values))}
      >
        {isCodeWrong || create.isError ? (
          <TextField
            label={t`Code`}
            autoComplete="off"
            spellCheck={false}
            errors={isCodeWrong ? [t`The code has changed. Get the new one from the server.`] : []}
            {...form.register("code")}
          />
        ) : null}
        <LanguagePart fixed={fixed} />
        <AdminPart form={form} />
        <AccessPart form={form} fixed={fixed} />
        <AddressPart form={form} fixed={fixed} />
        <MailPart form={form} fixed={fixed} />
        <FormFoot isBusy={create.isPending} refusal={refusal}>
          <Trans>Create the admin and start</Trans>
        </FormFoot>
      </form>
    </AuthPage>
  );
}

function LanguagePart({ fixed }: { fixed: SetupCheck }) {
  const { t } = useLingui();
  const { languages: store, browser } = useApp();
  if (fixed.language !== null)
    return <FixedSetting label={t`Language`} name="ADMIN_LANGUAGE" value={languageNames[fixed.language]} />;
  return (
    <Choice
      label={t`Language`}
      options={languages.map((language) => ({ value: language, label: languageNames[language] }))}
      value={store.current}
      onChoose={(language) => {
        void showLanguage(store, language).then(() => browser?.keepChoice({ language }));
      }}
      hint={t`For these pages and the admin’s emails. Everyone else sees the language of their browser.`}
    />
  );
}

function AdminPart({ form }: { form: SetupFormState }) {
  const { t } = useLingui();
  return (
    <Part title={t`Admin`} intro={t`You manage the server and write the blog with this account.`}>
      <TextField
        label={t`Username`}
        hint={t`Letters, numbers and underscores.`}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={usernameLengthMax}
        required
        errors={form.errorsOf("username")}
        {...form.register("username")}
      />
      <TextField
        label={t`Email`}
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        errors={form.errorsOf("email")}
        {...form.register("email")}
      />
      <NewPasswordFields
        password={form.register("password")}
        confirmation={form.register("password_confirmation", { deps: ["password"] })}
        passwordErrors={form.errorsOf("password")}
        confirmationErrors={form.errorsOf("password_confirmation")}
        typed={form.watch("password") ?? ""}
        maxLength={passwordLengthMax}
      />
    </Part>
  );
}
