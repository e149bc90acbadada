import { createHash } from "node:crypto";
import { shownDayScript } from "../../src/features/public/demo/shown-day.ts";
import { deferredScriptsScript } from "../../src/lib/page/deferred-scripts.ts";
import { earlyPressScript } from "../../src/lib/page/early-press.ts";
import { headScript } from "../../src/lib/preferences/theme.ts";
import { publish } from "../community/blog-post.ts";
import { createAdmin } from "../stage/database.ts";
import { expect, test } from "../stage/stage.ts";

const hostile = `</script><script>pwned()</script><script nonce="">pwned()</script> "\u2028 <!--<script>`;

/** Public pages that the sitemap does not name; guests see them too. */
const unlisted = ["/home", "/not-found", "/nowhere", "/verify-email", "/reset-password", "/unsubscribe", "/dashboard"];

/** How the router's scripts begin that are not the same on each page: what it is made of, and where it was scrolled to. */
const routerStart = '(self.$R=self.$R||{})["tsr"]=[];self.$_TSR={';
/** The router may write its data in a script of its own, behind the one that begins it. */
const routerData = "$_TSR.router=($R=>";
const scrollStart = "(function(a,f){let l;try{l=JSON.parse(sessionStorage.getItem(a)";
/** The router ends a script at 16 KiB, so what follows its data may stand in a script of its own. */
const routerCleanup =
  "{let s=document.currentScript,p;while((p=s.previousElementSibling)&&p.hasAttribute('data-tsr-stream-part'))p.remove();s.remove()}";
const routerEnd = "document.currentScript.remove();/*$tsr-stream-boundary*/";
const constant: readonly string[] = [
  `${headScript};${earlyPressScript}`,
  deferredScriptsScript,
  shownDayScript,
  routerCleanup,
  `$_TSR.e();${routerCleanup}`,
  routerEnd,
];

/** A page's data is text between quotes, in which nothing can end the script, within the router's own code. */
function isKnown(source: string): boolean {
  if (constant.includes(source)) return true;
  const isData = source.startsWith(routerStart) || source.startsWith(routerData);
  const isOfRouter = source.startsWith(scrollStart) || (isData && !source.includes("<"));
  return isOfRouter && !code(source).includes("pwned");
}

function code(source: string): string {
  return source.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
}

test("every page contains exactly the inline scripts that its policy allows", async ({ stage }) => {
  const admin = await createAdmin(stage);
  const { slug } = await publish(admin, { title: hostile, blocks: [{ kind: "paragraph", text: hostile }] });
  const { id } = await admin.call<{ id: number }>("POST", "/feature-requests/", {
    title: hostile,
    details: hostile,
    category: "improvements",
  });
  await admin.call("POST", `/feature-requests/${id}/open/`, { reply: hostile });
  for (const path of [`/feature-requests/${id}`, `/blogs/${slug}`]) {
    await admin.call("POST", `${path}/comments/`, { text: hostile });
  }
  const sitemap = await (await fetch(`${stage.url}/sitemap.xml`)).text();
  const listed = Array.from(sitemap.matchAll(/<loc>([^<]*)<\/loc>/g), ([, address = ""]) => {
    const { pathname, search } = new URL(address.replaceAll("&amp;", "&"));
    return pathname + search;
  });
  const own = [`/blog/${slug}`, `/feature-requests/${id}`];
  expect(listed).toEqual(expect.arrayContaining(["/", "/?lang=uk", "/blog", "/blog?lang=uk", ...own]));
  // The pages of this test stand for all pages with user-written content.
  const fixed = listed.filter((path) => !/^\/blog\/|^\/feature-requests\/\d/.test(path));
  const paths = [...fixed, ...own, ...own.map((path) => `${path}?lang=uk`)];
  for (const path of [...paths, ...unlisted, ...unlisted.map((each) => `${each}?lang=uk`)]) {
    const answer = await fetch(stage.url + path);
    const scripts = scriptsOf(await answer.text());
    const inline = scripts.filter(({ tag }) => !/ src=| type="application\/ld\+json"/.test(tag));
    for (const { tag, source } of inline) {
      expect(tag, path).not.toContain("nonce");
      expect(isKnown(source), `${path}: ${source.slice(0, 300)}`).toBe(true);
    }
    const policy = answer.headers.get("content-security-policy") ?? "";
    const [, allowed = ""] = /script-src 'self'([^;]*)/.exec(policy) ?? [];
    expect(allowed.trim().split(" ").sort(), path).toEqual(inline.map(({ source }) => hashOf(source)).sort());
  }
});

/** As a browser parses them: a script ends at the first end tag. */
function scriptsOf(html: string): { tag: string; source: string }[] {
  return Array.from(html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script/gi), ([, tag = "", source = ""]) => ({
    tag,
    source,
  }));
}

function hashOf(source: string): string {
  return `'sha256-${createHash("sha256").update(source).digest("base64")}'`;
}
