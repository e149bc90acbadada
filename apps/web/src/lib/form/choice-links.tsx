import { classes } from "@daymark/ui/classes";
import type { LinkProps } from "@tanstack/react-router";
import { CurrentLink } from "./current-link.tsx";

/** One of the views of a page. */
export interface Choice {
  key: string | number;
  name: string;
  search: LinkProps["search"];
  isChosen: boolean;
}

interface ChoiceLinksProps {
  label: string;
  /** The page with these views. */
  to: LinkProps["to"];
  choices: readonly Choice[];
}

/**
 * Choices as links, of which one is current. They work before scripts load, can be shared, and support back navigation.
 */
export function ChoiceLinks({ label, to, choices }: ChoiceLinksProps) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-1.5">
        {choices.map((choice) => (
          <li key={choice.key}>
            <ChoiceLink to={to} choice={choice} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** One choice link, for a list that has other links too. */
export function ChoiceLink({ to, choice: { name, search, isChosen } }: { to: LinkProps["to"]; choice: Choice }) {
  return (
    <CurrentLink
      to={to}
      search={search}
      resetScroll={false}
      current={isChosen ? "page" : undefined}
      className={classes(
        "inline-flex min-h-9 items-center rounded-full border px-3.5 text-sm font-[530] no-underline transition-colors pointer-coarse:min-h-11",
        isChosen
          ? "border-accent-text bg-accent-soft text-accent-text"
          : "border-line text-ink-muted hover:border-line-strong hover:text-ink",
      )}
    >
      {name}
    </CurrentLink>
  );
}
