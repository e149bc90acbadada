import type { themes } from "@daymark/domain/account/auth";

export type Theme = (typeof themes)[number];

/** Local storage keys: the theme last shown, and whether it follows the operating system. */
const themeKey = "theme";
const systemKey = "themeIsSystem";

/**
 * The canvas color of each theme (ui/tokens.css), for places that do not accept OKLCH: the frame of a browser or an
 * installed app.
 */
export const canvasColors = { dark: "#0b0f15", light: "#fbfaf7" } as const;

/**
 * The theme that a document is sent with, where the browser cannot choose: without scripts, and in the manifest of the
 * installed app, which knows no media queries. There System is dark.
 */
export function themeWithoutScripts(defaultTheme: Theme): "light" | "dark" {
  return defaultTheme === "light" ? "light" : "dark";
}

/**
 * Runs in the head before the first paint, so that no page flashes in the wrong theme. Without a stored choice it reads
 * the operator's default from `data-default-theme` of the document. It marks the document if a user is logged in, so
 * that they do not briefly see a guest's buttons. It sets the color of the browser's frame to the theme. It also keeps
 * zod from probing for `new Function`, which the Content-Security-Policy forbids and would report. Plain, small and the
 * same for every default: that policy allows it by its hash.
 */
export const headScript = `(function(e){window.__zod_globalConfig={jitless:true};try{var l=localStorage,t=l.getItem("${themeKey}");t=l.getItem("${systemKey}")==="true"?"system":t==="light"||t==="dark"?t:e.dataset.defaultTheme;if(t==="system")t=matchMedia("(prefers-color-scheme: light)").matches?"light":"dark";e.dataset.theme=t==="light"?"light":"dark";if(l.getItem("refreshToken")||sessionStorage.getItem("accessToken"))e.dataset.launching="";var m=document.createElement("meta");m.name="theme-color";m.content=t==="light"?"${canvasColors.light}":"${canvasColors.dark}";document.head.append(m)}catch(_){}})(document.documentElement)`;

interface ThemeBrowser {
  storage: Pick<Storage, "getItem" | "setItem">;
  root: Pick<HTMLElement, "dataset">;
  /** Colors the frame of the browser. */
  tint: (color: string) => void;
  systemLight: Pick<MediaQueryList, "matches" | "addEventListener">;
}

/**
 * The choice of light, dark or system, stored in local storage and applied live. As long as none is stored, the
 * operator's default in `data-default-theme` of the document holds.
 */
export function createThemeStore({ storage, root, tint, systemLight }: ThemeBrowser) {
  const listeners = new Set<() => void>();

  const get = (): Theme => {
    if (storage.getItem(systemKey) === "true") return "system";
    const stored = storage.getItem(themeKey);
    if (stored === "light" || stored === "dark") return stored;
    const { defaultTheme } = root.dataset;
    return defaultTheme === "light" || defaultTheme === "system" ? defaultTheme : "dark";
  };

  const apply = () => {
    const theme = get();
    const shown = theme === "system" ? (systemLight.matches ? "light" : "dark") : theme;
    root.dataset.theme = shown;
    tint(canvasColors[shown]);
    // A default is no choice: storing it would fix the theme of users who have chosen none.
    if (storage.getItem(systemKey) === "true") storage.setItem(themeKey, shown);
    for (const listener of listeners) listener();
  };

  systemLight.addEventListener("change", () => {
    if (get() === "system") apply();
  });

  return {
    get,
    /** Applies the stored theme; called when another tab has changed it. */
    apply,
    set(theme: Theme) {
      storage.setItem(systemKey, String(theme === "system"));
      if (theme !== "system") storage.setItem(themeKey, theme);
      apply();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

export type ThemeStore = ReturnType<typeof createThemeStore>;
