import { msg } from "@lingui/core/macro";
import { redirect } from "@tanstack/react-router";
import type { App } from "./app.ts";
import { flash } from "./flash.ts";

interface Guarded {
  context: App;
  location: { href: string };
}

/**
 * Route guards, for `beforeLoad`. Tokens live in the browser, so the server passes everyone and renders what a guest
 * sees; the browser decides once it has looked at what is stored.
 */
export async function requireUser({ context, location }: Guarded) {
  const session = context.browser?.session;
  if (!session) return;
  await session.launch();
  if (session.status === "user") return;
  flash({ kind: "warning", text: context.languages.i18n._(msg`Please log in to access this page.`) });
  throw redirect({ to: "/login", search: { next: location.href }, replace: true });
}

export async function requireGuest({ context }: Guarded) {
  const session = context.browser?.session;
  // While the tokens are being looked at, the form is there; a user's page is loaded anew right after.
  if (session?.status !== "user") return;
  flash({ kind: "warning", text: context.languages.i18n._(msg`Please log out to access this page.`) });
  throw redirect({ to: "/dashboard", replace: true });
}

/** A way back inside this site: a path, never another host's address ("//host", "/\host"). */
export function isOwnPath(next: string | undefined): next is string {
  return next !== undefined && /^\/(?![/\\])/.test(next) && !/[\r\n\t]/.test(next);
}
