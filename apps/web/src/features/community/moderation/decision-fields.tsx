import {
  type CloseReason,
  closeReasons,
  type RequestStage,
  requestStages,
} from "@daymark/domain/community/request-kind";
import { useLingui } from "@lingui/react/macro";
import { type Ref, useId } from "react";

/** The stage of an open request; null while nothing is planned. */
export function StageField({
  value,
  onChange,
}: {
  value: RequestStage | null;
  onChange: (stage: RequestStage | null) => void;
}) {
  const { t } = useLingui();
  const labels = { planned: t`Planned`, in_progress: t`In progress` };
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-1 text-sm font-[560]">{t`Stage`}</legend>
      {([null, ...requestStages] as const).map((each) => (
        <Choice
          key={each ?? "none"}
          name="stage"
          label={each ? labels[each] : t`Under consideration`}
          isChosen={value === each}
          onChoose={() => onChange(each)}
        />
      ))}
    </fieldset>
  );
}

interface ReasonFieldProps {
  ref: Ref<HTMLFieldSetElement>;
  /** Undefined until the admin chooses one; null for no reason. */
  value: CloseReason | null | undefined;
  /** Whether a request may be closed without a reason. */
  hasNone: boolean;
  isMissing: boolean;
  onChange: (reason: CloseReason | null) => void;
}

/** Why a request is closed. */
export function ReasonField({ ref, value, hasNone, isMissing, onChange }: ReasonFieldProps) {
  const { t } = useLingui();
  const errorId = useId();
  const labels = {
    shipped: t`Shipped`,
    declined: t`Declined`,
    duplicate: t`Duplicate of another request`,
  };
  return (
    <fieldset ref={ref} aria-describedby={isMissing ? errorId : undefined} className="flex flex-col">
      <legend className="mb-1 text-sm font-[560]">{t`Why`}</legend>
      {([...(hasNone ? [null] : []), ...closeReasons] as const).map((each) => (
        <Choice
          key={each ?? "none"}
          name="reason"
          label={each ? labels[each] : t`No reason given`}
          isChosen={value === each}
          onChoose={() => onChange(each)}
        />
      ))}
      {isMissing ? (
        <p id={errorId} role="alert" className="mt-1 text-sm text-danger-text">
          {t`Choose a reason.`}
        </p>
      ) : null}
    </fieldset>
  );
}

interface ChoiceProps {
  /** The name of the group of radio buttons. */
  name: string;
  label: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ name, label, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className="flex min-h-9 cursor-pointer items-center gap-3 pointer-coarse:min-h-11">
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} className="size-5 accent-accent" />
      {label}
    </label>
  );
}
