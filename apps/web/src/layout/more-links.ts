import { useLingui } from "@lingui/react/macro";

/** What the More menu leads to: the parts of the landing page. */
export function useMoreLinks(): { hash: string; name: string }[] {
  const { t } = useLingui();
  return [
    { hash: "how-it-works", name: t`How It Works` },
    { hash: "plans", name: t`Our Plans` },
    { hash: "about", name: t`About Us` },
  ];
}
