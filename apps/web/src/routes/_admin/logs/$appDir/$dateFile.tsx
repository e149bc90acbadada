import { createFileRoute } from "@tanstack/react-router";
import { LogFile } from "../../../../features/operator/log/log-file.tsx";
import { readLogSearch } from "../../../../features/operator/log/log-search.ts";

export const Route = createFileRoute("/_admin/logs/$appDir/$dateFile")({
  validateSearch: readLogSearch,
  component: LogFile,
});
