import { languages } from "@daymark/domain/text/language";
import { layouts } from "@daymark/domain/tracking/preference";
import { msg } from "@lingui/core/macro";
import ArrowDownUp from "lucide-react/icons/arrow-down-up";
import CalendarDays from "lucide-react/icons/calendar-days";
import ChartSpline from "lucide-react/icons/chart-spline";
import Columns3 from "lucide-react/icons/columns-3";
import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import Grid3x3 from "lucide-react/icons/grid-3x3";
import Keyboard from "lucide-react/icons/keyboard";
import Languages from "lucide-react/icons/languages";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import LogOut from "lucide-react/icons/log-out";
import Monitor from "lucide-react/icons/monitor";
import Moon from "lucide-react/icons/moon";
import Plus from "lucide-react/icons/plus";
import Printer from "lucide-react/icons/printer";
import Redo2 from "lucide-react/icons/redo-2";
import Rows3 from "lucide-react/icons/rows-3";
import Scale from "lucide-react/icons/scale";
import Settings from "lucide-react/icons/settings";
import ShieldCheck from "lucide-react/icons/shield-check";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import Sun from "lucide-react/icons/sun";
import Timer from "lucide-react/icons/timer";
import Trash from "lucide-react/icons/trash";
import TreePalm from "lucide-react/icons/tree-palm";
import Undo2 from "lucide-react/icons/undo-2";
import { languageNames } from "../../../layout/menu/language-menu.tsx";
import type { Intent } from "../command/intents.ts";
import { type Command, named, type Words } from "./commands.ts";

/** What the commands without a habit need. */
export interface PageCommandParts {
  words: Words;
  /** The next undo and redo, as text. */
  nextUndo: string | null;
  nextRedo: string | null;
  timerTitle: string | null;
  hasYearLayout: boolean;
  undo: () => void;
  redo: () => void;
  copyYesterday: () => unknown;
  endTimer: () => void;
  discardTimer: () => void;
  go: (
    to:
      | "/dashboard"
      | "/settings"
      | "/settings/security"
      | "/settings/connections"
      | "/privacy-policy"
      | "/terms-and-conditions",
  ) => unknown;
  ask: (intent: Intent) => void;
  setLayout: (layout: (typeof layouts)[number]) => void;
  setTheme: (theme: "light" | "dark" | "system") => void;
  setLanguage: (language: (typeof languages)[number]) => unknown;
  download: (format: "json" | "csv") => unknown;
  showShortcuts: () => void;
  logOut: () => void;
}

/** All commands that belong to no habit. */
export function pageCommands(parts: PageCommandParts): Command[] {
  return [...edits(parts), ...dashboard(parts), ...pages(parts), ...looks(parts), ...account(parts)];
}

function edits(parts: PageCommandParts): Command[] {
  const { words, nextUndo, nextRedo, timerTitle } = parts;
  const list: (Command | false)[] = [
    timerTitle !== null && {
      id: "timer stop",
      ...named(words, msg`Stop the timer: ${timerTitle}`),
      icon: Timer,
      isOffered: true,
      opensMore: true,
      run: parts.endTimer,
    },
    timerTitle !== null && {
      id: "timer discard",
      ...named(words, msg`Discard the timer: ${timerTitle}`),
      icon: Timer,
      run: parts.discardTimer,
    },
    nextUndo !== null && {
      id: "undo",
      ...named(words, msg`Undo: ${nextUndo}`),
      icon: Undo2,
      detail: "Ctrl+Z",
      isOffered: true,
      run: parts.undo,
    },
    nextRedo !== null && {
      id: "redo",
      ...named(words, msg`Redo: ${nextRedo}`),
      icon: Redo2,
      detail: "Ctrl+Shift+Z",
      isOffered: true,
      run: parts.redo,
    },
    {
      id: "copy yesterday",
      ...named(words, msg`Copy yesterday for all habits`),
      icon: Copy,
      isOffered: true,
      run: parts.copyYesterday,
    },
  ];
  return list.filter((command) => command !== false);
}

