import type { FeltFigures } from "./felt.ts";
import { feltActions } from "./felt-actions.ts";
import { type LoadFigures, loadGoals } from "./felt-loads.ts";
import { table } from "./table.ts";

/** True if all figures meet their goals. */
export function isFeltMet(felt: readonly FeltFigures[], loads: readonly LoadFigures[]): boolean {
  return felt.every((figures) => actionRows.every((row) => isRowMet(row, figures))) && loads.every(isLoadMet);
}

/** An action, or the time until the page shows the complete result of an action. */
interface ActionRow {
  label: string;
  action: (typeof feltActions)[number];
  isShown: boolean;
}

const actionRows: readonly ActionRow[] = feltActions.flatMap((action) => [
  { label: action.name, action, isShown: false },
  ...(action.isStepwise ? [{ label: `${action.name}, until it is shown`, action, isShown: true }] : []),
]);

/** Milliseconds: the median, the 95th percentile in brackets, and the first press if the percentile excludes it. */
export function feltTable(felt: readonly FeltFigures[]): string {
  const head = ["press to paint, processor slowed 4×, ms"];
  for (const { habits, layout } of felt) head.push(`${habits} habits, ${layout}`);
  const rows = actionRows.map((row) => [
    row.label,
    ...felt.map((figures) => cellText(row, figures)),
    Object.entries(row.action.goalMs)
      .map(([habits, goal]) => `${goal} (${habits})`)
      .join(", "),
  ]);
  return table(
    [...head, "goal (habits)"],
    [...rows, ["elements", ...felt.map(({ elements }) => String(elements)), ""]],
  );
}

function cellText(row: ActionRow, figures: FeltFigures): string {
  const press = figures.presses[row.action.name];
  if (!press) return "";
  const isMissed = isRowMet(row, figures) ? "" : " missed";
  const p95 = Math.round(row.isShown ? press.shownP95 : press.p95);
  if (row.isShown) return `(${p95})${isMissed}`;
  const first = row.action.count < 20 ? "" : `, first ${Math.round(press.first)}`;
  return `${Math.round(press.median)} (${p95})${first}${isMissed}`;
}

function isRowMet({ action, isShown }: ActionRow, { habits, presses }: FeltFigures): boolean {
  const press = presses[action.name];
  return press !== undefined && (isShown ? press.shownP95 : press.p95) <= action.goalMs[habits];
}

export function feltLoadTable(loads: readonly LoadFigures[]): string {
  return table(
    ["dashboard on a phone, Slow 4G, 4×", "cache", "filled (longest), ms", "requests", "goal"],
    loads.map((load) => {
      const { habits, cache, filledMs, filledMsMax, requests } = load;
      const goal = loadGoals[habits][cache];
      return [
        `${habits} habits`,
        cache,
        `${Math.round(filledMs)} (${Math.round(filledMsMax)})`,
        String(requests),
        `${goal.filledMs} ms, ${goal.requests} requests ${isLoadMet(load) ? "met" : "missed"}`,
      ];
    }),
  );
}

function isLoadMet({ habits, cache, filledMs, requests }: LoadFigures): boolean {
  const goal = loadGoals[habits][cache];
  return filledMs <= goal.filledMs && requests <= goal.requests;
}
