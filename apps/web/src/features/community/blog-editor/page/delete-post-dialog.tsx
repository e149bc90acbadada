import { AlertDialog } from "@daymark/ui/alert-dialog";
import { useLingui } from "@lingui/react/macro";

interface DeletePostDialogProps {
  open: boolean;
  title: string;
  isPost: boolean;
  isBusy: boolean;
  onClose: () => void;
  onDelete: () => Promise<unknown>;
}

/** Asks before a post and its comments are deleted. */
export default function DeletePostDialog({ open, title, isPost, isBusy, onClose, onDelete }: DeletePostDialogProps) {
  const { t } = useLingui();
  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={title ? t`Delete “${title}”?` : t`Delete the draft?`}
      description={
        isPost
          ? t`Its versions are deleted too, and so are its reactions and comments unless it has a version in another language. To hide it instead, unpublish it.`
          : t`The draft will be deleted permanently.`
      }
      cancelLabel={t`Keep it`}
      confirmLabel={t`Delete`}
      isBusy={isBusy}
      onConfirm={() => void onDelete().then(onClose)}
    />
  );
}
