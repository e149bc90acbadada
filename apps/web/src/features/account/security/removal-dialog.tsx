import type { SuccessCode } from "@daymark/domain/base/successes";
import { AlertDialog } from "@daymark/ui/alert-dialog";
import { useLingui } from "@lingui/react/macro";
import { type RefObject, useRef, useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";

/** What the user of a list can remove: an API key, a link, a webhook. */
interface Removable {
  id: number;
}

/** What a dialog of one kind gets from its list. */
export interface RemovalTarget<Item> {
  /** Null while the dialog is closed. */
  item: Item | null;
  /** The element that gets the focus once the row and the button that opened the dialog are removed. */
  afterwards: RefObject<HTMLElement | null>;
  onClose: () => void;
}

interface RemovalDialogProps<Item extends Removable> extends RemovalTarget<Item> {
  words: (item: Item) => { title: string; description: string; confirm: string };
  /** The mutation of tRPC that removes the item. */
  removal: { mutateAsync: (input: { id: number }) => Promise<{ detail: SuccessCode }>; isPending: boolean };
  /** Loads the list again. */
  onRemoved: () => Promise<unknown>;
}

/** Asks before one item of a list is removed for good. The question keeps its words while it fades. */
export function RemovalDialog<Item extends Removable>(props: RemovalDialogProps<Item>) {
  const { item, afterwards, onClose, words, removal, onRemoved } = props;
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const [shown, setShown] = useState(item);
  if (item && item !== shown) setShown(item);
  const removed = useRef<Item>(null);
  if (!shown) return null;
  const { title, description, confirm } = words(shown);
  const remove = async () => {
    try {
      const { detail } = await removal.mutateAsync({ id: shown.id });
      removed.current = shown;
      onClose();
      void report.success(detail);
      void onRemoved();
      void utils.securityEvent.invalidate();
    } catch (error) {
      void report.failure(error);
    }
  };
  return (
    <AlertDialog
      open={item !== null}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={title}
      description={description}
      cancelLabel={t`Keep it`}
      confirmLabel={confirm}
      isBusy={removal.isPending}
      onConfirm={() => void remove()}
      finalFocus={() => (removed.current === shown ? afterwards.current : true)}
    />
  );
}
