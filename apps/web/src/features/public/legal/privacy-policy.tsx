import { Trans, useLingui } from "@lingui/react/macro";
import { PageHead } from "../../../lib/head.tsx";
import { LegalPage } from "./legal-page.tsx";
import { dataSections } from "./privacy-data.tsx";
import { rightsSections } from "./privacy-rights.tsx";

/** How this software uses data. A change to the stored data must also change this text and its date. */
export function PrivacyPolicy() {
  const { t } = useLingui();
  return (
    <>
      <PageHead
        title={t`Privacy Policy`}
        path="/privacy-policy"
        description={t`What Daymark keeps about you, why, for how long, and what you can do about it.`}
      />
      <LegalPage
        title={<Trans>Privacy Policy</Trans>}
        intro={
          <Trans>
            In short: only you can see your habits and notes. Everyone can see what you write on the blog and the board.
            We sell nothing, and nobody tracks you through this site.
          </Trans>
        }
        updatedOn="2026-11-28"
        sections={[...dataSections, ...rightsSections]}
      />
    </>
  );
}
