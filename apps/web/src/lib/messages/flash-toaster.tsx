import { createToasts, Toaster } from "@daymark/ui/toast";
import { useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { attachToasts } from "./flash.ts";

const toasts = createToasts();

export default function FlashToaster() {
  const { t } = useLingui();
  useEffect(() => attachToasts(toasts), []);
  return <Toaster toasts={toasts} closeLabel={t`Dismiss`} regionLabel={t`Messages`} />;
}
