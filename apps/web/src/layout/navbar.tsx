import { Badge } from "@daymark/ui/badge";
import { buttonClass } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import ChevronDown from "lucide-react/icons/chevron-down";
import { lazy, Suspense } from "react";
import { useSessionStatus } from "../lib/app.ts";
import { EarlyKeys } from "./early-keys.tsx";
import { Logo } from "./logo.tsx";
import { Disclosure, menuLineClass } from "./menu/disclosure.tsx";
import { LanguageMenu } from "./menu/language-menu.tsx";
import { ThemeMenu } from "./menu/theme-menu.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { useMoreLinks } from "./more-links.ts";
import { SignUpLink } from "./sign-up-link.tsx";

// Lazy components, because they import the API client, which a guest's pages do not load.
const UserMenu = lazy(async () => ({ default: (await import("./user-shell.tsx")).UserMenu }));
const UserTools = lazy(async () => ({ default: (await import("./user-shell.tsx")).UserTools }));

export function Navbar() {
  const { t } = useLingui();
  const status = useSessionStatus();
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-canvas/92 [backdrop-filter:blur(12px)]">
      <nav
        aria-label={t`Main`}
        className="group/nav mx-auto flex h-(--navbar) w-full max-w-7xl items-center gap-1 px-4 sm:px-6"
      >
        <Link
          to={status === "user" ? "/home" : "/"}
          aria-label={t`Daymark, home`}
          className="mr-2 inline-flex min-h-control items-center text-ink no-underline"
        >
          <Logo />
        </Link>
        {/* On a phone, a running timer needs the space. */}
        <Badge tone="accent" className="max-sm:group-has-data-timer/nav:hidden">
          <Trans>Beta</Trans>
        </Badge>
        {/* Messages appear here, so that they cover nothing of the page: lib/messages/flash-room.ts. */}
        <div data-flash-room="" className="flex-1" />
        <div className="flex items-center gap-2 md:gap-1">
          {status === "user" ? (
            <Suspense fallback={<EarlyKeys />}>
              <UserTools />
            </Suspense>
          ) : null}
        </div>
        <div className="hidden items-center gap-1 md:flex">
          <MoreMenu />
          <LanguageMenu />
          <ThemeMenu />
          {status === "user" ? (
            <Suspense fallback={<span className="h-control w-28" />}>
              <UserMenu />
            </Suspense>
          ) : (
            <div className="ml-2 flex items-center gap-2 in-data-launching:invisible">
              <Link to="/login" className={buttonClass({ kind: "quiet" })}>
                <Trans>Log in</Trans>
              </Link>
              <SignUpLink />
            </div>
          )}
        </div>
        <MobileMenu />
      </nav>
    </header>
  );
}

/** For guests, the first two pages of the menu also stand beside it where there is room. Users have messages there. */
function MoreMenu() {
  const status = useSessionStatus();
  const links = useMoreLinks();
  const linksOf = (shown: typeof links, className: string) =>
    shown.map(({ to, name }) => (
      <Link key={to} to={to} className={className}>
        {name}
      </Link>
    ));
  const quiet = buttonClass({ kind: "quiet" });
  return (
    <>
      {status === "user" ? null : (
        <div className="hidden gap-1 in-data-launching:invisible min-[90rem]:flex">
          {linksOf(links.slice(0, 2), quiet)}
        </div>
      )}
      <Disclosure
        button={
          <>
            <Trans>More</Trans>
            <ChevronDown aria-hidden="true" className="transition-transform group-open/menu:rotate-180" />
          </>
        }
        buttonClassName={quiet}
      >
        {linksOf(links, menuLineClass)}
      </Disclosure>
    </>
  );
}
