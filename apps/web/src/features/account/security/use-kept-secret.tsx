import type { SuccessCode } from "@daymark/domain/base/successes";
import { AlertDialog } from "@daymark/ui/alert-dialog";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useBrowser } from "../../../lib/app.ts";

export interface KeptSecret {
  isAcknowledged: boolean;
  setAcknowledged: (isAcknowledged: boolean) => void;
  /** Closes the dialog with the secret, or warns first. */
  askToClose: () => void;
  /** The warning, to render inside the dialog with the secret. */
  warning: React.ReactNode;
}

interface KeptSecretParts {
  isShown: boolean;
  /** Whether the secret was also mailed. Then the user may close it without saving it. */
  isElsewhere?: boolean;
  /** The success that the page reports after the user closes the secret, or the function that reports it. */
  success: SuccessCode | (() => void);
  onClose: () => void;
}

/**
 * For a secret that is shown once. If the user closes it without confirming that they have saved it, a warning opens. The
 * success is reported when the user closes the secret, because a message would cover it.
 */
export function useKeptSecret({ isShown, isElsewhere = false, success, onClose }: KeptSecretParts): KeptSecret {
  const { t } = useLingui();
  const { report } = useBrowser();
  const [isAcknowledged, setAcknowledged] = useState(false);
  const [isWarning, setWarning] = useState(false);
  useEffect(() => {
    if (!isShown) setAcknowledged(false);
  }, [isShown]);
  const close = () => {
    onClose();
    if (!isShown) return;
    if (typeof success === "function") success();
    else void report.success(success);
  };
  return {
    isAcknowledged,
    setAcknowledged,
    askToClose: () => {
      if (isShown && !isElsewhere && !isAcknowledged) setWarning(true);
      else close();
    },
    warning: (
      <AlertDialog
        open={isWarning}
        onOpenChange={setWarning}
        title={t`Close without saving it?`}
        description={t`It is shown only once. Nobody can show it again later, not even us.`}
        cancelLabel={t`Go back`}
        confirmLabel={t`Close anyway`}
        onConfirm={() => {
          setWarning(false);
          close();
        }}
      />
    ),
  };
}
