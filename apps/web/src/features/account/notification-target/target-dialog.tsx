import type { NotificationTarget, TargetKind } from "@daymark/domain/notification/target";
import { Dialog } from "@daymark/ui/dialog";
import { Select } from "@daymark/ui/select";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { TargetForm } from "./target-form.tsx";
import { kindNames } from "./target-words.ts";

interface TargetDialogProps {
  open: boolean;
  /** Null to add one. */
  target: NotificationTarget | null;
  /** Those that this server offers. */
  kinds: readonly TargetKind[];
  onClose: () => void;
}

/** Adds or changes a notification target. */
export default function TargetDialog({ open, target, kinds, onClose }: TargetDialogProps) {
  const { t } = useLingui();
  const [kind, setKind] = useState<TargetKind>("ntfy");
  // The dialog shows the same form until it has closed.
  const [shown, setShown] = useState(target);
  if (open && shown !== target) setShown(target);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={shown ? t`Edit the target` : t`Add a target`}
      description={t`Anyone who reads its messages sees the names of your habits, so enter only a target of your own.`}
      closeLabel={t`Close`}
    >
      {shown ? (
        <TargetForm key={shown.id} kind={shown.kind} target={shown} onClose={onClose} />
      ) : (
        <div className="flex flex-col gap-6">
          <Select
            label={t`Service`}
            groups={[{ options: kinds.map((value) => ({ value, label: kindNames[value] })) }]}
            value={kind}
            onValueChange={setKind}
          />
          <TargetForm key={kind} kind={kind} target={null} onClose={onClose} />
        </div>
      )}
    </Dialog>
  );
}
