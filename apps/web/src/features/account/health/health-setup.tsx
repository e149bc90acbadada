import type { HealthSource } from "@daymark/domain/health/mapping-choice";
import { linkClass } from "@daymark/ui/link";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useSite } from "../../../lib/app.ts";
import { CopyButton } from "../../copy/copy-button.tsx";
import { sourceNames } from "./health-words.ts";

/** How to set up each app, closed until it is asked for. */
export function HealthSetup() {
  return (
    <>
      <Steps source="health-auto-export" device={<Trans>iPhone</Trans>}>
        <li>
          <Trans>
            In Health Auto Export, open Automations and add one of the type REST API, with the address above and the
            format JSON.
          </Trans>
        </li>
        <HeaderStep />
        <li>
          <Trans>
            Choose the health metrics, and “Days” or “Hours” to summarize them. Workouts need an automation of their
            own.
          </Trans>
        </li>
        <li>
          <Trans>Export once by hand. Then connect a habit here.</Trans>
        </li>
      </Steps>
      <Steps source="health-connect" device={<Trans>Android</Trans>}>
        <li>
          <Trans>
            In HC Webhook or Life Dashboard Companion, choose the data types and allow them in Health Connect.
          </Trans>
        </li>
        <li>
          <Trans>Add a webhook with the address above.</Trans>
        </li>
        <HeaderStep />
        <li>
          <Trans>Synchronize once by hand. Then connect a habit here.</Trans>
        </li>
      </Steps>
    </>
  );
}

function Steps({ source, device, children }: { source: HealthSource; device: ReactNode; children: ReactNode }) {
  const { t } = useLingui();
  const { publicUrl } = useSite();
  const name = sourceNames[source];
  const address = `${publicUrl}/api/health/${source}/`;
  return (
    <details className="px-5 py-4.5 sm:px-6">
      <summary className="cursor-pointer text-[0.9375rem] leading-snug font-[560]">
        <Trans>
          Set up <span translate="no">{name}</span> ({device})
        </Trans>
      </summary>
      <div className="mt-3 flex flex-col gap-3 text-sm leading-snug">
        <div className="flex flex-col items-start gap-3 rounded-control border border-line bg-sunken px-4 py-3.5">
          <code translate="no" className="font-mono text-[0.9375rem] break-all select-all">
            {address}
          </code>
          <CopyButton text={address} label={t`Copy the address`} />
        </div>
        <ol className="flex list-decimal flex-col gap-2 pl-5">{children}</ol>
      </div>
    </details>
  );
}

function HeaderStep() {
  return (
    <li>
      <Trans>
        Create an API key that may read and write in the{" "}
        <Link to="/settings/security" className={linkClass}>
          security settings
        </Link>
        , and add the header <code className="font-mono text-[0.92em]">Authorization</code> with{" "}
        <code className="font-mono text-[0.92em]">Bearer</code>, a space and the key.
      </Trans>
    </li>
  );
}
