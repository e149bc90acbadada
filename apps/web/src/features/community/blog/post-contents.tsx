import { classes } from "@daymark/ui/classes";
import { Trans, useLingui } from "@lingui/react/macro";
import ChevronDown from "lucide-react/icons/chevron-down";
import { useRef } from "react";
import type { Heading } from "./headings.ts";
import { useCurrentPart } from "./use-current-part.ts";

/** A post with fewer sections needs no table of contents. */
export const contentsFrom = 2;

interface PostContentsProps {
  headings: readonly Heading[];
}

/** The table of contents beside a post, with the current section marked. */
export function PostContents({ headings }: PostContentsProps) {
  const current = useCurrentPart(headings);
  return (
    <nav aria-labelledby="contents-heading" className="max-lg:hidden">
      <div className="sticky top-24 max-h-[calc(100dvh-8rem)] overflow-y-auto">
        <p id="contents-heading" className="pl-4 text-sm font-[600]">
          <Trans>Contents</Trans>
        </p>
        <PartList headings={headings} current={current} className="mt-2 border-l border-line" />
      </div>
    </nav>
  );
}

/** The same above the text if there is no space beside it. */
export function FoldedContents({ headings }: PostContentsProps) {
  const { t } = useLingui();
  const details = useRef<HTMLDetailsElement>(null);
  return (
    <nav aria-label={t`Contents`} className="mt-8 lg:hidden">
      <details ref={details} className="group/contents rounded-card border border-line bg-surface">
        <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 px-4 text-[0.9375rem] font-[560] [&::-webkit-details-marker]:hidden">
          <Trans>Contents</Trans>
          <ChevronDown
            aria-hidden="true"
            className="size-5 text-ink-muted transition-transform group-open/contents:rotate-180"
          />
        </summary>
        <PartList
          headings={headings}
          className="border-t border-line py-2"
          onChoose={() => {
            if (details.current) details.current.open = false;
          }}
        />
      </details>
    </nav>
  );
}

interface PartListProps extends PostContentsProps {
  current?: string | null;
  className: string;
  onChoose?: () => void;
}

function PartList({ headings, current, className, onChoose }: PartListProps) {
  return (
    <ol className={classes("flex flex-col text-[0.9375rem]", className)}>
      {headings.map(({ id, text, level }) => (
        <li key={id}>
          <a
            href={`#${encodeURIComponent(id)}`}
            aria-current={id === current ? "location" : undefined}
            onClick={onChoose}
            className={classes(
              "-ml-px flex min-h-8 items-center border-l border-transparent py-1 pr-3 leading-snug break-words no-underline transition-colors pointer-coarse:min-h-11",
              level === "subtitle" ? "pl-8" : "pl-4",
              id === current ? "border-accent-text text-ink" : "text-ink-muted hover:text-ink",
            )}
          >
            {text}
          </a>
        </li>
      ))}
    </ol>
  );
}
