import { groupNameLengthMax } from "@daymark/domain/base/bounds";
import { Button } from "@daymark/ui/button";
import { Dialog } from "@daymark/ui/dialog";
import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { GroupField } from "./group-field.tsx";

interface GroupDialogProps {
  /** The name of the group to rename; null if there is none. */
  group: string | null;
  /** The names of the other groups. */
  others: readonly string[];
  onClose: () => void;
  onRename: (from: string, to: string) => void;
}

/** Renames a group. The name of another group merges the two. */
export default function GroupDialog({ group, others, onClose, onRename }: GroupDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const [shown, setShown] = useState(group);
  const [name, setName] = useState(group ?? "");
  if (group !== null && group !== shown) {
    setShown(group);
    setName(group);
  }
  if (shown === null) return null;
  const next = name.trim();
  const isJoining = others.includes(next);
  return (
    <Dialog
      open={group !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t`Rename “${{ group: shown }}”`}
      closeLabel={t`Close`}
      width="narrow"
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button kind="primary" type="submit" form={formId} disabled={next === "" || next === shown}>
            {isJoining ? t`Merge the groups` : t`Rename`}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (next === "" || next === shown) return;
          onClose();
          onRename(shown, next);
        }}
      >
        <GroupField
          label={t`Name of the group`}
          value={name}
          onValueChange={(typed) => setName(typed.slice(0, groupNameLengthMax))}
          groups={others}
          hint={isJoining ? t`This puts the habits of both groups together.` : undefined}
        />
      </form>
    </Dialog>
  );
}
