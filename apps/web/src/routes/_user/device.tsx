import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";

export const Route = createFileRoute("/_user/device")({
  loader: ({ context }) => context.languages.need("consent"),
  // As of /oauth/authorize.
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import("../../features/account/consent/consent-page.tsx"), "DevicePage"),
});
