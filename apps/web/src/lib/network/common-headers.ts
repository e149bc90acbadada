import type { LanguageStore } from "../language/language.ts";
import { pageDayZone } from "../preferences/day-zone.ts";
import type { ThemeStore } from "../preferences/theme.ts";

export interface HeaderParts {
  languages: Pick<LanguageStore, "current">;
  /** Null on the server, which sends no requests. */
  theme: Pick<ThemeStore, "get"> | null;
}

/** Identifies this page, so that the server does not send it its own changes. */
export const clientId = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36)).join("");

/** Headers that every request of this page carries. */
export function commonHeaders({ languages, theme }: HeaderParts): Record<string, string> {
  const timezone = pageDayZone().known();
  return {
    "Accept-Language": languages.current,
    ...(theme && { "X-Theme": theme.get() }),
    "X-Client-Id": clientId,
    ...(timezone !== null && { "X-Timezone": timezone }),
  };
}
