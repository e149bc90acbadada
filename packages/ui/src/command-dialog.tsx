import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import Search from "lucide-react/icons/search";
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { classes } from "./classes.ts";
import { backdropClass } from "./dialog.tsx";

export interface CommandItem {
  id: string;
  label: string;
  icon: ReactNode;
  /** In smaller type, at the end of the line. */
  detail?: ReactNode;
}

export interface CommandGroup {
  id: string;
  /** Heading above the items; optional. */
  label?: string;
  items: readonly CommandItem[];
}

interface CommandDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called when the dialog is closed and has returned the focus: the next dialog may take it. */
  onClosed: () => void;
  /** Name of the dialog, of its field and of its list. */
  label: string;
  placeholder: string;
  /** The typed text; the caller decides what it finds. */
  query: string;
  onQueryChange: (query: string) => void;
  groups: readonly CommandGroup[];
  /** Shown if nothing was found. */
  emptyText: string;
  /** The number of results, for screen readers. */
  countText: string;
  onSelect: (id: string) => void;
}

/**
 * A field with its results, over the page (WAI-ARIA APG, combobox with a listbox popup): the focus stays in the field,
 * arrow keys choose, Enter confirms. It is near the top, where a phone's keyboard does not cover it.
 */
export function CommandDialog(props: CommandDialogProps) {
  const { open, onOpenChange, onClosed, label } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <BaseDialog.Root
      open={open}
      onOpenChange={(next) => onOpenChange(next)}
      onOpenChangeComplete={(next) => {
        if (!next) onClosed();
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropClass} />
        <BaseDialog.Viewport className="fixed inset-0 z-50 flex items-start justify-center p-2 pt-(--navbar) sm:p-6 sm:pt-[max(12vh,var(--navbar))]">
          <BaseDialog.Popup
            initialFocus={input}
            aria-label={label}
            className="popup-motion flex max-h-[min(85dvh,34rem,100dvh-var(--navbar)-0.5rem)] w-full min-w-0 flex-col overflow-hidden rounded-2xl border border-line bg-surface text-ink shadow-float outline-none sm:max-w-xl forced-colors:border-2"
          >
            <Commands {...props} input={input} />
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

interface CommandsProps extends CommandDialogProps {
  input: RefObject<HTMLInputElement | null>;
}

function Commands(props: CommandsProps) {
  const { label, placeholder, query, onQueryChange, groups, emptyText, countText, onSelect, input } = props;
  const id = useId();
  // An HTML id must not contain spaces; command ids may.
  const optionId = (itemId: string) => `${id}-${itemId.replaceAll(" ", "-")}`;
  const list = useRef<HTMLDivElement>(null);
  const ids = groups.flatMap(({ items }) => items.map((item) => item.id));
  const [chosen, setChosen] = useState<string>();
  // The chosen item may disappear with the next letter: then the first and best one is active.
  const active = chosen !== undefined && ids.includes(chosen) ? chosen : ids[0];

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const at = active === undefined ? -1 : ids.indexOf(active);
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: pageItems, PageUp: -pageItems }[event.key];
    if (step !== undefined && ids.length > 0) {
      const next = Math.abs(step) === 1 ? (at + step + ids.length) % ids.length : at + step;
      setChosen(ids[Math.max(0, Math.min(ids.length - 1, next))]);
    } else if (event.key === "Enter" && active !== undefined) onSelect(active);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search aria-hidden="true" className="size-4.5 shrink-0 text-ink-muted" />
        <input
          ref={input}
          value={query}
          onChange={(event) => {
            onQueryChange(event.target.value);
            setChosen(undefined);
          }}
          onKeyDown={onKeyDown}
          role="combobox"
          aria-label={label}
          aria-expanded={ids.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={active === undefined ? undefined : optionId(active)}
          aria-autocomplete="list"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={placeholder}
          className="min-h-14 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-ink-muted"
        />
      </div>
      <p role="status" className="sr-only">
        {ids.length === 0 ? emptyText : countText}
      </p>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        tabIndex={-1}
        className="min-h-0 overflow-y-auto overscroll-contain p-1.5 outline-none"
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset.
          <div key={group.id} role="group" aria-label={group.label}>
            {group.label ? (
              <p aria-hidden="true" className="px-3 pt-2.5 pb-1 text-xs font-[560] text-ink-muted">
                {group.label}
              </p>
            ) : null}
            {group.items.map((item) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys.
              <div
                key={item.id}
                id={optionId(item.id)}
                role="option"
                tabIndex={-1}
                aria-selected={item.id === active}
                onClick={() => onSelect(item.id)}
                // The focus stays in the field, which handles the keys.
                onMouseDown={(event) => event.preventDefault()}
                onPointerMove={(event) => {
                  if (event.pointerType === "mouse" && item.id !== active) setChosen(item.id);
                }}
                className={classes(
                  "flex min-h-11 cursor-default items-center gap-3 rounded-lg px-3 py-2 text-[0.9375rem] leading-snug select-none",
                  "aria-selected:bg-sunken dark:aria-selected:bg-line [&_svg]:size-4.5 [&_svg]:shrink-0",
                  "forced-colors:aria-selected:outline-2 forced-colors:aria-selected:-outline-offset-2 forced-colors:aria-selected:outline-[Highlight]",
                )}
              >
                {item.icon}
                <span className="min-w-0 flex-1 wrap-anywhere">{item.label}</span>
                {item.detail ? <span className="shrink-0 text-sm text-ink-muted">{item.detail}</span> : null}
              </div>
            ))}
          </div>
        ))}
        {ids.length === 0 ? <p className="px-3 py-6 text-center text-sm text-ink-muted">{emptyText}</p> : null}
      </div>
    </>
  );
}

/** How many items a Page key moves. */
const pageItems = 6;
