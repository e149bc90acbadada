import { createFileRoute } from "@tanstack/react-router";
import { Apps } from "../../../features/operator/admin/apps.tsx";

export const Route = createFileRoute("/_admin/admin/apps")({ component: Apps });
