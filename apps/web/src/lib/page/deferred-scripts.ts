/**
 * Runs in the head of a page that is whole without scripts: asks for them once its words are painted, so that on a slow
 * line they do not hold up what people came to read; a second later where the browser does not tell. At once where nothing
 * is to be seen anyway: in a tab in the background, and for a signed-in person, to whom a guest's page is not shown. None
 * runs before all of the page is read. What it asks for stands on its own element, so that the text is constant, and the
 * Content-Security-Policy knows it by its hash.
 */
export const lateScriptsScript = `(function(d){var s=d.currentScript.dataset,go=function(){go=function(){};(s.entry+" "+s.parts).split(" ").forEach(function(f){var l=d.createElement("link");l.rel="modulepreload";l.href=f;d.head.append(l)});if(d.readyState=="loading")d.addEventListener("DOMContentLoaded",function(){import(s.entry)});else import(s.entry)};if(d.hidden||"launching"in d.documentElement.dataset)go();else d.addEventListener("DOMContentLoaded",function(){if(d.hidden)return go();new PerformanceObserver(function(){go()}).observe({type:"paint",buffered:true});setTimeout(function(){go()},1000)})})(document);`;

/** Path of the script that this document begins with: another one in each build. */
export function entryPath(): string | undefined {
  return document.querySelector<HTMLElement>("script[data-entry]")?.dataset.entry;
}
