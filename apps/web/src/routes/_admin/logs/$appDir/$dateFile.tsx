import { createFileRoute } from "@tanstack/react-router";
import { LogFile } from "../../../../features/log/log-file.tsx";
import { readLogSearch } from "../../../../features/log/log-search.ts";

export const Route = createFileRoute("/_admin/logs/$appDir/$dateFile")({
  validateSearch: readLogSearch,
  component: LogFile,
});
