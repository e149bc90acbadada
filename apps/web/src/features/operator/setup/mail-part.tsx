import { type SetupCheck, smtpPorts } from "@daymark/domain/operator/setup";
import { PasswordField } from "@daymark/ui/password-field";
import { TextField } from "@daymark/ui/text-field";
import { Trans, useLingui } from "@lingui/react/macro";
import { Choice, FixedSetting, Part } from "./setting.tsx";
import type { SetupFormState } from "./setup-form.tsx";
import { TestMail } from "./test-mail.tsx";

interface MailPartProps {
  form: SetupFormState;
  fixed: SetupCheck;
}

/** The mail server, and a mail to try it. */
export function MailPart({ form, fixed }: MailPartProps) {
  const { t } = useLingui();
  const mail = form.watch("mail");
  const isSent = fixed.has_smtp || mail === "smtp";
  return (
    <Part title={t`Email`} intro={t`Daymark confirms addresses, resets passwords and sends reminders by email.`}>
      {fixed.has_smtp ? (
        <FixedSetting label={t`Mail server`} name="SMTP_URL" />
      ) : (
        <Choice
          label={t`Mail server`}
          options={[
            { value: "file", label: t`None yet` },
            { value: "smtp", label: t`Mail server` },
          ]}
          value={mail}
          onChoose={(value) => form.setValue("mail", value)}
          hint={
            mail === "file"
              ? t`Each email is saved as a file in the folder “mail” of the server’s data folder.`
              : t`Your email provider’s help pages list the server, the port and the encryption.`
          }
        />
      )}
      {mail === "smtp" && !fixed.has_smtp ? <ServerFields form={form} /> : null}
      {isSent ? (
        <>
          {fixed.mail_from === null ? (
            <TextField
              label={t`Sender address`}
              hint={t`Emails come from this address. The mail server has to allow it.`}
              type="email"
              inputMode="email"
              autoComplete="off"
              errors={form.errorsOf("mail_from")}
              {...form.register("mail_from")}
            />
          ) : (
            <FixedSetting label={t`Sender address`} name="MAIL_FROM" value={fixed.mail_from} />
          )}
          <TestMail form={form} fixed={fixed} />
        </>
      ) : null}
    </Part>
  );
}

function ServerFields({ form }: Pick<MailPartProps, "form">) {
  const { t } = useLingui();
  const security = form.watch("smtp_security");
  const isHostWrong = form.errorsOf("smtp_host").length > 0;
  return (
    <>
      <TextField
        label={t`Server`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="mail.example.org"
        required
        errors={isHostWrong ? [t`Enter the name of the mail server, such as mail.example.org.`] : []}
        {...form.register("smtp_host")}
      />
      <Choice
        label={t`Encryption`}
        options={[
          { value: "tls", label: "TLS" },
          { value: "starttls", label: "STARTTLS" },
        ]}
        value={security}
        onChoose={(value) => form.setValue("smtp_security", value)}
        hint={
          security === "tls"
            ? t`Encrypted from the start, usually on port 465.`
            : t`Encryption starts after a greeting, usually on port 587. The password is never sent unencrypted.`
        }
      />
      <TextField
        label={t`Port`}
        inputMode="numeric"
        autoComplete="off"
        placeholder={String(smtpPorts[security])}
        optionalLabel={t`optional`}
        errors={form.errorsOf("smtp_port")}
        {...form.register("smtp_port")}
      />
      <TextField
        label={t`Mail server username`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        optionalLabel={t`optional`}
        errors={form.errorsOf("smtp_username")}
        {...form.register("smtp_username")}
      />
      <PasswordField
        label={t`Mail server password`}
        hint={<Trans>Stored encrypted and never shown again.</Trans>}
        autoComplete="new-password"
        showLabel={t`Show password`}
        hideLabel={t`Hide password`}
        errors={form.errorsOf("smtp_password")}
        {...form.register("smtp_password")}
      />
    </>
  );
}
