import { createFileRoute } from "@tanstack/react-router";
import { Board } from "../../features/community/feature-request/board.tsx";
import { readBoardSearch } from "../../features/community/feature-request/board-search.ts";
import { listInputOf } from "../../features/community/feature-request/board-view.ts";

export const Route = createFileRoute("/feature-requests/")({
  validateSearch: readBoardSearch,
  loaderDeps: ({ search }) => readBoardSearch(search),
  loader: async ({ context, deps }) => {
    const session = context.browser?.session;
    await Promise.all([context.languages.need("board", "thread"), session?.launch()]);
    // A guest has no requests; the page tells them to log in.
    if (deps.mine && session?.status !== "user") return null;
    return context.read.featureRequest.list(listInputOf(deps));
  },
  component: Board,
});
