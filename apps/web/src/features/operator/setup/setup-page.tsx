import type { SetupCheck } from "@daymark/domain/operator/setup";
import { buttonClass } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import Lock from "lucide-react/icons/lock";
import { useState } from "react";
import { PageHead } from "../../../lib/head.tsx";
import { problemOf } from "../../../lib/network/problem.ts";
import { Outcome } from "../../account/auth/frame/outcome.tsx";
import { CodeForm } from "./code-form.tsx";
import { SetupDone } from "./setup-done.tsx";
import { SetupForm } from "./setup-form.tsx";

/** The first start in the browser: the code, then the admin and the settings, then the way to the log-in. */
export function SetupPage() {
  const { t } = useLingui();
  const [code, setCode] = useState("");
  const [fixed, setFixed] = useState<SetupCheck>();
  const [isOver, setOver] = useState(false);
  const [created, setCreated] = useState<{ publicUrl: string | null }>();
  /** Another person may have finished meanwhile. */
  const noticeEnd = (error: unknown): boolean => {
    const isEnd = problemOf(error)?.status === 404;
    if (isEnd) setOver(true);
    return isEnd;
  };
  return (
    <>
      <PageHead title={t`Set up Daymark`} />
      {created ? (
        <SetupDone publicUrl={created.publicUrl} />
      ) : isOver ? (
        <Over />
      ) : fixed ? (
        <SetupForm code={code} fixed={fixed} noticeEnd={noticeEnd} onCreated={setCreated} />
      ) : (
        <CodeForm
          noticeEnd={noticeEnd}
          onChecked={(given, told) => {
            setCode(given);
            setFixed(told);
          }}
        />
      )}
    </>
  );
}

function Over() {
  return (
    <Outcome
      icon={<Lock aria-hidden="true" />}
      title={<Trans>This server is already set up</Trans>}
      action={
        <a href="/login" className={buttonClass({ kind: "primary" })}>
          <Trans>Log in</Trans>
        </a>
      }
    >
      <p>
        <Trans>It already has an admin. If that is not you, stop the server and check who has access to it.</Trans>
      </p>
    </Outcome>
  );
}
