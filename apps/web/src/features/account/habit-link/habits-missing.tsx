import { Skeleton } from "@daymark/ui/skeleton";
import { Trans } from "@lingui/react/macro";
import { Refusal } from "../settings/refusal.tsx";

interface HabitsMissingProps {
  isLoaded: boolean;
  /** Why the habits could not be loaded, if so. */
  error: unknown;
}

/** Stands in a form where there is no habit to choose: none has loaded yet, none can load, or the user has none. */
export function HabitsMissing({ isLoaded, error }: HabitsMissingProps) {
  if (!isLoaded) return error ? <Refusal error={error} /> : <Skeleton className="h-10 w-full" />;
  return (
    <p>
      <Trans>Create a habit first.</Trans>
    </p>
  );
}
