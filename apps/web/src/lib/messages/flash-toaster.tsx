import { createToasts, Toaster } from "@daymark/ui/toast";
import { useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { attachToasts, type MessageList } from "./flash.ts";
import { useFlashRoom } from "./flash-room.ts";

const toasts = createToasts();
let newest: string | undefined;

/** The library leaves a message with the same id where it is; here it becomes the newest one, which is always shown. */
const messages: MessageList = {
  add: (message) => {
    if (message.id !== undefined && message.id !== newest) toasts.close(message.id);
    newest = message.id;
    return toasts.add(message);
  },
  close: (id) => toasts.close(id),
};

export default function FlashToaster() {
  const { t } = useLingui();
  const room = useFlashRoom();
  const isShown = room !== undefined;
  useEffect(() => {
    // The manager keeps nothing for a toaster that comes later.
    if (isShown) attachToasts(messages);
  }, [isShown]);
  return room ? <Toaster toasts={toasts} room={room} closeLabel={t`Dismiss`} regionLabel={t`Messages`} /> : null;
}
