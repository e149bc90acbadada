import { linkClass } from "@daymark/ui/link";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { LegalSection } from "./legal-page.tsx";

/** The service, and the conditions of its use. */
export const usageSections: readonly LegalSection[] = [
  {
    id: "agreement",
    title: <Trans>This agreement</Trans>,
    body: (
      <p>
        <Trans>
          These terms are an agreement between you and the operator of this installation of Daymark (“we”). By creating
          an account you accept them and the{" "}
          <Link to="/privacy-policy" className={linkClass}>
            privacy policy
          </Link>
          . If you do not agree, do not create an account; the public pages can be read without one.
        </Trans>
      </p>
    ),
  },
  {
    id: "service",
    title: <Trans>The service</Trans>,
    body: (
      <p>
        <Trans>
          Daymark lets you record habits on a calendar, see their statistics, keep notes and get reminders. It also has
          a blog and a board of feature requests, which everyone can read. Daymark is in beta: features may be added,
          changed or removed. We announce well in advance any change that would take something away from you.
        </Trans>
      </p>
    ),
  },
  {
    id: "account",
    title: <Trans>Your account</Trans>,
    body: (
      <ul>
        <li>
          <Trans>You must be at least 16 years old.</Trans>
        </li>
        <li>
          <Trans>Use an email address that you check: we need it to reach you about your account.</Trans>
        </li>
        <li>
          <Trans>An account is for one person. Keep your password to yourself.</Trans>
        </li>
        <li>
          <Trans>Tell us promptly if you think someone else is using your account.</Trans>
        </li>
      </ul>
    ),
  },
  {
    id: "content",
    title: <Trans>What you record is yours</Trans>,
    body: (
      <p>
        <Trans>
          Your habits, progress and notes belong to you. You allow us to store and process them as needed to run the
          service for you, and for nothing else. You are responsible for what you enter.
        </Trans>
      </p>
    ),
  },
  {
    id: "fair-use",
    title: <Trans>Fair use</Trans>,
    body: (
      <>
        <p>
          <Trans>Do not:</Trans>
        </p>
        <ul>
          <li>
            <Trans>break or test the security of the service without our consent, or disrupt it;</Trans>
          </li>
          <li>
            <Trans>read, change or guess other people’s data;</Trans>
          </li>
          <li>
            <Trans>create accounts automatically, or several accounts to get around a limit;</Trans>
          </li>
          <li>
            <Trans>use the service for anything illegal.</Trans>
          </li>
        </ul>
        <p>
          <Trans>You may use the API with your own programs, within the same limits as the website.</Trans>
        </p>
      </>
    ),
  },
];
