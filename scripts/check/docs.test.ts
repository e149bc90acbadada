import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { proxyConfiguration } from "../cluster/nodes.ts";
import { root } from "../run-program.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");

/** READMEs that describe the files of their folder. */
const folderReadmes = globSync("{apps,packages}/**/README.md", {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
});

const documents = [...globSync("*.md", { cwd: root }), ...folderReadmes, ...globSync("docs/**/*.md", { cwd: root })];

/** Every file and folder of the repository, with a slash before it. */
const places = globSync("{.*,apps,bench,deploy,docs,packages,patches,scripts}/**", {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist|results|\.git|\.turbo)$|^\.data/.test(path),
})
  .concat(readdirSync(root))
  .map((path) => `/${path}`);

/** Expands `a/{b,c}.ts` to both paths. */
function spelledOut(text: string): string[] {
  const [whole, names] = /\{([^{}]+,[^{}]+)\}/.exec(text) ?? [];
  return whole && names ? names.split(",").flatMap((name) => spelledOut(text.replace(whole, name.trim()))) : [text];
}

test("every source file that a document names exists", () => {
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(/`([^`\s<>*]+\.(?:tsx?|mjs|css|yaml))`/g)]
      .flatMap(([, name = ""]) => spelledOut(name.replace(/^(\.{1,2}\/)+/, "")))
      .filter((name) => !places.some((place) => place.endsWith(`/${name}`)))
      .map((name) => `${document}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test("every relative link of a document leads to a file or folder", () => {
  const dead = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\(([^\s()#:]+)(?:#[^\s()]*)?\)/g)]
      .map(([, path = ""]) => path)
      .filter((path) => !existsSync(join(root, dirname(document), path)))
      .map((path) => `${document}: ${path}`),
  );
  expect(dead).toEqual([]);
});

test.each(["apps/server/src", "packages/auth/src"])("the README of %s names each of its folders", (path) => {
  const readme = read(`${path}/README.md`);
  const folders = readdirSync(join(root, path), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).filter((name) => !readme.includes(`\`${name}/\``))).toEqual([]);
});

test("the README of a folder has at most 20 lines, and ARCHITECTURE.md at most 1,200 words", () => {
  const long = folderReadmes.filter((path) => read(path).trimEnd().split("\n").length > 20);
  expect(long).toEqual([]);
  expect(read("ARCHITECTURE.md").split(/\s+/).length).toBeLessThanOrEqual(1_200);
});

test("decisions are numbered from 1 without a gap, in file name and title", () => {
  const names = readdirSync(join(root, "docs/decisions")).sort();
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, index) => index + 1));
  for (const [index, name] of names.entries()) {
    expect(read(`docs/decisions/${name}`), name).toMatch(new RegExp(`^# ${index + 1}\\. \\S`));
  }
});

test("the container starts the supervisor, which passes the same Node flags to the server as under npm start", () => {
  const image = read("deploy/Dockerfile");
  expect(JSON.parse(/^CMD (.+)$/m.exec(image)?.[1] ?? "null")).toEqual(["daymark", "start"]);
  expect(image).toMatch(/^ENV PATH=\/opt\/daymark:/m);
});

const proxySample = () =>
  /^\*\*haproxy\.\*\*[^`]+`npm run test:cluster`[^`]+```\n([^`]+)```$/m.exec(read("docs/scale.md"))?.[1] ?? "";

/** The haproxy directives by section, without those that contain the operator's addresses. */
function directivesOf(configuration: string): { key: string; text: string }[] {
  let section = "";
  return configuration.split("\n").flatMap((line) => {
    const words = line.trim().split(/ +/);
    if (/^\w/.test(line)) section = words.join(" ");
    const isTheirs = /^(|#.*|bind|server)$/.test(words[0] as string);
    return isTheirs ? [] : [{ key: words.slice(0, 2).join(" "), text: `${section}: ${words.join(" ")}` }];
  });
}

test.each(["deploy/haproxy.cfg", "docs/scale.md"])(
  "%s makes haproxy choose an instance as the tested configuration does",
  (path) => {
    const tested = directivesOf(proxyConfiguration(443, [3000]));
    const given = directivesOf(path.endsWith(".md") ? proxySample() : read(path));
    // The document's other directives are about other subjects.
    const ofThese = given.filter(({ key }) => tested.some((directive) => directive.key === key));
    const textsOf = (directives: typeof given) => directives.map(({ text }) => text).sort();
    expect(textsOf(ofThese)).toEqual(textsOf(tested));
  },
);

test("each proxy blocks /metrics from outside, with and without a trailing slash", () => {
  const ofHaproxy = / deny_status 404 if \{ path,url_dec -m reg (\S+) \} !\{ src 127\.0\.0\.1 \}$/m;
  const ofNginx = /location ~ (\S+) \{\s+allow 127\.0\.0\.1;\s+deny all;/;
  const [, ofCaddy = ""] = /@figures path (.+)\s+respond @figures 404$/m.exec(read("deploy/Caddyfile")) ?? [];
  const rules = {
    haproxy: ofHaproxy.exec(read("deploy/haproxy.cfg"))?.[1],
    "docs/scale.md": ofHaproxy.exec(proxySample())?.[1],
    nginx: ofNginx.exec(read("deploy/nginx.conf"))?.[1],
    caddy: `^(?:${ofCaddy.replaceAll(" ", "|")})$`,
  };
  for (const [proxy, rule = "none"] of Object.entries(rules)) {
    const inside = ["/", "/metrics", "/metrics/", "/metrics-of-mine"].filter((path) => new RegExp(rule).test(path));
    expect(inside, proxy).toEqual(["/metrics", "/metrics/"]);
  }
});
