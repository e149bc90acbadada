import { createFileRoute, notFound } from "@tanstack/react-router";
import { OAuthCallback } from "../../features/account/auth/oauth-callback.tsx";
import type { OAuthAnswer } from "../../features/account/auth/use-oauth-answer.ts";
import { ApiProvider } from "../../lib/api.tsx";
import { browserOnly } from "../../lib/browser-only.tsx";

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

export const Route = createFileRoute("/oauth/$provider")({
  // Only the browser that was sent to the provider can use its answer.
  ...browserOnly,
  validateSearch: (search: Record<string, unknown>): OAuthAnswer => {
    const [code, state, error] = [text(search.code), text(search.state), text(search.error)];
    return { ...(code && { code }), ...(state && { state }), ...(error && { error }) };
  },
  loader: async ({ context, params: { provider } }) => {
    if (provider !== "google" && provider !== "facebook") throw notFound();
    await context.languages.need("messages", "auth");
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
