import { PasswordField } from "@daymark/ui/password-field";
import { useLingui } from "@lingui/react/macro";
import type { UseFormRegisterReturn } from "react-hook-form";

interface CurrentPasswordFieldProps {
  label?: string;
  hint?: string;
  errors: readonly string[];
  field: UseFormRegisterReturn;
}

/** The current password, requested again. */
export function CurrentPasswordField({ label, hint, errors, field }: CurrentPasswordFieldProps) {
  const { t } = useLingui();
  return (
    <PasswordField
      label={label ?? t`Your password`}
      hint={hint}
      autoComplete="current-password"
      showLabel={t`Show password`}
      hideLabel={t`Hide password`}
      required
      errors={errors}
      {...field}
    />
  );
}
