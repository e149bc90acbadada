import { createFileRoute } from "@tanstack/react-router";
import { LogFile } from "../../../../features/operator/log/log-file.tsx";
import type { LogSearch } from "../../../../features/operator/log/log-search.ts";

export const Route = createFileRoute("/_admin/logs/$appDir/$dateFile")({
  // The page validates it, so that the rules are not part of every page's first load.
  validateSearch: (given: Record<string, unknown>): LogSearch => given,
  // The histogram has the controls of the statistics' pictures.
  loader: ({ context }) => context.languages.need("statistics"),
  component: LogFile,
});
