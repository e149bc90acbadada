import type { Habit } from "@daymark/domain/tracking/habit";
import { CommandDialog, type CommandGroup } from "@daymark/ui/command-dialog";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { receiveTyped } from "../command/tools.ts";
import { useSetProgress } from "../day-writes/use-set-progress.ts";
import { hueStyle } from "../habit/hues.ts";
import type { Command } from "./commands.ts";
import { entryFaultWords } from "./entry-fault-words.ts";
import { entryCommand } from "./habit-commands.ts";
import { createMatcher, readMonth } from "./match.ts";
import { monthCommand } from "./page-commands.ts";
import { type EntryFault, isFaulty, type Reading, readQuickEntry, textFor } from "./quick-entry.ts";
import { readRecent, rememberCommand } from "./recent.ts";
import { monthNames, useCommands } from "./use-commands.ts";

interface PaletteProps {
  isOpen: boolean;
  onClose: () => void;
  onOpen: (habit: Habit) => void;
  onLogOut: () => void;
}

/** More results than a user reads. */
const shownMax = 40;
/** How many recent commands, and how many open habits before them, are shown before the user types. */
const [recentMax, openMax] = [5, 6];

/** The command palette: the user finds a command by typing a few of its letters. */
export default function Palette({ isOpen, onClose, onOpen, onLogOut }: PaletteProps) {
  const { i18n, t } = useLingui();
  const [query, setQuery] = useState("");
  const [recent, setRecent] = useState(() => readRecent());
  const [wasOpen, setWasOpen] = useState(isOpen);
  // The palette opens empty each time; its results stay during the exit animation.
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) {
      setQuery("");
      setRecent(readRecent());
    }
  }
  const [isEntered, setEntered] = useState(false);
  // Once its field is mounted, it receives the keys, including those typed before.
  useEffect(() => {
    if (!isOpen) return;
    return receiveTyped(({ text, isEntered }) => {
      setQuery(text);
      setEntered(isEntered);
    });
  }, [isOpen]);
  const recorder = useSetProgress();
  const { groups, fault, find, isReady } = useFound(query, recent, { onOpen, onLogOut });
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);

  const waiting = useRef<Command | null>(null);
  const run = (command: Command) => void (async () => command.run())().catch(recorder.tell);

  const onSelect = (id: string) => {
    const command = find(id);
    if (!command) return;
    rememberCommand(id);
    onClose();
    if (command.opensMore) waiting.current = command;
    else run(command);
  };

  const first = groups[0]?.items[0]?.id;
  useEffect(() => {
    if (!isOpen || !isEntered || !isReady || query === "" || first === undefined) return;
    setEntered(false);
    onSelect(first);
  });

  return (
    <CommandDialog
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      onClosed={() => {
        const command = waiting.current;
        waiting.current = null;
        if (command) run(command);
      }}
      label={t`Commands`}
      placeholder={t`A habit, a page, “run 5 yesterday”…`}
      query={query}
      onQueryChange={setQuery}
      groups={groups}
      emptyText={fault ? i18n._(entryFaultWords[fault]) : t`No results.`}
      countText={t`${plural(count, { one: "# command", other: "# commands" })}`}
      onSelect={onSelect}
    />
  );
}

