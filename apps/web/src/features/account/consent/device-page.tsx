import type { DeviceRequest } from "@daymark/domain/account/connected-app";
import { Button } from "@daymark/ui/button";
import { TextField } from "@daymark/ui/text-field";
import { Trans, useLingui } from "@lingui/react/macro";
import { useLocation } from "@tanstack/react-router";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import { useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { PageHead } from "../../../lib/head.tsx";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { Outcome } from "../auth/frame/outcome.tsx";
import { notConfirmed, useStepUp } from "../security/step-up/use-step-up.tsx";
import { ConsentFrame } from "./consent-frame.tsx";
import { type Access, Permissions } from "./permissions.tsx";

/** What is wrong with a code. A code that no device waits with may have been right until it expired. */
type CodeFault = "missing" | "unknown";

type Step =
  | { kind: "code"; given: string; fault: CodeFault | null }
  | { kind: "decision"; code: string; device: DeviceRequest }
  | { kind: "done"; decision: "allow" | "refuse"; name: string };

/** The page where a user enters the code that a device shows (RFC 8628 3.3), and decides. */
export function DevicePage() {
  const { t } = useLingui();
  const { user_code } = useLocation().search as { user_code?: unknown };
  const given = typeof user_code === "string" ? user_code : "";
  const [step, setStep] = useState<Step>({ kind: "code", given, fault: null });
  return (
    <>
      <PageHead title={t`Connect a device`} />
      {step.kind === "code" ? (
        <CodeForm
          given={step.given}
          firstFault={step.fault}
          onFound={(code, device) => setStep({ kind: "decision", code, device })}
        />
      ) : step.kind === "decision" ? (
        <Decision
          {...step}
          onDone={(decision) => setStep({ kind: "done", decision, name: step.device.name })}
          onGone={() => setStep({ kind: "code", given: step.code, fault: "unknown" })}
        />
      ) : (
        <Done {...step} />
      )}
    </>
  );
}

function Done({ decision, name: givenName }: { decision: "allow" | "refuse"; name: string }) {
  const name = <bdi>{givenName}</bdi>;
  return decision === "allow" ? (
    <Outcome tone="success" icon={<CircleCheck aria-hidden="true" />} title={<Trans>The device is connected</Trans>}>
      <Trans>“{name}” continues by itself in a few seconds. You can close this page.</Trans>
    </Outcome>
  ) : (
    <Outcome icon={<CircleX aria-hidden="true" />} title={<Trans>No access was granted</Trans>}>
      <Trans>You can close this page.</Trans>
    </Outcome>
  );
}

interface CodeFormProps {
  given: string;
  /** Shown from the start, for a code that no longer served when the user decided. */
  firstFault: CodeFault | null;
  onFound: (code: string, device: DeviceRequest) => void;
}

/** A link may have brought the code. The user still confirms that it is the code on the device. */
function CodeForm({ given, firstFault, onFound }: CodeFormProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const [code, setCode] = useState(given);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState(firstFault);
  const find = async () => {
    if (code.trim() === "") return setFault("missing");
    setBusy(true);
    setFault(null);
    try {
      onFound(code, await utils.connectedApp.getDevice.fetch({ user_code: code }, { staleTime: 0 }));
    } catch (error) {
      if (problemOf(error)?.errors?.user_code) setFault("unknown");
      else void report.failure(error);
    } finally {
      setBusy(false);
    }
  };
  const faults = {
    missing: t`Enter the code that the device shows.`,
    unknown: t`No device is waiting with this code. Check it: a code lasts ten minutes.`,
  };
  return (
    <ConsentFrame
      title={<Trans>Connect a device</Trans>}
      intro={
        <p>
          <Trans>Enter the code that the device or program shows. Never enter a code that someone sent you.</Trans>
        </p>
      }
    >
      <form
        noValidate
        className="flex flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void find();
        }}
      >
        <TextField
          label={t`Code`}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          errors={fault ? [faults[fault]] : []}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          placeholder="BCDF-GHJK"
          translate="no"
          required
        />
        <Button kind="primary" type="submit" isBusy={isBusy}>
          <Trans>Continue</Trans>
        </Button>
      </form>
    </ConsentFrame>
  );
}

interface DecisionProps {
  code: string;
  device: DeviceRequest;
  onDone: (decision: "allow" | "refuse") => void;
  /** The code no longer serves. */
  onGone: () => void;
}

function Decision({ code, device, onDone, onGone }: DecisionProps) {
  const { scopes, resource } = device;
  // Its writing direction must not reorder the sentences around it.
  const name = <bdi>{device.name}</bdi>;
  const { report } = useBrowser();
  const stepUp = useStepUp();
  const decide = trpc.connectedApp.setDevice.useMutation();
  const shownCode = code.trim().toUpperCase();
  const send = async (decision: "allow" | "refuse", access: Access) => {
    try {
      const answer = await stepUp.confirmed(() => decide.mutateAsync({ user_code: code, decision, access }));
      if (answer !== notConfirmed) onDone(answer.decision);
    } catch (error) {
      if (problemOf(error)?.errors?.user_code) onGone();
      else void report.failure(error);
    }
  };
  return (
    <ConsentFrame
      title={<Trans>Allow “{name}” to use your Daymark?</Trans>}
      intro={
        <p>
          <Trans>
            The application chose this name itself. Continue only if you have just started it on a device of yours, and
            it shows the code <strong className="text-ink">{shownCode}</strong>.
          </Trans>
        </p>
      }
    >
      <Permissions
        asked={scopes.includes("write") ? "write" : "read"}
        resource={resource}
        isBusy={decide.isPending}
        onAllow={(access) => void send("allow", access)}
        onCancel={() => void send("refuse", "read")}
      />
      {stepUp.dialog}
    </ConsentFrame>
  );
}
