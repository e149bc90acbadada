import type { FeatureSwitch, SwitchName } from "@daymark/domain/operator/feature-switch";
import { Card } from "@daymark/ui/card";
import { Switch } from "@daymark/ui/switch";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { flash } from "../../../lib/messages/flash.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { notConfirmed, useStepUp } from "../../account/security/step-up/use-step-up.tsx";
import { Refusal } from "../../account/settings/refusal.tsx";
import { Moment } from "../../community/thread/moment.tsx";
import { AdminPage } from "./admin-page.tsx";
import { Shapes } from "./list/shapes.tsx";

/** Features that an admin can switch off for everyone, for example during an attack. */
export function Switches() {
  const { t } = useLingui();
  const query = trpc.featureSwitch.list.useQuery({});
  const stepUp = useStepUp();
  return (
    <AdminPage
      title={t`Switches`}
      intro={
        <Trans>A feature that is off is unavailable to everyone within a second, on every node. No data is lost.</Trans>
      }
    >
      <Card className="max-w-3xl px-5 py-2 sm:px-6">
        {query.isPending ? <Shapes count={8} shape="h-14" className="flex flex-col gap-4 py-3" /> : null}
        <ul className="*:not-first:border-t *:not-first:border-line">
          {(query.data?.results ?? []).map((each) => (
            <li key={each.name} className="py-3">
              <SwitchLine value={each} confirmed={stepUp.confirmed} />
            </li>
          ))}
        </ul>
        <Refusal error={query.error} />
      </Card>
      {stepUp.dialog}
    </AdminPage>
  );
}

interface SwitchLineProps {
  value: FeatureSwitch;
  confirmed: ReturnType<typeof useStepUp>["confirmed"];
}

function SwitchLine({ value: { name, is_on, changed_at, changed_by }, confirmed }: SwitchLineProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const words = useSwitchWords();
  const [isBusy, setBusy] = useState(false);
  const { title, text } = words[name];
  const set = async (next: boolean) => {
    setBusy(true);
    try {
      const answer = await confirmed(() => utils.client.featureSwitch.set.mutate({ name, is_on: next }));
      if (answer === notConfirmed) return;
      flash({ kind: "success", text: next ? t`${title}: on` : t`${title}: off` });
    } catch (error) {
      void report.failure(error);
    } finally {
      setBusy(false);
      await utils.featureSwitch.invalidate();
    }
  };
  return (
    <Switch
      label={title}
      hint={
        <>
          {text}
          {changed_at ? (
            <span className="block">
              {is_on ? <Trans>Turned on</Trans> : <Trans>Turned off</Trans>} <Moment instant={changed_at} />
              {changed_by ? ` · ${changed_by}` : null}
            </span>
          ) : null}
        </>
      }
      checked={is_on}
      disabled={isBusy}
      onCheckedChange={(next) => void set(next)}
    />
  );
}

function useSwitchWords(): Record<SwitchName, { title: string; text: string }> {
  const { t } = useLingui();
  return {
    sign_up: { title: t`Sign-up`, text: t`New accounts, including through third parties.` },
    social_log_in: {
      title: t`Third-party log-in`,
      text: t`Google, Facebook and OpenID providers. A password or passkey still works.`,
    },
    comments: { title: t`Comments`, text: t`New comments on posts and feature requests.` },
    feature_requests: { title: t`Feature requests`, text: t`Sending new feature requests.` },
    newsletter: { title: t`Newsletter`, text: t`New subscribers. Anyone can still unsubscribe.` },
    image_upload: { title: t`Image upload`, text: t`New images for posts.` },
    import: { title: t`Data import`, text: t`Importing habits from a file.` },
    push: { title: t`Notifications`, text: t`Turning on notifications in new browsers.` },
  };
}
