import { Button } from "@daymark/ui/button";
import { Dialog } from "@daymark/ui/dialog";
import { useLingui } from "@lingui/react/macro";
import { keyCaps, placeNames, shortcutNames } from "./shortcut-words.ts";
import { isSingle, places, type ShortcutId, shortcuts } from "./shortcuts.ts";
import { SingleKeySwitch, useSingleKeys } from "./single-key-switch.tsx";

interface ShortcutSheetProps {
  isOpen: boolean;
  onClose: () => void;
}

const ids = Object.keys(shortcuts) as ShortcutId[];

/** All shortcuts, grouped by where they work. */
export default function ShortcutSheet({ isOpen, onClose }: ShortcutSheetProps) {
  const { t, i18n } = useLingui();
  const isSingleOn = useSingleKeys();
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t`Keyboard shortcuts`}
      closeLabel={t`Close`}
      width="wide"
      actions={
        <Button kind="primary" onClick={onClose}>
          {t`Done`}
        </Button>
      }
    >
      <div className="flex flex-col gap-6">
        <SingleKeySwitch />
        <div className="columns-1 gap-x-10 md:columns-2">
          {places.map((place) => (
            <section key={place} aria-label={i18n._(placeNames[place])} className="mb-6">
              <h3 className="mb-2 break-after-avoid-column text-sm font-[600] tracking-normal">
                {i18n._(placeNames[place])}
              </h3>
              <dl>
                {ids
                  .filter((id) => shortcuts[id].place === place)
                  .map((id) => (
                    <Line key={id} id={id} isSingleOn={isSingleOn} />
                  ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </Dialog>
  );
}

function Line({ id, isSingleOn }: { id: ShortcutId; isSingleOn: boolean }) {
  const { t, i18n } = useLingui();
  const isOff = !isSingleOn && shortcuts[id].keys.every(isSingle);
  return (
    <div
      data-shortcut={id}
      className="flex break-inside-avoid-column items-center justify-between gap-4 border-b border-line py-1.5 text-sm leading-snug last:border-0"
    >
      <dt className={isOff ? "text-ink-muted line-through" : undefined}>
        {i18n._(shortcutNames[id])}
        {isOff ? <span className="sr-only">{t`, turned off`}</span> : null}
      </dt>
      <dd className="flex shrink-0 flex-wrap justify-end gap-1.5">
        {shortcuts[id].keys.map((name) => (
          <Keys key={name} name={name} />
        ))}
      </dd>
    </div>
  );
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** "Ctrl+Shift+Z", with each key in a separate element. */
function Keys({ name }: { name: string }) {
  const { t } = useLingui();
  const capOf = (key: string) => {
    if (key === "Mod") return isMac() ? "⌘" : "Ctrl";
    return key === "Space" ? t`Space` : (keyCaps[key] ?? key);
  };
  const keys = name === "+" ? ["+"] : name.split("+");
  return (
    <span className="inline-flex gap-0.5">
      {keys.map((key) => (
        <kbd
          key={key}
          className="min-w-6 rounded-md border border-line-strong bg-raised px-1.5 py-0.5 text-center font-sans text-xs font-[560] whitespace-nowrap"
        >
          {capOf(key)}
        </kbd>
      ))}
    </span>
  );
}
