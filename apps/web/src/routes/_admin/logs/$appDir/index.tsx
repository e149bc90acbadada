import { createFileRoute } from "@tanstack/react-router";
import { LogFiles } from "../../../../features/operator/log/log-files.tsx";

export const Route = createFileRoute("/_admin/logs/$appDir/")({ component: LogFiles });
