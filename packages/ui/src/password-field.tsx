import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { type ComponentProps, type ReactNode, useState } from "react";
import { classes } from "./classes.ts";
import { type FieldProps, FieldShell, inputClass, useFieldIds } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";

interface PasswordFieldProps
  extends FieldProps,
    Omit<ComponentProps<"input">, "type" | "aria-describedby" | "aria-invalid"> {
  showLabel: string;
  hideLabel: string;
  /** Shown below the box, such as a strength meter. */
  meter?: ReactNode;
  /** Shown beside the label, such as a link for a forgotten password. */
  autoComplete: "current-password" | "new-password";
}

/** A password that the user can reveal. Pasting and password managers work: nothing is intercepted. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, hint, errors, optionalLabel, showLabel, hideLabel, meter, id, className, ...rest } = props;
  const [isShown, setShown] = useState(false);
  const ids = useFieldIds({ hint, errors }, id);
  return (
    <FieldShell {...{ ids, label, hint, errors, optionalLabel, className }}>
      <div className="relative">
        <input
          {...rest}
          id={ids.id}
          type={isShown ? "text" : "password"}
          aria-invalid={ids.isInvalid || undefined}
          aria-describedby={ids.describedBy}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className={classes(inputClass, "pr-12")}
        />
        <div className="absolute inset-y-0 right-0.5 flex items-center">
          <IconButton
            label={isShown ? hideLabel : showLabel}
            size="small"
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          </IconButton>
        </div>
      </div>
      {meter}
    </FieldShell>
  );
}
