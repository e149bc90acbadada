import { createFileRoute } from "@tanstack/react-router";
import { LogFile } from "../../../../features/operator/log/log-file.tsx";
import { readLogSearch } from "../../../../features/operator/log/log-search.ts";

export const Route = createFileRoute("/_admin/logs/$appDir/$dateFile")({
  validateSearch: readLogSearch,
  // The histogram has the controls of the statistics' pictures.
  loader: ({ context }) => context.languages.need("statistics"),
  component: LogFile,
});
