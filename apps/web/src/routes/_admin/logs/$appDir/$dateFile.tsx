import { createFileRoute } from "@tanstack/react-router";
import { unvalidated } from "../../../../features/operator/admin/list/search-texts.ts";
import { LogFile } from "../../../../features/operator/log/log-file.tsx";
import type { LogSearch } from "../../../../features/operator/log/log-search.ts";

export const Route = createFileRoute("/_admin/logs/$appDir/$dateFile")({
  validateSearch: unvalidated<LogSearch>("level", "search", "path", "from", "to", "line"),
  // The histogram has the controls of the statistics' pictures.
  loader: ({ context }) => context.languages.need("statistics"),
  component: LogFile,
});
