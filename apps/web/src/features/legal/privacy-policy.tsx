import { useLingui } from "@lingui/react/macro";
import { PageHead } from "../../lib/head.tsx";

export function PrivacyPolicy() {
  const { t } = useLingui();
  return (
    <>
      <PageHead title={t`Privacy Policy`} path="/privacy-policy" />
      <h1>{t`Privacy Policy`}</h1>
    </>
  );
}