function dashboard({ words, ask, setLayout, hasYearLayout }: PageCommandParts): Command[] {
  const layoutNames = {
    horizontal: { label: msg`Layout: horizontal`, icon: Rows3 },
    vertical: { label: msg`Layout: vertical`, icon: Columns3 },
    year: { label: msg`Layout: year`, icon: Grid3x3 },
  };
  return [
    {
      id: "new good",
      ...named(words, msg`New good habit`),
      icon: Plus,
      isOffered: true,
      opensMore: true,
      run: () => ask({ kind: "create", type: "good" }),
    },
    {
      id: "new bad",
      ...named(words, msg`New bad habit`),
      icon: Plus,
      opensMore: true,
      run: () => ask({ kind: "create", type: "bad" }),
    },
    {
      id: "arrange",
      ...named(words, msg`Arrange habits`),
      icon: ArrowDownUp,
      opensMore: true,
      run: () => ask({ kind: "arrange" }),
    },
    {
      id: "analytics",
      ...named(words, msg`Analytics: compare habits`),
      icon: ChartSpline,
      opensMore: true,
      run: () => ask({ kind: "analytics" }),
    },
    {
      id: "vacation",
      ...named(words, msg`Plan a vacation`),
      icon: TreePalm,
      opensMore: true,
      run: () => ask({ kind: "vacation" }),
    },
    {
      id: "trash",
      ...named(words, msg`Trash: deleted habits`),
      icon: Trash,
      opensMore: true,
      run: () => ask({ kind: "trash" }),
    },
    {
      id: "dashboard settings",
      ...named(words, msg`Dashboard settings`),
      icon: SlidersHorizontal,
      opensMore: true,
      run: () => ask({ kind: "settings" }),
    },
    {
      id: "print",
      ...named(words, msg`Print this month`),
      icon: Printer,
      opensMore: true,
      run: () => ask({ kind: "print" }),
    },
    ...layouts
      .filter((layout) => layout !== "year" || hasYearLayout)
      .map((layout) => ({
        id: `layout ${layout}`,
        ...named(words, layoutNames[layout].label),
        icon: layoutNames[layout].icon,
        run: () => setLayout(layout),
      })),
  ];
}

function pages({ words, go }: PageCommandParts): Command[] {
  return [
    {
      id: "go dashboard",
      ...named(words, msg`Dashboard`),
      icon: LayoutDashboard,
      opensMore: true,
      run: () => go("/dashboard"),
    },
    {
      id: "go settings",
      ...named(words, msg`General settings`),
      icon: Settings,
      isOffered: true,
      opensMore: true,
      run: () => go("/settings"),
    },
    {
      id: "go security",
      ...named(words, msg`Security settings`),
      icon: ShieldCheck,
      opensMore: true,
      run: () => go("/settings/security"),
    },
    {
      id: "go connections",
      ...named(words, msg`Connections and webhooks`),
      icon: Settings,
      opensMore: true,
      run: () => go("/settings/connections"),
    },
    {
      id: "go privacy",
      ...named(words, msg`Privacy Policy`),
      icon: Scale,
      opensMore: true,
      run: () => go("/privacy-policy"),
    },
    {
      id: "go terms",
      ...named(words, msg`Terms and Conditions`),
      icon: Scale,
      opensMore: true,
      run: () => go("/terms-and-conditions"),
    },
  ];
}

function looks({ words, setTheme, setLanguage }: PageCommandParts): Command[] {
  return [
    { id: "theme light", ...named(words, msg`Light theme`), icon: Sun, run: () => setTheme("light") },
    { id: "theme dark", ...named(words, msg`Dark theme`), icon: Moon, run: () => setTheme("dark") },
    { id: "theme system", ...named(words, msg`System theme`), icon: Monitor, run: () => setTheme("system") },
    ...languages.map((language) => ({
      id: `language ${language}`,
      ...named(words, msg`Language: ${{ name: languageNames[language] }}`),
      icon: Languages,
      run: () => setLanguage(language),
    })),
  ];
}

function account(parts: PageCommandParts): Command[] {
  const { words } = parts;
  return [
    {
      id: "shortcuts",
      ...named(words, msg`Keyboard shortcuts`),
      icon: Keyboard,
      detail: "?",
      isOffered: true,
      opensMore: true,
      run: parts.showShortcuts,
    },
    {
      id: "export json",
      ...named(words, msg`Export my data as JSON`),
      icon: Download,
      run: () => parts.download("json"),
    },
    { id: "export csv", ...named(words, msg`Export my data as CSV`), icon: Download, run: () => parts.download("csv") },
    { id: "log out", ...named(words, msg`Log out`), icon: LogOut, opensMore: true, run: parts.logOut },
  ];
}

/** A command for a typed month. */
export function monthCommand(words: Words, name: string, run: () => unknown): Command {
  return { id: "month", ...named(words, msg`Go to ${name}`), icon: CalendarDays, run };
}
