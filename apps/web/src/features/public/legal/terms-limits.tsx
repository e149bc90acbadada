import { planLimits } from "@daymark/domain/account/plan";
import { Plural, Trans } from "@lingui/react/macro";
import { ContactLink, type LegalSection } from "./legal-page.tsx";

const { good_habits: goodHabits, bad_habits: badHabits } = planLimits("free");

/** The price, the limits of liability, and the termination. */
export const limitSections: readonly LegalSection[] = [
  {
    id: "plans",
    title: <Trans>Plans and payment</Trans>,
    body: (
      <>
        <p>
          <Trans>
            The free plan costs nothing and holds <Plural value={goodHabits} one="# good habit" other="# good habits" />{" "}
            and <Plural value={badHabits} one="# bad habit" other="# bad habits" />. A paid plan is not sold yet. When
            it is, its price and conditions are shown before you buy, and nobody is moved to it without buying.
          </Trans>
        </p>
        <p>
          <Trans>What you give by way of the page Support Us is a gift: it buys no plan and no feature.</Trans>
        </p>
      </>
    ),
  },
  {
    id: "availability",
    title: <Trans>Availability</Trans>,
    body: (
      <p>
        <Trans>
          We want the service to be there whenever you need it, but it may be interrupted for maintenance or by faults.
          We make backups; still, keep a copy of your own of what you could not bear to lose.
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
          Daymark counts; it does not diagnose or treat. Talk to a doctor before you change how you eat, move, or take
          or leave a substance.
        </Trans>
      </p>
    ),
  },
  {
    id: "end",
    title: <Trans>How it ends</Trans>,
    body: (
      <p>
        <Trans>
          You can stop at any time and have your account deleted. We may suspend or close an account that breaks these
          terms, after a warning where that is possible. If the service is to end, we tell you at least 30 days before,
          so that you can take your data with you.
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
          The service is free and given as it is. We are liable without limit for intent, gross negligence and harm to
          life and health; beyond that only where we break an essential duty of this agreement, and only for the damage
          that could be foreseen. Rights that the law gives consumers and that cannot be waived stay untouched.
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
          If these terms change, we tell you by email at least 14 days before. If you do not agree, you can have your
          account deleted until then; whoever goes on using the service accepts the new terms.
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
          The law of the country in which the operator of this installation is established applies, without taking from
          you the protection of the law where you live. Should a part of these terms be void, the rest stands. Write to{" "}
          <ContactLink /> about anything in them.
        </Trans>
      </p>
    ),
  },
];
