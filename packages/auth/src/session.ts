import type { Language } from "@daymark/domain/language";
import type { Plan } from "@daymark/domain/plan";

/** Who calls, as far as procedures need it on every call. Read live: never from the token. */
export interface Caller {
  user: {
    id: number;
    username: string;
    email_verified: boolean;
    is_staff: boolean;
    plan: Plan;
    language: Language;
    timezone: string | null;
    day_start_hour: number;
  };
  session: { id: string; remember_me: boolean; fresh_until: Date };
}

export interface Sessions {
  /** The caller an access token names, or the key of the error table that refuses it. */
  authenticate(accessToken: string): Promise<Caller | "token_invalid" | "token_expired" | "session_terminated">;
}
