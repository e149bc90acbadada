import type { SwitchName } from "@daymark/domain/operator/feature-switch";
import { errorMessage } from "@daymark/i18n/messages";
import { classes } from "@daymark/ui/classes";
import { useLingui } from "@lingui/react";
import { useHydrated } from "@tanstack/react-router";
import { trpc } from "../../../lib/network/trpc.ts";

interface SwitchedOffProps {
  name: SwitchName;
  /** Its place among what is around it. */
  className?: string;
}

/**
 * Where somebody would begin with something that an admin has switched off: the sentence with which it would be refused.
 * Needs the catalog `messages`.
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
