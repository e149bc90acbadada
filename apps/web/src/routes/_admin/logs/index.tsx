import { createFileRoute } from "@tanstack/react-router";
import { LogApps } from "../../../features/operator/log/log-apps.tsx";

export const Route = createFileRoute("/_admin/logs/")({ component: LogApps });
