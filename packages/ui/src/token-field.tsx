import { Combobox } from "@base-ui/react/combobox";
import X from "lucide-react/icons/x";
import { useRef, useState } from "react";
import { type FieldProps, FieldShell, useFieldIds } from "./field.tsx";
import { popupClass } from "./popover.tsx";
import { optionClass } from "./select.tsx";

interface TokenFieldProps extends FieldProps {
  value: readonly string[];
  onValueChange: (value: string[]) => void;
  /** Values of before, offered while the user types. */
  suggestions: readonly string[];
  /** The one form of a token. */
  normalize: (text: string) => string;
  /** What is wrong with a token, in words; then its text stays in the field. */
  faultsOf: (token: string) => readonly string[];
  removeLabel: (token: string) => string;
  countMax: number;
  /** The length of one token. */
  lengthMax: number;
  /** The language of the tokens. */
  lang?: string;
}

/** Short texts in one field. A comma or Enter ends each; Backspace in the empty field takes the last one back. */
export function TokenField(props: TokenFieldProps) {
  const {
    label,
    hint,
    errors,
    value,
    onValueChange,
    suggestions,
    normalize,
    faultsOf,
    removeLabel,
    countMax,
    lengthMax,
    lang,
  } = props;
  const box = useRef<HTMLDivElement>(null);
  const [text, setText] = useState("");
  const [refusal, setRefusal] = useState<readonly string[]>([]);
  const shownErrors = refusal.length > 0 ? refusal : (errors ?? []);
  const ids = useFieldIds({ hint, errors: shownErrors });
  const [highlighted, setHighlighted] = useState<string | undefined>();
  const isFull = value.length >= countMax;
  /** Takes what is whole in a typed or pasted text; the rest stays in the field. */
  const take = (parts: readonly string[], rest: string) => {
    const tokens = parts.map(normalize).filter((token) => token !== "");
    const faults = tokens.flatMap(faultsOf);
    setRefusal([...new Set(faults)]);
    const next = [...new Set([...value, ...tokens])];
    if (faults.length > 0 || next.length > countMax) return setText([...parts, rest].filter(Boolean).join(" "));
    setText(rest);
    if (next.length > value.length) onValueChange(next);
  };
  return (
    <FieldShell ids={ids} label={label} hint={hint} errors={shownErrors}>
      <Combobox.Root
        multiple
        items={suggestions.filter((one) => !value.includes(one))}
        value={[...value]}
        onValueChange={(next) => {
          setText("");
          onValueChange(next);
        }}
        inputValue={text}
        onInputValueChange={(next, { reason }) => {
          if (reason !== "input-change") return;
          const parts = next.split(/[,\n]/);
          take(parts.slice(0, -1), parts.at(-1)?.trimStart() ?? "");
        }}
        onItemHighlighted={(item) => setHighlighted(item)}
      >
        <Combobox.Chips ref={box} className={boxClass}>
          {value.map((token) => (
            <Combobox.Chip key={token} lang={lang} aria-label={token} className={chipClass}>
              <span className="min-w-0 break-words">{token}</span>
              <Combobox.ChipRemove aria-label={removeLabel(token)} className={removeClass}>
                <X aria-hidden="true" className="size-3.5" />
              </Combobox.ChipRemove>
            </Combobox.Chip>
          ))}
          <Combobox.Input
            id={ids.id}
            lang={lang}
            maxLength={lengthMax * countMax * 2}
            readOnly={isFull}
            autoCapitalize="none"
            enterKeyHint="enter"
            aria-invalid={ids.isInvalid || undefined}
            aria-describedby={ids.describedBy}
            className="min-h-8 min-w-24 flex-1 bg-transparent px-1.5 text-[0.9375rem] outline-none pointer-coarse:text-base"
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.nativeEvent.isComposing || highlighted !== undefined) return;
              event.preventDefault();
              event.preventBaseUIHandler();
              take([text], "");
            }}
            onBlur={() => take([text], "")}
          />
        </Combobox.Chips>
        <Combobox.Portal>
          <Combobox.Positioner
            anchor={box}
            sideOffset={6}
            collisionPadding={12}
            className="z-50 outline-none data-empty:hidden"
          >
            <Combobox.Popup aria-label={label} className={`${popupClass} w-(--anchor-width) p-1`}>
              <Combobox.List
                aria-label={label}
                className="max-h-[min(22rem,var(--available-height))] overflow-y-auto overscroll-contain"
              >
                {(token: string) => (
                  <Combobox.Item key={token} lang={lang} value={token} className={optionClass}>
                    {token}
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </FieldShell>
  );
}

const boxClass =
  "flex min-h-control flex-wrap items-center gap-1 rounded-control border border-line-strong bg-surface p-1 " +
  "transition-[border-color,box-shadow] duration-150 hover:border-ink-muted focus-within:border-accent-text " +
  "focus-within:focus-ring has-aria-invalid:border-danger-text";

const chipClass =
  "inline-flex max-w-full items-center gap-0.5 rounded-full bg-accent-soft pl-3 text-sm text-accent-text " +
  "outline-none focus-visible:focus-ring";

const removeClass =
  "flex size-7 shrink-0 items-center justify-center rounded-full hover:bg-accent/20 pointer-coarse:size-11";
