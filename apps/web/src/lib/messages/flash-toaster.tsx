import { createToasts, Toaster } from "@daymark/ui/toast";
import { useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { attachToasts } from "./flash.ts";
import { useFlashRoom } from "./flash-room.ts";

const toasts = createToasts();

export default function FlashToaster() {
  const { t } = useLingui();
  const room = useFlashRoom();
  const isShown = room !== undefined;
  useEffect(() => {
    // The manager keeps nothing for a toaster that comes later.
    if (isShown) attachToasts(toasts);
  }, [isShown]);
  return room ? <Toaster toasts={toasts} room={room} closeLabel={t`Dismiss`} regionLabel={t`Messages`} /> : null;
}
