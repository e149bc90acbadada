import type { AppRequestOutput } from "@daymark/domain/account/connected-app";
import { buttonClass } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import CircleExclamationPoint from "lucide-react/icons/circle-exclamation-point";
import { Outcome } from "../auth/frame/outcome.tsx";

/** Why there is nothing to decide. Only if the application is known, a link brings the fault back to it. */
export function FaultyRequest({ output: { fault, app, return_url } }: { output: AppRequestOutput }) {
  const icon = <CircleExclamationPoint aria-hidden="true" />;
  if (fault === "client_unknown") {
    return (
      <Outcome tone="danger" icon={icon} title={<Trans>Daymark does not know this application</Trans>}>
        <Trans>
          Its registration may have expired, or Daymark could not read its description. Remove Daymark in the
          application and add it again. No access was granted.
        </Trans>
      </Outcome>
    );
  }
  if (!app || return_url === null) {
    return (
      <Outcome tone="danger" icon={icon} title={<Trans>This request is not safe</Trans>}>
        <Trans>
          The application wants your answer at an address that it has not registered. Someone else may have made the
          link. No access was granted, and nothing was sent there.
        </Trans>
      </Outcome>
    );
  }
  const { name } = app;
  const place = app.returns_to.name;
  return (
    <Outcome
      tone="danger"
      icon={icon}
      title={<Trans>The application made a mistake</Trans>}
      action={
        <a href={return_url} className={buttonClass({ kind: "primary" })}>
          <Trans>Go back to {place}</Trans>
        </a>
      }
    >
      <p>
        <Trans>
          “{name}” sent an invalid request. No access was granted. Tell its developers this code:{" "}
          <code translate="no" className="font-mono text-[0.92em] text-ink">
            {fault}
          </code>
        </Trans>
      </p>
    </Outcome>
  );
}
