import { msg } from "@lingui/core/macro";
import { notFound, redirect } from "@tanstack/react-router";
import type { App } from "./app.ts";
import { flash } from "./messages/flash.ts";
import { isOwnPath } from "./own-path.ts";

interface Guarded {
  context: App;
  location: { href: string };
}

/**
 * Route guards, for `beforeLoad`. Tokens are stored in the browser, so the server lets all requests pass and renders
 * what a guest sees. The browser decides after it has read the stored session, which it does after hydration: an
 * earlier redirect would replace the tree that React hydrates, and React reports that as an error.
 */
export async function requireUser({ context, location }: Guarded) {
  const { browser } = context;
  if (!browser) return;
  await browser.session.launch();
  if (browser.session.status === "user") return;
  // The message on the start page says why the session ended.
  if (browser.isLeaving()) throw redirect({ to: "/", replace: true });
  flash({ kind: "warning", text: context.languages.i18n._(msg`Please log in to access this page.`) });
  throw redirect({ to: "/login", search: { next: location.href }, replace: true });
}

export async function requireGuest({ context }: Guarded) {
  const session = context.browser?.session;
  // While the tokens are read, the page shows the form; a user's page is loaded again right after.
  if (session?.status !== "user") return;
  flash({ kind: "warning", text: context.languages.i18n._(msg`Please log out to access this page.`) });
  throw redirect({ to: "/dashboard", replace: true });
}

/** For `beforeLoad` of admin pages. For other users and guests these pages do not exist. */
export async function requireAdmin({ context }: Pick<Guarded, "context">) {
  const session = context.browser?.session;
  if (!session) return;
  await session.launch();
  // Loads a new document; the server answers it with 404.
  const missing = redirect({ href: "/not-found", reloadDocument: true, replace: true });
  if (session.status !== "user") throw context.browser?.isLeaving() ? redirect({ to: "/", replace: true }) : missing;
  const { isStaff } = await import("./staff.ts");
  if (!(await isStaff(context))) throw missing;
}

/**
 * For the loader of a page with images from other hosts. A document that began as another page does not allow them
 * (docs/decisions/0031), so this page is loaded as a new document. Its route sets `areImagesForeign`.
 */
export function loadForeignImages({ context, location }: Guarded) {
  if (!context.browser || context.areImagesForeign) return;
  throw redirect({ href: location.href, reloadDocument: true, replace: true });
}

/**
 * Search parameters of the sign-in pages: `next` is the page that a guest wanted, a path of this site, or it is absent.
 */
export function readNext({ next }: Record<string, unknown>): { next?: string } {
  return typeof next === "string" && isOwnPath(next) ? { next } : {};
}

/**
 * The id in a path segment: 1, 2 and so on in plain digits.
 *
 * @throws notFound for anything else (`abc`, `0`, `-1`, `1e3`, `007`)
 */
export function idOf(member: string): number {
  if (!/^[1-9]\d{0,14}$/.test(member)) throw notFound();
  return Number(member);
}
