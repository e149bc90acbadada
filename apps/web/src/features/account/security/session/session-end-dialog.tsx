import type { Session } from "@daymark/domain/account/session";
import { AlertDialog } from "@daymark/ui/alert-dialog";
import { useLingui } from "@lingui/react/macro";
import { type RefObject, useRef, useState } from "react";
import { useApp, useBrowser } from "../../../../lib/app.ts";
import { flash } from "../../../../lib/messages/flash.ts";
import { problemOf } from "../../../../lib/network/problem.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { offlineOf } from "../../../tracking/offline/offline.ts";
import { notConfirmed, useStepUp } from "../step-up/use-step-up.tsx";
import { useDeviceName } from "../use-device-name.ts";

/** The sessions to end. */
export type SessionEndTarget = { kind: "one"; session: Session } | { kind: "others" } | { kind: "all" };

interface SessionEndDialogProps {
  target: SessionEndTarget | null;
  /**
   * Its first button gets the focus once they have ended: the button that opened this is removed by then, or has
   * nothing left to do.
   */
  afterwards: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Asks before sessions end. The server may ask for a step-up. */
export default function SessionEndDialog({ target, afterwards, onClose }: SessionEndDialogProps) {
  const { t } = useLingui();
  const app = useApp();
  const { report, session: ownSession } = useBrowser();
  const utils = trpc.useUtils();
  const stepUp = useStepUp();
  const [shown, setShown] = useState(target);
  if (target && target !== shown) setShown(target);
  const device = useDeviceName(shown?.kind === "one" ? shown.session : { browser: "", os: "" });
  const [isBusy, setBusy] = useState(false);
  const ended = useRef<SessionEndTarget>(null);
  const end = trpc.session.end.useMutation();
  const endAll = trpc.session.endAll.useMutation();
  if (!shown) return null;

  const closeEnded = () => {
    ended.current = shown;
    onClose();
  };
  const refresh = () => {
    void utils.session.invalidate();
    void utils.securityEvent.invalidate();
  };
  const endThem = async () => {
    if (shown.kind === "one" && shown.session.is_current) {
      onClose();
      await offlineOf(app).settle();
      return report.success((await ownSession.logOut())?.detail ?? "logged_out");
    }
    if (shown.kind === "one") {
      const { detail } = await end.mutateAsync({ id: shown.session.id });
      closeEnded();
      refresh();
      return report.success(detail);
    }
    const keepsThis = shown.kind === "others";
    const answer = await stepUp.confirmed(() => endAll.mutateAsync({ keep_current: keepsThis }));
    if (answer === notConfirmed) return;
    closeEnded();
    if (keepsThis) {
      refresh();
      return flash({ kind: "success", text: t`Your other sessions have been ended.` });
    }
    // The server has ended this session with the others.
    ownSession.end("elsewhere");
    await report.success(answer.detail);
  };
  const confirm = async () => {
    setBusy(true);
    try {
      await endThem();
    } catch (error) {
      // The session has already ended, which is what the user wanted.
      if (problemOf(error)?.code === "session_not_found") {
        closeEnded();
        refresh();
      }
      void report.failure(error);
    } finally {
      setBusy(false);
    }
  };

  const words = {
    one: {
      title: t`End this session?`,
      text: t`${device} is logged out at once and has to log in again.`,
      action: t`End session`,
    },
    current: {
      title: t`Log out here?`,
      text: t`You will need to log in again on this device.`,
      action: t`Log out`,
    },
    others: {
      title: t`End all other sessions?`,
      text: t`You stay logged in here; everywhere else you are logged out at once.`,
      action: t`End other sessions`,
    },
    all: {
      title: t`End all sessions?`,
      text: t`You are logged out everywhere, here as well.`,
      action: t`End all sessions`,
    },
  }[shown.kind === "one" && shown.session.is_current ? "current" : shown.kind];
  return (
    <AlertDialog
      open={target !== null}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={words.title}
      description={words.text}
      cancelLabel={t`Cancel`}
      confirmLabel={words.action}
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      finalFocus={() => (ended.current === shown ? afterwards.current : true)}
    >
      {stepUp.dialog}
    </AlertDialog>
  );
}
