import { useLingui } from "@lingui/react/macro";
import { PageHead } from "../../lib/head.tsx";

export function LogIn() {
  const { t } = useLingui();
  return (
    <>
      <PageHead title={t`Log In`} path="/login" />
      <h1>{t`Log In`}</h1>
    </>
  );
}
