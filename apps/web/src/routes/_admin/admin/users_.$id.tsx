import { createFileRoute } from "@tanstack/react-router";
import { UserPage } from "../../../features/operator/admin/user/user-page.tsx";
import { idOf } from "../../../lib/guards.ts";

export const Route = createFileRoute("/_admin/admin/users_/$id")({
  loader: ({ params }) => void idOf(params.id),
  component: OneUser,
});

function OneUser() {
  const { id } = Route.useParams();
  return <UserPage key={id} id={idOf(id)} />;
}
