import { Checkbox } from "@daymark/ui/checkbox";
import { useLingui } from "@lingui/react/macro";
import type { UseFormRegisterReturn } from "react-hook-form";

interface RememberMeProps {
  field: UseFormRegisterReturn;
  /** False if the user has unticked it on the page before. */
  isTicked?: boolean;
}

/**
 * Ticked in the markup and not by the form's default values, so that it does not change when the page is hydrated, and a
 * user who unticks it earlier has unticked it. Without it the device counts as shared (session.ts).
 */
export function RememberMe({ field, isTicked = true }: RememberMeProps) {
  const { t } = useLingui();
  return (
    <Checkbox
      label={t`Remember me`}
      hint={t`Stay logged in for 30 days. On a shared device, untick this: the session ends within a day, and no copy of your calendar is stored.`}
      defaultChecked={isTicked}
      {...field}
    />
  );
}
