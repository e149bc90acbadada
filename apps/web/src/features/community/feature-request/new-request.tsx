import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import { buttonClass } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useNavigate } from "@tanstack/react-router";
import MailExclamationPoint from "lucide-react/icons/mail-exclamation-point";
import { useApp, useBrowser } from "../../../lib/app.ts";
import { createOnce } from "../../../lib/create-once.ts";
import { PageHead } from "../../../lib/head.tsx";
import { trpc } from "../../../lib/network/trpc.ts";
import { SwitchedOff } from "../../public/feature-switch/switched-off.tsx";
import { newDraft } from "./request-draft.ts";
import { RequestForm } from "./request-form.tsx";

/** The page for a new feature request. */
export function NewRequest() {
  const { t } = useLingui();
  const app = useApp();
  const { report } = useBrowser();
  const navigate = useNavigate();
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-10 sm:px-6 sm:py-14">
      <PageHead title={t`New Feature Request`} />
      <h1 className="text-4xl sm:text-5xl">
        <Trans>New Feature Request</Trans>
      </h1>
      <p className="mt-3 mb-8 max-w-[60ch] text-ink-muted">
        <Trans>We review every request before others can see it. You can see it right away under “My requests”.</Trans>
      </p>
      <SwitchedOff name="feature_requests" className="mb-8" />
      <Unverified />
      <RequestForm
        draftName={newDraft}
        submitLabel={t`Send request`}
        cancel={
          <Link to="/feature-requests" className={buttonClass({ kind: "quiet" })}>
            <Trans>Cancel</Trans>
          </Link>
        }
        onSend={(input) => createOnce<FeatureRequest>(app, "/feature-requests/", input)}
        onSent={async ({ id }) => {
          void report.success("feature_request_created");
          await navigate({
            to: "/feature-requests/$featureRequestId",
            params: { featureRequestId: String(id) },
            replace: true,
          });
        }}
      />
    </div>
  );
}

/** Tells users who cannot send yet before they write much; the link for the next step is on top of the page. */
function Unverified() {
  const { data: profile } = trpc.auth.profile.useQuery({});
  if (!profile || profile.email_verified) return null;
  return (
    <p className="mb-8 flex gap-3 rounded-control bg-warning-soft px-4 py-3 text-sm">
      <MailExclamationPoint aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning-text" />
      <Trans>Verify your email address to send a request. Your text is kept.</Trans>
    </p>
  );
}
