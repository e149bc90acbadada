import { createFileRoute } from "@tanstack/react-router";
import { Overview } from "../../../features/admin/overview.tsx";

export const Route = createFileRoute("/_admin/admin/")({ component: Overview });
