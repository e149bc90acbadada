import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import { buttonClass } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import { Bell, BellRing } from "lucide-react";
import { useState } from "react";
import { useApp } from "../../../lib/app.ts";
import { useThread } from "../thread/data/use-thread.ts";

/** Whether the user gets mails about a request. A guest who clicks is asked to log in. */
export function FollowButton({ request }: { request: Pick<FeatureRequest, "id" | "following"> }) {
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
      role="switch"
      aria-checked={isOn}
      aria-busy={isBusy || undefined}
      onClick={() => void toggle()}
      className={`${buttonClass()} scroll-mt-24 noscript:hidden ${isOn ? "border-accent-text! bg-accent-soft! text-accent-text!" : ""}`}
    >
      {isOn ? <BellRing aria-hidden="true" /> : <Bell aria-hidden="true" />}
      <Trans>Notify me</Trans>
    </button>
  );
}
