import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import { buttonClass } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useNavigate } from "@tanstack/react-router";
import { useBrowser } from "../../../lib/app.ts";
import { PageHead } from "../../../lib/head.tsx";
import { trpc } from "../../../lib/network/trpc.ts";
import { editDraft } from "./request-draft.ts";
import { RequestForm } from "./request-form.tsx";

/** For the author of a request, and for admins. Its status does not change. */
export function EditRequest({ request }: { request: FeatureRequest }) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const navigate = useNavigate();
  const update = trpc.featureRequest.update.useMutation();
  const { id } = request;
  const page = { to: "/feature-requests/$featureRequestId", params: { featureRequestId: String(id) } } as const;
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-10 sm:px-6 sm:py-14">
      <PageHead title={t`Edit Feature Request`} />
      <h1 className="mb-8 text-4xl sm:text-5xl">
        <Trans>Edit Feature Request</Trans>
      </h1>
      <RequestForm
        key={id}
        draftName={editDraft(id)}
        request={request}
        submitLabel={t`Save`}
        cancel={
          <Link {...page} className={buttonClass({ kind: "quiet" })}>
            <Trans>Cancel</Trans>
          </Link>
        }
        onSend={(input) => update.mutateAsync({ id, ...input })}
        onSent={async () => {
          void report.success("feature_request_updated");
          await navigate({ ...page, replace: true });
        }}
      />
    </div>
  );
}
