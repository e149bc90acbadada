import { useLingui } from "@lingui/react/macro";
import { PageHead } from "../../lib/head.tsx";

export function SignUp() {
  const { t } = useLingui();
  return (
    <>
      <PageHead title={t`Sign Up`} path="/signup" />
      <h1>{t`Sign Up`}</h1>
    </>
  );
}
