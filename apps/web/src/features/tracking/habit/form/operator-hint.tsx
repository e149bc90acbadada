import { Trans } from "@lingui/react/macro";
import { useSite } from "../../../../lib/app.ts";

/** Beside a limit of a plan: names the variable that lifts it, if the reader may be the operator. */
export function OperatorHint() {
  const { plans, tellsOperator } = useSite();
  if (plans === "off" || !tellsOperator) return null;
  return (
    <p className="mt-2 text-sm leading-normal text-ink-muted">
      <Trans>
        Do you run this server? <code>PLANS=off</code> in its configuration lifts the limits of plans.
      </Trans>
    </p>
  );
}
