import { version } from "@daymark/domain/base/brand";
import { buttonClass } from "@daymark/ui/button";
import { quietLinkClass } from "@daymark/ui/link";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import ArrowUp from "lucide-react/icons/arrow-up";
import { useSessionStatus, useSite } from "../lib/app.ts";
import { Logo } from "./logo.tsx";

export function Footer() {
  const { t } = useLingui();
  const { contactEmail, socialLinks } = useSite();
  const status = useSessionStatus();
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex w-full max-w-7xl flex-col gap-8 px-4 py-10 sm:px-6 md:flex-row md:items-start md:justify-between">
        <div className="max-w-xs">
          <Logo />
          <p className="mt-3 text-sm text-ink-muted">
            <Trans>A calendar for the habits you build and the ones you break.</Trans>
          </p>
        </div>
        <nav aria-label={t`Footer`} className="flex flex-wrap gap-x-12 gap-y-6 text-[0.9375rem]">
          <ul className="flex flex-col">
            <li>
              <Link to={status === "user" ? "/home" : "/"} className={quietLinkClass}>
                <Trans>Home</Trans>
              </Link>
            </li>
            <li>
              <Link to="/terms-and-conditions" className={quietLinkClass}>
                <Trans>Terms</Trans>
              </Link>
            </li>
            <li>
              <Link to="/privacy-policy" className={quietLinkClass}>
                <Trans>Privacy</Trans>
              </Link>
            </li>
          </ul>
          <ul className="flex flex-col">
            <li>
              <Link to="/blog" className={quietLinkClass}>
                <Trans>Blog</Trans>
              </Link>
            </li>
            <li>
              <Link to="/feature-requests" className={quietLinkClass}>
                <Trans>Feedback</Trans>
              </Link>
            </li>
            <li>
              <Link to="/changelog" className={quietLinkClass}>
                <Trans>Changelog</Trans>
              </Link>
            </li>
            <li>
              <Link to="/support-us" className={quietLinkClass}>
                <Trans>Support Us</Trans>
              </Link>
            </li>
            <li>
              <a href={`mailto:${contactEmail}`} className={quietLinkClass}>
                {contactEmail}
              </a>
            </li>
            {socialLinks.map(({ name, url }) => (
              <li key={url}>
                <a href={url} rel="noopener me" className={quietLinkClass}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <button
          type="button"
          onClick={() => {
            const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
            scrollTo({ top: 0, behavior: isStill ? "instant" : "smooth" });
          }}
          aria-label={t`Scroll to top, v${version}`}
          className={`${buttonClass({ size: "small" })} self-start`}
        >
          <ArrowUp aria-hidden="true" />v{version}
        </button>
      </div>
    </footer>
  );
}
