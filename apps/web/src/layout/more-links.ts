import { useLingui } from "@lingui/react/macro";
import type { LinkProps } from "@tanstack/react-router";

interface MoreLink {
  to: NonNullable<LinkProps["to"]>;
  name: string;
}

/** The links of the More menu. */
export function useMoreLinks(): MoreLink[] {
  const { t } = useLingui();
  return [
    { to: "/blog", name: t`Blog` },
    { to: "/feature-requests", name: t`Feature Requests` },
    { to: "/support-us", name: t`Support Us` },
  ];
}
