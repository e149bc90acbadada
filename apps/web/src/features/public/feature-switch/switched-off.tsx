import type { SwitchName } from "@daymark/domain/operator/feature-switch";
import { errorMessage } from "@daymark/i18n/messages";
import { classes } from "@daymark/ui/classes";
import { useLingui } from "@lingui/react";
import { useHydrated } from "@tanstack/react-router";
import { trpc } from "../../../lib/network/trpc.ts";

interface SwitchedOffProps {
  name: SwitchName;
  /** Classes for its layout. */
  className?: string;
}

/**
 * Shown in place of a feature that an admin has switched off: the error message that the server would return. Needs the
 * catalog `messages`.
 */
export function SwitchedOff({ name, className }: SwitchedOffProps) {
  const { i18n } = useLingui();
  const isAlive = useHydrated();
  const { data } = trpc.featureSwitch.get.useQuery({}, { enabled: isAlive });
  return (
    <p
      role="status"
      className={classes("rounded-control bg-warning-soft px-4 py-3 text-warning-text empty:hidden", className)}
    >
      {data?.[name] === false ? errorMessage(i18n, "switched_off", { name }) : null}
    </p>
  );
}
