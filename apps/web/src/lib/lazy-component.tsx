import { msg } from "@lingui/core/macro";
import { type ComponentType, useEffect, useReducer, useRef } from "react";
import { useApp } from "./app.ts";
import type { CatalogName } from "./language/catalogs.ts";
import type { LanguageStore } from "./language/language.ts";
import { flash } from "./messages/flash.ts";
import { pageConnection } from "./network/connection.ts";

/**
 * A lazy component, such as a dialog: its code is fetched when it is first needed. Unlike `React.lazy` it survives a
 * failed fetch: the page stays as it is and shows a message. Browsers remember a failed import until the page is
 * reloaded, so the message offers a reload.
 *
 * @param load fetches the component
 * @param wantedBy reads from the props what the component is needed for: null or false for nothing
 * @param catalogs the catalogs it needs, beyond those of the page and of error codes
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  wantedBy: (props: Props) => unknown,
  ...catalogs: CatalogName[]
) {
  let Part: ComponentType<Props> | undefined;
  const fetchPart = async (languages: LanguageStore) => {
    const [part] = await Promise.all([Part ? { default: Part } : load(), languages.need("messages", ...catalogs)]);
    Part = part.default;
  };

  function Late(props: Props) {
    const { languages } = useApp();
    const [, redraw] = useReducer((count: number) => count + 1, 0);
    const Shown = Part;
    const isMissing = Shown === undefined;
    const wanted = wantedBy(props);
    const latest = useRef(props);
    useEffect(() => {
      latest.current = props;
    });
    useEffect(() => {
      if (!isMissing || wanted === null || wanted === false) return;
      let isWanted = true;
      const { i18n } = languages;
      fetchPart(languages).then(
        () => isWanted && redraw(),
        () => {
          if (!isWanted) return;
          // Closes a component that never opened, so that the user can open it again.
          if ("onClose" in latest.current && typeof latest.current.onClose === "function") latest.current.onClose();
          flash({
            kind: "danger",
            text: i18n._(msg`Part of this page could not be loaded. Check your connection and reload the page.`),
            timeoutMs: failureTimeoutMs,
            action: { label: i18n._(msg`Reload the page`), onAction: () => location.reload() },
          });
        },
      );
      return () => {
        isWanted = false;
      };
    }, [isMissing, wanted, languages]);
    return Shown ? <Shown {...props} /> : null;
  }

  return Object.assign(Late, { fetchPart });
}

/**
 * Fetches lazy components after the first pointer or key press on the page. The first load stays small, and a
 * connection lost later does not prevent a dialog or message from opening.
 *
 * @param parts the same list at each render
 */
export function useWarmParts(parts: readonly ((languages: LanguageStore) => Promise<unknown>)[]) {
  const { languages } = useApp();
  useEffect(() => {
    const touches = ["pointerdown", "keydown"] as const;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      for (const touch of touches) removeEventListener(touch, warm, true);
    };
    const warm = () => {
      stop();
      timer = setTimeout(() => {
        // An import that fails now would fail until the page is reloaded.
        if (!navigator.onLine || !pageConnection.isReachable) return;
        // A failed component is fetched again when it is needed.
        for (const fetchPart of parts) void fetchPart(languages).catch(() => {});
      }, warmDelayMs);
    };
    for (const touch of touches) addEventListener(touch, warm, true);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [parts, languages]);
}

/** Long enough to read a sentence that asks for an action. */
const failureTimeoutMs = 10_000;

/** The requests that the press itself causes go first. */
const warmDelayMs = 300;
