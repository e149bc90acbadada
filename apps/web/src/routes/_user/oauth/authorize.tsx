import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";

export const Route = createFileRoute("/_user/oauth/authorize")({
  loader: ({ context }) => context.languages.need("consent"),
  // Both pages of consent are one chunk, because the first load of every page names each chunk.
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import("../../../features/account/consent/consent-page.tsx"), "ConsentPage"),
});
