import type { Language } from "@daymark/domain/text/language";
import { IconButton } from "@daymark/ui/icon-button";
import { useLingui } from "@lingui/react/macro";
import Trash from "lucide-react/icons/trash";
import { type KeyboardEvent, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { useBlockNames } from "../block-words.ts";
import type { BlockFaults } from "../faults.ts";
import type { Card, CardActions, CardStore } from "../text/card-store.ts";
import { kindOf } from "../text/schema.ts";
import { BlockImage } from "./block-image.tsx";
import { BlockLink } from "./block-link.tsx";

export interface CardProps {
  /** Unique while the page is open; the field that gets the focus has it with `-main`. */
  id: string;
  attrs: Readonly<Record<string, unknown>>;
  /** The name of its kind. */
  label: string;
  faults: BlockFaults | undefined;
  /** The language of the post. */
  language: Language;
  actions: CardActions;
}

/** The images and separate links of the text, each rendered into its element there. */
export function Cards({ store, language }: { store: CardStore; language: Language }) {
  const cards = useSyncExternalStore(store.subscribe, () => store.cards);
  return cards.map((card) => createPortal(<CardFrame {...{ card, store, language }} />, card.element, card.id));
}

function CardFrame({ card, store, language }: { card: Card; store: CardStore; language: Language }) {
  const { t } = useLingui();
  const names = useBlockNames();
  const { id, node, faults } = card;
  const actions = store.actionsOf(id);
  if (!actions) return null;
  const kind = kindOf(node);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key, nativeEvent, defaultPrevented } = event;
    const isField = target instanceof HTMLInputElement && target.type !== "file" && target.form === null;
    if (key !== "Enter" || !isField || nativeEvent.isComposing || defaultPrevented) return;
    event.preventDefault();
    actions.leave();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out everywhere.
    <div
      role="group"
      aria-label={names[kind]}
      className="relative rounded-card border border-line bg-surface p-4 pt-12"
      onFocus={() => actions.select()}
      onKeyDown={onKeyDown}
    >
      <div className="absolute inset-x-4 top-2 flex items-center justify-between gap-2 text-xs text-ink-muted">
        <span aria-hidden="true" className="font-[560]">
          {names[kind]}
        </span>
        <IconButton label={t`Delete block`} size="small" onClick={() => actions.remove()}>
          <Trash aria-hidden="true" />
        </IconButton>
      </div>
      {kind === "image" ? (
        <BlockImage {...{ id, faults, language, actions }} attrs={node.attrs} />
      ) : (
        <BlockLink {...{ id, faults, language, actions }} attrs={node.attrs} label={names[kind]} />
      )}
    </div>
  );
}
