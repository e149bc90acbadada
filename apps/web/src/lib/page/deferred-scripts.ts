/**
 * Runs in the head of every page. It loads the page's scripts after the first paint, so that on a slow connection they do
 * not delay the text. The document does not name them in links, because Chromium then may fetch a script twice where a
 * service worker answers, with a warning. If the browser does not report the paint, it loads them a
 * second later. It loads them at once if the user sees nothing anyway: in a background tab, and for a logged-in user,
 * who is not shown a guest's page. The script of the session runs as soon as it is loaded, all others when the whole page
 * is parsed. The script paths are in attributes of its element, so that the text is constant and the
 * Content-Security-Policy can allow it by its hash.
 */
export const deferredScriptsScript = `(function(d){var s=d.currentScript.dataset,go=function(){go=function(){};import(s.first);(s.entry+" "+s.parts).split(" ").forEach(function(f){var l=d.createElement("link");l.rel="modulepreload";l.href=f;d.head.append(l)});if(d.readyState=="loading")d.addEventListener("DOMContentLoaded",function(){import(s.entry)});else import(s.entry)};if(d.hidden||"launching"in d.documentElement.dataset)go();else d.addEventListener("DOMContentLoaded",function(){if(d.hidden)return go();new PerformanceObserver(function(){go()}).observe({type:"paint",buffered:true});setTimeout(function(){go()},1000)})})(document);`;

/** Path of the entry script of this document; each build has another one. */
export function entryPath(): string | undefined {
  return document.querySelector<HTMLElement>("script[data-entry]")?.dataset.entry;
}
