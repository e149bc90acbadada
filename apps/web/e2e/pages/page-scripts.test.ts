import { createHash } from "node:crypto";
import { shownDayScript } from "../../src/features/public/demo/shown-day.ts";
import { deferredScriptsScript } from "../../src/lib/page/deferred-scripts.ts";
import { earlyPressScript } from "../../src/lib/page/early-press.ts";
import { headScript } from "../../src/lib/preferences/theme.ts";
import { publish } from "../community/blog-post.ts";
import { createAdmin } from "../stage/database.ts";
import { expect, test } from "../stage/stage.ts";

const hostile = `</script><script>pwned()</script><script nonce="">pwned()</script> "\u2028 <!--<script>`;

/** Public pages outside the sitemap, which guests can open. */
const unlisted = ["/home", "/not-found", "/nowhere", "/verify-email", "/reset-password", "/unsubscribe", "/dashboard"];

/** The start of the router's scripts that differ between pages: its data, and the scroll position. */
const routerStart = '(self.$R=self.$R||{})["tsr"]=[];self.$_TSR={';
/** The router may write its data in a separate script, after the one that starts it. */
const routerData = "$_TSR.router=($R=>";
const scrollStart = "(function(a,f){let l;try{l=JSON.parse(sessionStorage.getItem(a)";
/** The router splits a script at 16 KiB, so the code after its data may be in a separate script. */
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

/** Recognizes the router's code. The page's data in it is quoted text, and no character in it can end the script. */
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
  // These pages represent all pages with content written by users.
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

/** Finds scripts as a browser does: a script ends at the first end tag. */
function scriptsOf(html: string): { tag: string; source: string }[] {
  return Array.from(html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script/gi), ([, tag = "", source = ""]) => ({
    tag,
    source,
  }));
}

function hashOf(source: string): string {
  return `'sha256-${createHash("sha256").update(source).digest("base64")}'`;
}
