import { createFileRoute } from "@tanstack/react-router";
import { Overview } from "../../../features/operator/admin/overview.tsx";

export const Route = createFileRoute("/_admin/admin/")({ component: Overview });
