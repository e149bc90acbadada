import type { SiteFigure } from "@daymark/domain/operator/site-statistics";
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../lib/language/format.ts";
import { changeOf } from "./change.ts";

/** The change of a figure since the previous range as text: the difference, and its share. */
export function useChangeWords() {
  const { t } = useLingui();
  const format = useFormat();
  return (figure: SiteFigure): string => {
    const change = changeOf(figure);
    if (change === null) return t`nothing to compare with`;
    const { difference, share } = change;
    if (difference === 0) return t`same as before`;
    const amount = format.number(Math.abs(difference));
    if (share === null) return t`${{ amount }} more than before, when there were none`;
    const percent = format.number(share, {
      style: "percent",
      signDisplay: "always",
      maximumFractionDigits: Math.abs(share) < 0.1 ? 1 : 0,
    });
    return difference > 0
      ? t`${{ amount }} more than before (${{ percent }})`
      : t`${{ amount }} fewer than before (${{ percent }})`;
  };
}
