import { createFileRoute } from "@tanstack/react-router";
import { RequestPage } from "../../features/community/feature-request/request-page.tsx";
import { idOf } from "../../lib/guards.ts";

export const Route = createFileRoute("/feature-requests/$featureRequestId")({
  /** `comments` is a cursor in the list of comments. */
  validateSearch: (search: Record<string, unknown>): { comments?: string } =>
    typeof search.comments === "string" && search.comments !== "" ? { comments: search.comments } : {},
  loaderDeps: ({ search: { comments } }) => ({ comments }),
  loader: async ({ context, params, deps: { comments: cursor } }) => {
    const id = idOf(params.featureRequestId);
    const { get, comment } = context.read.featureRequest;
    const [request, comments] = await Promise.all([
      get({ id }),
      comment.list({ feature_request_id: id, ...(cursor && { cursor }) }),
      context.languages.need("board", "thread"),
    ]);
    return { request, comments };
  },
  component: RequestPage,
});
