import { createHash } from "node:crypto";
import { brand } from "@daymark/domain/base/brand";
import { formatLocale, type Language } from "@daymark/domain/text/language";
import type { TapTarget } from "@daymark/domain/tracking/habit-link";
import { i18nFor } from "@daymark/i18n/server";
import { type TapWord, tapButton, wordTapPage } from "@daymark/i18n/tap-words";
import { escapeXml } from "../pages/feed/xml.ts";
import { pageScript } from "./page-script.ts";

/** The page is alone, so that it is there at once. Its colors are those of tokens.css. */
const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; background: light-dark(#fbfaf7, #0b0f17);
  color: light-dark(#171a21, #f2f4f8); }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-content: center; }
main { box-sizing: border-box; width: min(25rem, 100vw); padding: 1.5rem 1rem; text-align: center; }
[hidden] { display: none !important; }
h1 { margin: 0 0 1.5rem; font-size: 1.75rem; line-height: 1.2; overflow-wrap: anywhere; }
button { font: inherit; color: inherit; cursor: pointer; border-radius: .75rem; min-height: 2.75rem; padding: .5rem 1rem;
  background: none; border: 1px solid light-dark(#8a8578, #7a8396); }
#record { width: 100%; min-height: 7rem; border: 0; border-radius: 1.25rem; font-size: 1.5rem; font-weight: 600;
  background: #ff9537; color: #171a21; }
[aria-busy] button { opacity: .6; }
#status { min-height: 1.5em; margin: 1.25rem 0 0; font-size: 1.25rem; font-weight: 600; }
#today { min-height: 1.5em; margin: .25rem 0 1rem; }
label { display: flex; gap: .75rem; align-items: center; min-height: 2.75rem; margin-top: 1rem; text-align: start; }
input { flex: none; width: 1.5rem; height: 1.5rem; margin: 0; accent-color: light-dark(#b25b00, #ff9537); }
a { display: inline-block; padding: .75rem 0; color: inherit; text-underline-offset: .2em; }
:focus-visible { outline: 3px solid light-dark(#b25b00, #ffb066); outline-offset: 2px; }
`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** No other site may frame the page, which would lead a finger to its button. */
export const tapPageHeaders = {
  "content-security-policy": [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(pageScript)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; "),
};

/** The page of a link: the habit, and a button that records. */
export function tapPage(target: TapTarget, language: Language): string {
  const say = wordsIn(language);
  const { title, emoji, state } = target;
  const name = [emoji, title].filter(Boolean).join(" ") || brand;
  if (state !== "ready") return page(language, name, `<p id="status" role="status">${say(state)}</p>${dashboard(say)}`);
  const button = say(tapButton(target));
  const texts: TapWord[] = ["again", "recording", "offline", "unclear"];
  const data = [...texts.map((word) => `data-${word}="${say(word)}"`), `data-button="${button}"`].join(" ");
  return page(
    language,
    name,
    `<div id="tap" hidden>
<button id="record" type="button">${button}</button>
<div role="status"><p id="status"></p><p id="today"></p></div>
<button id="undo" type="button" hidden>${say("undo")}</button>
<label id="asking"><input id="remember" type="checkbox"><span>${say("remember")}</span></label>
<p id="remembered" hidden>${say("remembered")} <button id="forget" type="button">${say("forget")}</button></p>
</div>
<noscript><p>${say("no_script")}</p></noscript>
${dashboard(say)}`,
    { data, script: pageScript },
  );
}

/** The page of an address without a link. */
export function missingPage(language: Language): string {
  const say = wordsIn(language);
  return page(language, say("missing_title"), `<p>${say("missing", { brand })}</p>${dashboard(say)}`, {
    isEscaped: true,
  });
}

type Say = (word: TapWord, values?: Record<string, string>) => string;

function wordsIn(language: Language): Say {
  const i18n = i18nFor(language);
  return (word, values) => escapeXml(wordTapPage(i18n, word, values));
}

function dashboard(say: Say): string {
  return `<p><a href="/dashboard">${say("dashboard", { brand })}</a></p>`;
}

function page(
  language: Language,
  heading: string,
  content: string,
  { data = "", script = "", isEscaped = false }: { data?: string; script?: string; isEscaped?: boolean } = {},
): string {
  const title = isEscaped ? heading : escapeXml(heading);
  return `<!doctype html>
<html lang="${formatLocale[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title} | ${brand}</title>
<style>${style}</style>
</head>
<body>
<main ${data}>
<h1>${title}</h1>
${content}
</main>
${script && `<script>${script}</script>`}
</body>
</html>
`;
}
