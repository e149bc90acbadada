import type { AppRequest, AppRequestOutput, RequestingApp } from "@daymark/domain/account/connected-app";
import { Trans, useLingui } from "@lingui/react/macro";
import { useLocation } from "@tanstack/react-router";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import { useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { PageHead } from "../../../lib/head.tsx";
import { trpc } from "../../../lib/network/trpc.ts";
import { Outcome } from "../auth/frame/outcome.tsx";
import { notConfirmed, useStepUp } from "../security/step-up/use-step-up.tsx";
import { ConsentFrame, ConsentShape, ConsentUnreachable } from "./consent-frame.tsx";
import { FaultyRequest } from "./faulty-request.tsx";
import { type Access, Permissions } from "./permissions.tsx";

// One import for both pages, so that the build puts them into one chunk.
export { DevicePage } from "./device-page.tsx";

/** The page to which an application sends its user (RFC 6749 4.1.1): the user allows what it asks for, or refuses. */
export function ConsentPage() {
  const { t } = useLingui();
  const request = readRequest(useLocation().search);
  const asked = trpc.connectedApp.getRequest.useQuery(request);
  const output = asked.data;
  return (
    <>
      <PageHead title={t`Allow an application`} />
      {output ? (
        <Asked request={request} output={output} />
      ) : asked.isError ? (
        <ConsentUnreachable isBusy={asked.isFetching} onRetry={() => void asked.refetch()} />
      ) : (
        <ConsentShape />
      )}
    </>
  );
}

const names = [
  "response_type",
  "client_id",
  "redirect_uri",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
  "resource",
] as const satisfies readonly (keyof AppRequest)[];

/** RFC 6749 3.1: other parameters are ignored. */
function readRequest(search: object): AppRequest {
  const given = search as Record<string, unknown>;
  return Object.fromEntries(names.flatMap((name) => (given[name] == null ? [] : [[name, String(given[name])]])));
}

function Asked({ request, output }: { request: AppRequest; output: AppRequestOutput }) {
  const { app, scopes, resource, return_url } = output;
  if (!app || !scopes || !resource || return_url === null) return <FaultyRequest output={output} />;
  const asked = scopes.includes("write") ? "write" : "read";
  return <Decision {...{ request, app, asked, resource }} cancelUrl={return_url} />;
}

interface DecisionProps {
  request: AppRequest;
  app: RequestingApp;
  asked: Access;
  resource: "mcp" | "api";
  cancelUrl: string;
}

function Decision({ request, app, asked, resource, cancelUrl }: DecisionProps) {
  const { report } = useBrowser();
  const stepUp = useStepUp();
  const create = trpc.connectedApp.create.useMutation();
  const [left, setLeft] = useState<"allowed" | "refused" | null>(null);
  // Its writing direction must not reorder the sentences around it.
  const name = <bdi>{app.name}</bdi>;
  const site = (
    <strong translate="no" className="text-ink">
      {app.site}
    </strong>
  );
  // The browser may stay on this page: an installed app opens beside it.
  const leave = (outcome: "allowed" | "refused", url: string) => {
    setLeft(outcome);
    location.assign(url);
  };
  const allow = async (access: Access) => {
    try {
      const answer = await stepUp.confirmed(() => create.mutateAsync({ ...request, access }));
      if (answer !== notConfirmed) leave("allowed", answer.redirect_to);
    } catch (error) {
      void report.failure(error);
    }
  };
  if (left === "allowed") {
    return (
      <Outcome tone="success" icon={<CircleCheck aria-hidden="true" />} title={<Trans>Allowed</Trans>}>
        <Trans>“{name}” continues by itself. You can close this page.</Trans>
      </Outcome>
    );
  }
  if (left === "refused") {
    return (
      <Outcome icon={<CircleX aria-hidden="true" />} title={<Trans>No access was granted</Trans>}>
        <Trans>You can close this page.</Trans>
      </Outcome>
    );
  }
  return (
    <ConsentFrame
      title={<Trans>Allow “{name}” to use your Daymark?</Trans>}
      intro={
        <>
          <p>
            {app.site === null ? (
              <Trans>The application chose this name itself. Check where it sends you back to:</Trans>
            ) : (
              <Trans>This name comes from {site}. Check where the application sends you back to:</Trans>
            )}{" "}
            <Place app={app} />
          </p>
          <p>
            <Trans>Continue only if you have just started connecting there.</Trans>
          </p>
        </>
      }
    >
      <Permissions
        {...{ asked, resource }}
        isBusy={create.isPending}
        onAllow={(access) => void allow(access)}
        onCancel={() => leave("refused", cancelUrl)}
      />
      {stepUp.dialog}
    </ConsentFrame>
  );
}

function Place({ app: { returns_to } }: { app: RequestingApp }) {
  const { kind, name } = returns_to;
  const host = (
    <strong translate="no" className="text-ink">
      {name}
    </strong>
  );
  if (kind === "site") return host;
  return kind === "device" ? (
    <Trans>a program on this device ({host})</Trans>
  ) : (
    <Trans>an installed app ({host})</Trans>
  );
}
