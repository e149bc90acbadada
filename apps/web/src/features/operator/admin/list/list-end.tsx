import { Button } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Refusal } from "../../../account/settings/refusal.tsx";
import { Shapes } from "./shapes.tsx";

interface ListEndProps {
  query: {
    isPending: boolean;
    error: unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
    refetch: () => unknown;
  };
  /** Label of the button that fetches more. */
  more: string;
  /** Skeletons for its first page. */
  shapes?: ReactNode;
}

/** The end of a list with pages: it is loading, there is more, or loading failed. */
export function ListEnd({ query, more, shapes = <Shapes count={6} shape="h-14" /> }: ListEndProps) {
  return (
    <div className="mt-4 flex flex-col items-start gap-3">
      <p role="status" className="sr-only">
        {query.isPending ? <Trans>Loading…</Trans> : null}
      </p>
      {query.isPending ? shapes : null}
      <Refusal error={query.error} />
      {query.error ? (
        <Button onClick={() => void query.refetch()}>
          <Trans>Try again</Trans>
        </Button>
      ) : query.hasNextPage ? (
        <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {more}
        </Button>
      ) : null}
    </div>
  );
}
