import { useLingui } from "@lingui/react/macro";
import { PageHead } from "../../lib/head.tsx";

export function Landing() {
  const { t } = useLingui();
  return (
    <>
      <PageHead title={t`Home`} path="/" />
      <h1>{t`Home`}</h1>
    </>
  );
}
