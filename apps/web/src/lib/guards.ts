import { msg } from "@lingui/core/macro";
import { notFound, redirect } from "@tanstack/react-router";
import type { App } from "./app.ts";
import { flash } from "./messages/flash.ts";

interface Guarded {
  context: App;
  location: { href: string };
}

/**
 * Route guards, for `beforeLoad`. Tokens live in the browser, so the server passes everyone and renders what a guest
 * sees. The browser decides after it has read the stored session, which it does after the hydration: an earlier redirect
 * would replace what React is hydrating, which React reports as an error.
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

/** For `beforeLoad` of admins' pages. To all others, guests too, there is no such page. */
export async function requireAdmin({ context }: Pick<Guarded, "context">) {
  const session = context.browser?.session;
  if (!session) return;
  await session.launch();
  // Loads a new document, which the server answers with 404.
  const missing = redirect({ href: "/not-found", reloadDocument: true, replace: true });
  if (session.status !== "user") throw missing;
  const { isStaff } = await import("./staff.ts");
  if (!(await isStaff(context))) throw missing;
}

/**
 * For the loader of a page with pictures of other hosts: a document that began as another page does not let them in
 * (docs/decisions/0031), so that the page is loaded as a document of its own. Its route says `areImagesForeign`.
 */
export function loadForeignImages({ context, location }: Guarded) {
  if (!context.browser || context.areImagesForeign) return;
  throw redirect({ href: location.href, reloadDocument: true, replace: true });
}

/** A way back inside this site: a path, never another host's address ("//host", "/\host"). */
export function isOwnPath(next: string | undefined): next is string {
  return next !== undefined && /^\/(?![/\\])/.test(next) && !/[\r\n\t]/.test(next);
}

/** Of the ways in: `next` is the page a guest wanted, a path of this site, or it is left out. */
export function readNext({ next }: Record<string, unknown>): { next?: string } {
  return typeof next === "string" && isOwnPath(next) ? { next } : {};
}

/**
 * The id that a member of a path spells: 1, 2 and so on in plain digits.
 *
 * @throws notFound for anything else (`abc`, `0`, `-1`, `1e3`, `007`), which names nothing
 */
export function idOf(member: string): number {
  if (!/^[1-9]\d{0,14}$/.test(member)) throw notFound();
  return Number(member);
}
