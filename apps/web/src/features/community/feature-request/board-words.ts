import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import type {
  Category,
  CloseReason,
  RequestSort,
  RequestStatus,
  StageFilter,
} from "@daymark/domain/community/request-kind";
import { useLingui } from "@lingui/react/macro";

export function useCategoryWords(): Record<Category, string> {
  const { t } = useLingui();
  return {
    new_features: t`New features`,
    improvements: t`Improvements`,
    minor_issues: t`Minor issues`,
    critical_bugs: t`Critical bugs`,
  };
}

export function useStatusWords(): Record<RequestStatus, string> {
  const { t } = useLingui();
  return {
    pending: t({ message: "Pending", context: "status of a request" }),
    open: t({ message: "Open", context: "status of a request" }),
    closed: t({ message: "Closed", context: "status of a request" }),
    rejected: t({ message: "Rejected", context: "status of a request" }),
  };
}

export function useReasonWords(): Record<CloseReason, string> {
  const { t } = useLingui();
  return { shipped: t`Shipped`, declined: t`Declined`, duplicate: t`Duplicate` };
}

export function useStageWords(): Record<StageFilter, string> {
  const { t } = useLingui();
  return { none: t`Under consideration`, planned: t`Planned`, in_progress: t`In progress` };
}

export function useSortWords(): Record<RequestSort, string> {
  const { t } = useLingui();
  return {
    top: t({ message: "Top", context: "order of requests" }),
    new: t({ message: "New", context: "order of requests" }),
    active: t({ message: "Active", context: "order of requests" }),
  };
}

/** Whether everyone may see the request, and so search engines too. */
export function isPublic({ status, hidden }: Pick<FeatureRequest, "status" | "hidden">): boolean {
  return !hidden && (status === "open" || status === "closed");
}
