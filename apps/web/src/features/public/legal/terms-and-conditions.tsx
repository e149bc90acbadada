import { Trans, useLingui } from "@lingui/react/macro";
import { useSite } from "../../../lib/app.ts";
import { PageHead } from "../../../lib/head.tsx";
import { LegalPage } from "./legal-page.tsx";
import { limitSections } from "./terms-limits.tsx";
import { paymentSections } from "./terms-payment.tsx";
import { publicSections } from "./terms-public.tsx";
import { usageSections } from "./terms-usage.tsx";

export function TermsAndConditions() {
  const { t } = useLingui();
  const { plans } = useSite();
  return (
    <>
      <PageHead
        title={t`Terms and Conditions`}
        path="/terms-and-conditions"
        description={t`The agreement between you and the operator of this installation of Daymark.`}
      />
      <LegalPage
        title={<Trans>Terms and Conditions</Trans>}
        intro={
          <Trans>
            In short: what you record is yours. Use the service fairly and write to others with respect. It is free and
            in beta, and we do our best without promising the impossible.
          </Trans>
        }
        updatedOn="2026-11-27"
        sections={[...usageSections, ...publicSections, paymentSections[plans], ...limitSections]}
      />
    </>
  );
}
