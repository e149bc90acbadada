import { AlertDialog } from "@daymark/ui/alert-dialog";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";

export interface KeptSecret {
  isAcknowledged: boolean;
  setAcknowledged: (isAcknowledged: boolean) => void;
  /** Closes what shows the secret, or warns first. */
  askToClose: () => void;
  /** The warning, for the dialog that shows the secret to hold. */
  warning: React.ReactNode;
}

/** For what is shown once: whoever closes it without having said that they kept it is warned. */
export function useKeptSecret({ isShown, onClose }: { isShown: boolean; onClose: () => void }): KeptSecret {
  const { t } = useLingui();
  const [isAcknowledged, setAcknowledged] = useState(false);
  const [isWarning, setWarning] = useState(false);
  useEffect(() => {
    if (!isShown) setAcknowledged(false);
  }, [isShown]);
  return {
    isAcknowledged,
    setAcknowledged,
    askToClose: () => {
      if (isShown && !isAcknowledged) setWarning(true);
      else onClose();
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
          onClose();
        }}
      />
    ),
  };
}
