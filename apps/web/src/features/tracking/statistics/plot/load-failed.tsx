import { useLingui } from "@lingui/react/macro";
import CloudOff from "lucide-react/icons/cloud-off";
import WifiOff from "lucide-react/icons/wifi-off";
import { isUnreachable } from "../../../../lib/network/problem.ts";
import { FailedState } from "../../offline/failed-state.tsx";

interface LoadFailedProps {
  error: unknown;
  onRetry: () => Promise<unknown>;
}

/** Shown in place of figures that could not be loaded: says whether the network failed, and offers a retry. */
export function LoadFailed({ error, onRetry }: LoadFailedProps) {
  const { t } = useLingui();
  const isOffline = isUnreachable(error);
  return (
    <FailedState
      className="py-8"
      icon={isOffline ? <WifiOff /> : <CloudOff />}
      title={isOffline ? t`No connection` : t`The statistics could not be loaded`}
      text={
        isOffline
          ? t`Statistics are calculated on the server. What you record offline is kept and counts once it is sent.`
          : t`Nothing is lost. Try again in a moment.`
      }
      onRetry={onRetry}
    />
  );
}
