import { useLingui } from "@lingui/react/macro";
import { PageHead } from "../../lib/head.tsx";

export function TermsAndConditions() {
  const { t } = useLingui();
  return (
    <>
      <PageHead title={t`Terms and Conditions`} path="/terms-and-conditions" />
      <h1>{t`Terms and Conditions`}</h1>
    </>
  );
}
