import { type PlanMode, planLimits } from "@daymark/domain/account/plan";
import { Plural, Trans } from "@lingui/react/macro";
import type { LegalSection } from "./legal-page.tsx";

const { good_habits: goodHabits, bad_habits: badHabits } = planLimits("free");

/** What the service costs, with plans and without. */
export const paymentSections: Record<PlanMode, LegalSection> = {
  on: {
    id: "plans",
    title: <Trans>Plans and payment</Trans>,
    body: (
      <>
        <p>
          <Trans>
            The free plan costs nothing and includes{" "}
            <Plural value={goodHabits} one="# good habit" other="# good habits" /> and{" "}
            <Plural value={badHabits} one="# bad habit" other="# bad habits" />. The paid plan is not for sale yet. Once
            it is, you will see its price and terms before you buy, and nobody is moved to it without buying it.
          </Trans>
        </p>
        <p>
          <Trans>Anything you give through the Support Us page is a gift: it does not buy a plan or a feature.</Trans>
        </p>
      </>
    ),
  },
  off: {
    id: "payment",
    title: <Trans>Payment</Trans>,
    body: (
      <p>
        <Trans>
          The service costs nothing. Anything you give through the Support Us page is a gift: it does not buy a feature.
        </Trans>
      </p>
    ),
  },
};
