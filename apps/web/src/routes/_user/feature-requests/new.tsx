import { createFileRoute } from "@tanstack/react-router";
import { NewRequest } from "../../../features/community/feature-request/new-request.tsx";
import { ApiProvider } from "../../../lib/api.tsx";

export const Route = createFileRoute("/_user/feature-requests/new")({
  loader: ({ context }) => context.languages.need("board", "messages"),
  component: () => (
    <ApiProvider>
      <NewRequest />
    </ApiProvider>
  ),
});
