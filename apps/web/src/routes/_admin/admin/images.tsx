import { createFileRoute } from "@tanstack/react-router";
import { Images } from "../../../features/operator/admin/images.tsx";

export const Route = createFileRoute("/_admin/admin/images")({
  loader: ({ context }) => context.languages.need("editor"),
  component: Images,
});
