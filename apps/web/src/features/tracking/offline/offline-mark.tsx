import { Plural, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import CloudOff from "lucide-react/icons/cloud-off";
import CloudUpload from "lucide-react/icons/cloud-upload";
import { useFormat } from "../../../lib/language/format.ts";
import { oldestAnswer } from "./seen.ts";

interface OfflineMarkProps {
  isReachable: boolean;
  /** How many changes wait to be saved. */
  waiting: number;
}

/** An unobtrusive line beside the date, on a phone in its place: nothing is wrong, and the user need not act. */
export function OfflineMark({ isReachable, waiting }: OfflineMarkProps) {
  const { t } = useLingui();
  const format = useFormat();
  const oldest = oldestAnswer(useQueryClient());
  const Icon = isReachable ? CloudUpload : CloudOff;
  return (
    <span data-offline="" className="inline-flex min-w-0 flex-wrap items-center gap-x-2 max-sm:flex-nowrap">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-warning-text" />
      {isReachable ? null : (
        // On a phone, the changes that wait are more important than the time.
        <span className={waiting > 0 ? "max-sm:sr-only" : "truncate"}>
          {oldest === null ? t`Offline` : t`Offline, as of ${asOf(oldest, format)}`}
        </span>
      )}
      {waiting > 0 ? (
        <>
          <span className="text-ink max-sm:sr-only">
            <Plural value={waiting} one="# change waiting to be saved" other="# changes waiting to be saved" />
          </span>
          <span aria-hidden="true" className="truncate text-ink sm:hidden">
            {t`${format.number(waiting)} not saved yet`}
          </span>
        </>
      ) : null}
    </span>
  );
}

/** The time, and the date if it is another day. */
function asOf(time: number, format: ReturnType<typeof useFormat>): string {
  const instant = new Date(time).toISOString();
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  return format.instant(instant, isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
}
