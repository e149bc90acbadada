import { Trans } from "@lingui/react/macro";
import { ContactLink, type LegalSection } from "./legal-page.tsx";

/** The limits of liability, and the termination. */
export const limitSections: readonly LegalSection[] = [
  {
    id: "availability",
    title: <Trans>Availability</Trans>,
    body: (
      <p>
        <Trans>
          We want the service to be there whenever you need it, but maintenance or faults may interrupt it. We make
          backups, but keep your own copy of anything you cannot afford to lose.
        </Trans>
      </p>
    ),
  },
  {
    id: "advice",
    title: <Trans>No medical advice</Trans>,
    body: (
      <p>
        <Trans>
          Daymark counts; it does not diagnose or treat. Talk to a doctor before you change how you eat or exercise, or
          start or stop taking a substance.
        </Trans>
      </p>
    ),
  },
  {
    id: "end",
    title: <Trans>Ending the agreement</Trans>,
    body: (
      <p>
        <Trans>
          You can stop at any time and delete your account. We may suspend or close an account that breaks these terms,
          after a warning where possible. If the service is going to shut down, we will tell you at least 30 days in
          advance, so that you can take your data with you.
        </Trans>
      </p>
    ),
  },
  {
    id: "liability",
    title: <Trans>Liability</Trans>,
    body: (
      <p>
        <Trans>
          The service is free and provided as is. We are liable without limit for intent, gross negligence and harm to
          life or health. Beyond that, we are liable only if we breach an essential duty of this agreement, and only for
          foreseeable damage. Consumer rights that cannot be waived by law are not affected.
        </Trans>
      </p>
    ),
  },
  {
    id: "changes",
    title: <Trans>Changes to these terms</Trans>,
    body: (
      <p>
        <Trans>
          If these terms change, we will email you at least 14 days in advance. If you do not agree, you can delete your
          account before then. By continuing to use the service, you accept the new terms.
        </Trans>
      </p>
    ),
  },
  {
    id: "law",
    title: <Trans>Law and contact</Trans>,
    body: (
      <p>
        <Trans>
          These terms are governed by the law of the country where the operator of this installation is established. You
          keep the protection of the law where you live. If any part of these terms is invalid, the rest still applies.
          Write to <ContactLink /> with any question about them.
        </Trans>
      </p>
    ),
  },
];
