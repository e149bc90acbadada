import { buttonClass } from "@daymark/ui/button";
import { iconButtonClass } from "@daymark/ui/icon-button";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useRouter } from "@tanstack/react-router";
import Menu from "lucide-react/icons/menu";
import X from "lucide-react/icons/x";
import { lazy, Suspense, useEffect, useRef } from "react";
import { useSessionStatus } from "../lib/app.ts";
import { menuLineClass } from "./menu/disclosure.tsx";
import { LanguageChoices } from "./menu/language-menu.tsx";
import { onLeave } from "./menu/on-leave.ts";
import { ThemeChoices } from "./menu/theme-menu.tsx";
import { useMoreLinks } from "./more-links.ts";
import { SignUpLink } from "./sign-up-link.tsx";

const UserLinks = lazy(async () => ({ default: (await import("./user-shell.tsx")).UserLinks }));

/** The navbar's menus in one panel, for narrow windows. It closes when the window reaches 768 px in width. */
export function MobileMenu() {
  const { t, i18n } = useLingui();
  const details = useRef<HTMLDetailsElement>(null);
  const status = useSessionStatus();
  const links = useMoreLinks();
  const router = useRouter();

  useEffect(() => {
    const close = () => {
      if (details.current) details.current.open = false;
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== "Escape" || !details.current?.open) return;
      close();
      details.current.querySelector("summary")?.focus();
    };
    const wide = matchMedia("(min-width: 768px)");
    wide.addEventListener("change", close);
    document.addEventListener("keydown", onKey);
    const offLeave = onLeave(router, () => details.current, close);
    return () => {
      wide.removeEventListener("change", close);
      document.removeEventListener("keydown", onKey);
      offLeave();
    };
  }, [router]);

  return (
    <details ref={details} className="group/mobile -mr-3 md:hidden">
      <summary
        aria-label={t`Menu`}
        className={`${iconButtonClass()} list-none text-ink! [&::-webkit-details-marker]:hidden`}
      >
        <Menu aria-hidden="true" className="group-open/mobile:hidden" />
        <X aria-hidden="true" className="hidden group-open/mobile:block" />
      </summary>
      <div className="absolute inset-x-0 top-full max-h-[calc(100dvh-var(--navbar))] overflow-y-auto border-b border-line bg-canvas px-1 pt-3 pb-6 shadow-float sm:px-3">
        {status === "user" ? (
          <Suspense>
            <UserLinks />
          </Suspense>
        ) : (
          <div className="grid grid-cols-[2fr_3fr] gap-2 px-3 pb-2 in-data-launching:invisible">
            <Link to="/login" className={buttonClass()}>
              <Trans>Log in</Trans>
            </Link>
            <SignUpLink />
          </div>
        )}
        <div className="mx-3 mt-2 border-t border-line pt-2 *:-mx-3">
          {links.map(({ to, name }) => (
            <Link key={to} to={to} className={menuLineClass}>
              {name}
            </Link>
          ))}
        </div>
        <div className="mx-3 mt-2 grid grid-cols-2 gap-4 border-t border-line pt-4 *:-mx-3">
          <div>
            <p className="px-3 pb-1 text-sm text-ink-muted">
              <Trans>Language</Trans>
            </p>
            <LanguageChoices current={i18n.locale} />
          </div>
          <div>
            <p className="px-3 pb-1 text-sm text-ink-muted">
              <Trans>Theme</Trans>
            </p>
            <ThemeChoices />
          </div>
        </div>
      </div>
    </details>
  );
}
