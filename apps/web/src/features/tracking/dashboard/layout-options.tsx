import type { Layout } from "@daymark/domain/tracking/dashboard";
import { useLingui } from "@lingui/react/macro";
import CalendarRange from "lucide-react/icons/calendar-range";
import Columns3 from "lucide-react/icons/columns-3";
import Lock from "lucide-react/icons/lock";
import Rows3 from "lucide-react/icons/rows-3";
import type { ReactNode } from "react";

export interface LayoutOption {
  value: Layout;
  label: string;
  icon: ReactNode;
}

/** The layouts by name. A layout that the plan does not include has a lock. */
export function useLayoutOptions({ hasYear }: { hasYear: boolean }): LayoutOption[] {
  const { t } = useLingui();
  return [
    { value: "horizontal", label: t`Horizontal`, icon: <Rows3 aria-hidden="true" /> },
    { value: "vertical", label: t`Vertical`, icon: <Columns3 aria-hidden="true" /> },
    {
      value: "year",
      label: hasYear ? t`Year` : t`Year (paid plan)`,
      icon: hasYear ? <CalendarRange aria-hidden="true" /> : <Lock aria-hidden="true" />,
    },
  ];
}