function useFound(
  query: string,
  recent: readonly string[],
  options: Pick<PaletteProps, "onOpen" | "onLogOut">,
): {
  groups: CommandGroup[];
  /** Why nothing was found, if a habit was: what was typed of it cannot be recorded. */
  fault: EntryFault | undefined;
  find: (id: string) => Command | undefined;
  isReady: boolean;
} {
  const { t } = useLingui();
  const format = useFormat();
  const navigate = useNavigate();
  const { habits, parts, words, commands, isReady } = useCommands(options);
  const found = useMemo(() => {
    if (query.trim() === "") return null;
    const month = readMonth(query, monthNames, Number(parts.today.slice(0, 4)));
    const readings = fittingReadings(readQuickEntry(query, parts.today), habits);
    const typed = readings
      .flatMap(({ reading, habit, fit }) => {
        const command = isFaulty(reading) ? null : entryCommand(parts, habit, reading);
        return command ? { command, fit } : [];
      })
      .sort((a, b) => b.fit - a.fit || openFirst(a.command, b.command))
      .map(({ command }) => command);
    const [fault] = readings.flatMap(({ reading }) => (isFaulty(reading) ? reading.fault : []));
    const score = createMatcher(query);
    const ranked = commands
      .map((command, index) => ({ command, score: score(command), recent: rankOf(recent, command.id), index }))
      .filter((each) => each.score > 0)
      .sort((a, b) => b.score - a.score || openFirst(a.command, b.command) || a.recent - b.recent || a.index - b.index)
      .map(({ command }) => command);
    const jump = month
      ? [monthCommand(words, format.month(month), () => navigate({ to: "/dashboard", search: { month } }))]
      : [];
    return { fault, commands: unique([...jump, ...typed, ...ranked]).slice(0, shownMax) };
  }, [query, commands, habits, parts, words, recent, format, navigate]);

  const groups: { id: string; label?: string; commands: Command[] }[] = found
    ? [{ id: "found", commands: found.commands }]
    : offered(commands, recent, {
        today: t`Today`,
        recent: t`Recent`,
        habits: t`More habits`,
        other: t`Commands`,
      });
  const all = groups.flatMap((group) => group.commands);
  return {
    groups: groups.map(({ commands: own, ...group }) => ({ ...group, items: own.map(itemOf) })),
    fault: found?.fault,
    find: (id) => all.find((command) => command.id === id),
    isReady,
  };
}

/** Each reading with the habits that its text fits: the best fit first, and of equals the reading that is likelier. */
function fittingReadings(readings: readonly Reading[], habits: readonly Habit[]) {
  return readings
    .flatMap((reading) => {
      const score = createMatcher(reading.text);
      const fitOf = (habit: Habit, text: string) => {
        if (text === "") return 1;
        return (text === reading.text ? score : createMatcher(text))({ label: habit.title, also: "" });
      };
      // A title may contain the habit's own word too: "10000 steps".
      const fits = (habit: Habit) => Math.max(fitOf(habit, reading.text), fitOf(habit, textFor(reading, habit)));
      return habits.map((habit) => ({ reading, habit, fit: fits(habit) }));
    })
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit);
}

/** For an order: commands of open habits before the others. */
function openFirst(a: Command, b: Command): number {
  return Number(b.isOpen ?? false) - Number(a.isOpen ?? false);
}

/**
 * The commands before the user types: those of habits that are still open today, the last used first, then other recent
 * ones, then the first command of each other habit, then the rest.
 */
function offered(
  commands: readonly Command[],
  recent: readonly string[],
  labels: { today: string; recent: string; habits: string; other: string },
) {
  const last = recent.flatMap((id) => commands.find((command) => command.id === id) ?? []).slice(0, recentMax);
  const first = commands.filter(({ isOffered }) => isOffered);
  const open = [...new Set([...last, ...first])].filter(({ isOpen }) => isOpen).slice(0, openMax);
  const others = (list: readonly Command[], ...shown: Command[][]) =>
    list.filter((command) => !shown.flat().includes(command));
  const ofHabit = ({ hue }: Command) => hue !== undefined;
  const rest = others(first, last, open);
  return [
    { id: "today", label: labels.today, commands: open },
    { id: "recent", label: labels.recent, commands: others(last, open) },
    { id: "habits", label: labels.habits, commands: rest.filter(ofHabit).toSorted(openFirst) },
    { id: "other", label: labels.other, commands: rest.filter((command) => !ofHabit(command)) },
  ].filter((group) => group.commands.length > 0);
}

function itemOf({ id, label, detail, hue, icon: Icon }: Command) {
  const isKey = hue === undefined;
  return {
    id,
    label,
    icon: (
      <Icon
        aria-hidden="true"
        {...(isKey ? { className: "text-ink-muted" } : { className: "text-habit-text", style: hueStyle(hue) })}
      />
    ),
    detail: detail && isKey ? <kbd className="font-sans">{detail}</kbd> : detail,
  };
}

/** The position among the recent commands; other commands come after. */
function rankOf(recent: readonly string[], id: string): number {
  const index = recent.indexOf(id);
  return index < 0 ? recent.length : index;
}

function unique(commands: readonly Command[]): Command[] {
  return [...new Map(commands.toReversed().map((command) => [command.id, command])).values()].toReversed();
}
