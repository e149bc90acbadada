import { createFileRoute } from "@tanstack/react-router";
import { Changelog } from "../features/community/feature-request/changelog.tsx";

export const Route = createFileRoute("/changelog")({
  /** `cursor` is the position of earlier entries. */
  validateSearch: (search: Record<string, unknown>): { cursor?: string } =>
    typeof search.cursor === "string" && search.cursor !== "" ? { cursor: search.cursor } : {},
  loaderDeps: ({ search: { cursor } }) => ({ ...(cursor && { cursor }) }),
  loader: async ({ context, deps: { cursor } }) => {
    const [page] = await Promise.all([
      context.read.featureRequest.listShipped(cursor ? { cursor } : {}),
      context.languages.need("board", "thread"),
    ]);
    return page;
  },
  component: Changelog,
});
