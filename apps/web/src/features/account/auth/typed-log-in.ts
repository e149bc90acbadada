import { useEffect, useState } from "react";

/** The values that a sign-up passes to the log-in form if its own log-in failed. */
export interface TypedLogIn {
  password: string;
  isRemembered: boolean;
}

/** In memory alone: a password is never stored, and ends with the document. */
let kept: TypedLogIn | null = null;

export function keepTypedLogIn(typed: TypedLogIn): void {
  kept = typed;
}

/** The values that the sign-up passed on, while the log-in form is shown; null if there are none. */
export function useTypedLogIn(): TypedLogIn | null {
  const [typed] = useState(kept);
  useEffect(() => {
    kept = null;
  }, []);
  return typed;
}
