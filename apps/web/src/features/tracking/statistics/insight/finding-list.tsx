import { Button } from "@daymark/ui/button";
import { classes } from "@daymark/ui/classes";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Children, type ReactNode, useState } from "react";

/** More of them at once are not read. */
const shownFirst = 6;
const shownNext = 24;

/** Findings, the most certain first; those beyond the first few on request. */
export function FindingList({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const [shown, setShown] = useState(shownFirst);
  const all = Children.toArray(children);
  const more = Math.min(shownNext, all.length - shown);
  return (
    <>
      <ul className={classes("grid gap-3", all.length > 1 && "md:grid-cols-2")}>{all.slice(0, shown)}</ul>
      {all.length > shownFirst ? (
        // It stays when all are shown, so that it keeps the focus.
        <Button className="self-start" onClick={() => setShown(more > 0 ? shown + more : shownFirst)}>
          {more > 0 ? t`${plural(more, { one: "Show # more", other: "Show # more" })}` : t`Show fewer`}
        </Button>
      ) : null}
    </>
  );
}
