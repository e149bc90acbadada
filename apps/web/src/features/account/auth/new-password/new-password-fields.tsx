import { PasswordField } from "@daymark/ui/password-field";
import { StrengthMeter } from "@daymark/ui/strength-meter";
import { useLingui } from "@lingui/react/macro";
import type { UseFormRegisterReturn } from "react-hook-form";
import { passwordScore } from "./password-strength.ts";

interface NewPasswordFieldsProps {
  /** "Password" by default. */
  label?: string;
  password: UseFormRegisterReturn;
  confirmation: UseFormRegisterReturn;
  passwordErrors: readonly string[];
  confirmationErrors: readonly string[];
  /** The text typed so far, for the meter. */
  typed: string;
  maxLength: number;
}

/** A new password, twice, with its strength. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { t } = useLingui();
  const score = passwordScore(props.typed);
  const words = [
    "",
    t({ message: "Too weak", context: "password" }),
    t({ message: "Fair", context: "password" }),
    t({ message: "Good", context: "password" }),
    t({ message: "Strong", context: "password" }),
  ] as const;
  const shared = {
    autoComplete: "new-password",
    showLabel: t`Show password`,
    hideLabel: t`Hide password`,
    maxLength: props.maxLength,
    required: true,
  } as const;
  return (
    <>
      <PasswordField
        {...shared}
        label={props.label ?? t`Password`}
        hint={t`At least 8 characters, mixing letter cases, numbers and special symbols.`}
        errors={props.passwordErrors}
        meter={score === 0 ? null : <StrengthMeter score={score} text={words[score]} />}
        {...props.password}
      />
      <PasswordField
        {...shared}
        label={t`Repeat the password`}
        errors={props.confirmationErrors}
        {...props.confirmation}
      />
    </>
  );
}
