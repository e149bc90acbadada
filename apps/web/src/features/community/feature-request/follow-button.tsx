import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import { buttonClass } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import Bell from "lucide-react/icons/bell";
import BellRing from "lucide-react/icons/bell-ring";
import { useState } from "react";
import { useApp } from "../../../lib/app.ts";
import { useThread } from "../thread/data/use-thread.ts";

/**
 * Turns mails about a request on or off, and says which of both it is: so it is a button and no switch, whose name would
 * stay. A guest who clicks is asked to log in.
 */
export function FollowButton({ request }: { request: Pick<FeatureRequest, "id" | "following"> }) {
  const { t } = useLingui();
  const app = useApp();
  const { mayAct, tell } = useThread({ kind: "feature_request", id: request.id });
  const [given, setGiven] = useState(request.following);
  const [isOn, setOn] = useState(request.following);
  const [isBusy, setBusy] = useState(false);
  // Newly loaded data of the page replaces the local state.
  if (given !== request.following) {
    setGiven(request.following);
    setOn(request.following);
  }
  const toggle = async () => {
    if (isBusy || !(await mayAct("follow"))) return;
    const next = !isOn;
    setBusy(true);
    setOn(next);
    try {
      const { client } = (await import("../../../lib/api.tsx")).apiOf(app);
      const { follow, unfollow } = client.featureRequest;
      const { detail } = await (next ? follow : unfollow).mutate({ id: request.id });
      void app.browser?.report.success(detail);
    } catch (error) {
      setOn(!next);
      void tell(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      id="follow"
      type="button"
      aria-busy={isBusy || undefined}
      title={isOn ? t`Turn off notifications` : undefined}
      onClick={() => void toggle()}
      className={`${buttonClass()} scroll-mt-24 noscript:hidden ${isOn ? "border-accent-text! bg-accent-soft! text-accent-text!" : ""}`}
    >
      {isOn ? <BellRing aria-hidden="true" /> : <Bell aria-hidden="true" />}
      {isOn ? <Trans>Notifications on</Trans> : <Trans>Notify me</Trans>}
    </button>
  );
}
