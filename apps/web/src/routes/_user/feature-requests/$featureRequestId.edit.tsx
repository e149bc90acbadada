import { createFileRoute, notFound } from "@tanstack/react-router";
import { EditRequest } from "../../../features/community/feature-request/edit-request.tsx";
import { ApiProvider, apiOf } from "../../../lib/api.tsx";
import { idOf } from "../../../lib/guards.ts";

export const Route = createFileRoute("/_user/feature-requests/$featureRequestId/edit")({
  loader: async ({ context, params }) => {
    const id = idOf(params.featureRequestId);
    const [request] = await Promise.all([
      context.read.featureRequest.get({ id }),
      context.languages.need("board", "thread", "messages"),
    ]);
    if (request.mine) return request;
    const profile = await apiOf(context).client.auth.profile.query({});
    if (!profile.is_staff) throw notFound();
    return request;
  },
  component: EditPage,
});

function EditPage() {
  const request = Route.useLoaderData();
  return (
    <ApiProvider>
      <EditRequest request={request} />
    </ApiProvider>
  );
}
