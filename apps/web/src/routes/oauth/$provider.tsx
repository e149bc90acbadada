import { createFileRoute, notFound } from "@tanstack/react-router";
import { OAuthCallback } from "../../features/account/auth/oauth-callback.tsx";
import { textsOf } from "../../features/operator/admin/list/search-texts.ts";
import { ApiProvider } from "../../lib/api.tsx";
import { browserOnly } from "../../lib/browser-only.tsx";
import { isKnownProvider } from "../../lib/provider-label.ts";

export const Route = createFileRoute("/oauth/$provider")({
  // Only the browser that was sent to the provider can use its answer.
  ...browserOnly,
  validateSearch: textsOf("code", "state", "error", "iss"),
  loader: async ({ context, params: { provider } }) => {
    if (!isKnownProvider(context.site, provider)) throw notFound();
    await context.languages.need("messages", "auth", "notMe");
    return provider;
  },
  component: Callback,
});

function Callback() {
  const provider = Route.useLoaderData();
  const answer = Route.useSearch();
  return (
    <ApiProvider>
      <OAuthCallback key={provider} provider={provider} answer={answer} />
    </ApiProvider>
  );
}
