import { Segmented, type SegmentedOption } from "@daymark/ui/segmented";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";

/** A part of the form, with its heading. */
export function Part({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-5 border-t border-line pt-6">
      <div>
        <h2 className="text-xl">{title}</h2>
        {intro ? <p className="mt-1 text-sm text-ink-muted">{intro}</p> : null}
      </div>
      {children}
    </section>
  );
}

interface FixedSettingProps {
  label: string;
  /** Of the variable. */
  name: string;
  /** Absent if it is a secret. */
  value?: string | undefined;
}

/** In place of a control: what a variable decides. */
export function FixedSetting({ label, name, value }: FixedSettingProps) {
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <p className="font-[560]">{label}</p>
      <p className="rounded-control bg-raised px-4 py-3">
        {value === undefined ? null : `${value} `}
        <Trans>
          Set by the variable <code className="font-mono text-sm">{name}</code>.
        </Trans>
      </p>
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  options: readonly SegmentedOption<Value>[];
  value: Value;
  onChoose: (value: Value) => void;
  /** Says what the present choice means. */
  hint: ReactNode;
}

/** A choice of a few, with a sentence about the chosen one. */
export function Choice<Value extends string>({ label, options, value, onChoose, hint }: ChoiceProps<Value>) {
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden="true" className="text-sm font-[560]">
        {label}
      </span>
      <Segmented label={label} options={options} value={value} onValueChange={onChoose} />
      <p role="status" className="text-sm leading-snug text-ink-muted">
        {hint}
      </p>
    </div>
  );
}
