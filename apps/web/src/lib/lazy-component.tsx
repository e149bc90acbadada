import { msg } from "@lingui/core/macro";
import { type ComponentType, useEffect, useReducer, useRef } from "react";
import { useApp } from "./app.ts";
import type { CatalogName } from "./language/catalogs.ts";
import type { LanguageStore } from "./language/language.ts";
import { flash } from "./messages/flash.ts";
import { pageConnection } from "./network/connection.ts";

/**
 * A part of a page that is fetched when it is first wanted, such as a dialog. Unlike `React.lazy` it survives a fetch
 * that fails: the page stays as it is and says so. Browsers remember such a failure until the page is loaded again, so
 * that is what the message offers.
 *
 * @param load fetches the part
 * @param wantedBy what the part is wanted for, by its props: null or false for nothing
 * @param catalogs what its words are in, beyond the page's own and those of codes
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
          // What never opened is closed, so that it can be asked for again.
          if ("onClose" in latest.current && typeof latest.current.onClose === "function") latest.current.onClose();
          flash({
            kind: "danger",
            text: i18n._(msg`Part of the page could not be fetched. Check your connection and load the page again.`),
            timeoutMs: failureTimeoutMs,
            action: { label: i18n._(msg`Load again`), onAction: () => location.reload() },
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
 * Fetches parts as soon as the page is first touched: the first load stays as small as it is, and a connection lost
 * after that keeps no dialog and no message from being shown.
 *
 * @param parts the same list each time
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
        // What fails now would fail for as long as the page is open.
        if (!navigator.onLine || !pageConnection.isReachable) return;
        // Whoever needs one that could not be fetched fetches it then.
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

/** What the touch itself asked for goes first. */
const warmDelayMs = 300;
