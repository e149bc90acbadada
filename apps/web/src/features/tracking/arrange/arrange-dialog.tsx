import type { Habit, HabitType } from "@daymark/domain/tracking/habit";
import { habitTypes, type TimeOfDay } from "@daymark/domain/tracking/habit-type";
import { Dialog } from "@daymark/ui/dialog";
import { IconButton } from "@daymark/ui/icon-button";
import { useLingui } from "@lingui/react/macro";
import Pencil from "lucide-react/icons/pencil";
import { useState } from "react";
import { blocksOf } from "../habit/habit-list.ts";
import { HabitTitle } from "../habit/habit-title.tsx";
import { hueStyle } from "../habit/hues.ts";
import { blocksIn, type Row, rowsOf } from "./arrangement.ts";
import { SortableList } from "./sortable-list.tsx";
import { useArrangement } from "./use-arrangement.ts";

interface ArrangeDialogProps {
  open: boolean;
  habits: readonly Habit[];
  sectionName: (section: { type: HabitType; time: TimeOfDay | null | undefined }) => string;
  onClose: () => void;
  onRename: (group: string) => void;
}

/** Changes the order of the habits, and their part of the day, by drag, keys and buttons. Each step is saved at once. */
export default function ArrangeDialog({ open, habits, sectionName, onClose, onRename }: ArrangeDialogProps) {
  const { t } = useLingui();
  const save = useArrangement();
  const [dragged, setDragged] = useState(false);
  /** Types whose headings stay while the dialog is open, so that the last habit of a part of the day can move back. */
  const [timed, setTimed] = useState<readonly HabitType[]>([]);
  const hasGroups = habits.some(({ group_name }) => group_name !== null);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        // Escape first cancels a drag, and only then closes the dialog.
        if (next || dragged) return;
        setTimed([]);
        onClose();
      }}
      onKeyDown={(event) => {
        // A drag listens for arrow keys on the document, which the dialog would otherwise stop.
        if (dragged) event.preventBaseUIHandler();
      }}
      title={t`Arrange habits`}
      description={[
        hasGroups
          ? t`Drag a habit to its place, or use its arrows. A group moves as a whole.`
          : t`Drag a habit to its place, or use its arrows.`,
        habits.some(({ time_of_day }) => time_of_day !== null) &&
          t`You can also move habits to another part of the day.`,
      ]
        .filter(Boolean)
        .join(" ")}
      closeLabel={t`Close`}
    >
      <div className="flex flex-col gap-6">
        {habitTypes.map((type) => {
          const blocks = blocksOf(habits, type);
          if (blocks.length === 0) return null;
          const hasTimes = timed.includes(type) || blocks.some(({ time }) => time !== null);
          return (
            <section key={type}>
              {hasTimes ? null : (
                <h3 className="mb-2 text-xs font-[560] tracking-normal text-ink-muted">
                  {sectionName({ type, time: undefined })}
                </h3>
              )}
              <Rows
                rows={rowsOf(blocks, hasTimes)}
                headingOf={(time) => sectionName({ type, time })}
                onRows={(next) => {
                  if (hasTimes) setTimed([...timed, type]);
                  save(type, blocksIn(next));
                }}
                onDrag={setDragged}
                onRename={onRename}
              />
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}

interface RowsProps {
  rows: readonly Row[];
  headingOf: (time: TimeOfDay | null) => string;
  onRows: (rows: readonly Row[]) => void;
  onDrag: (isDragging: boolean) => void;
  onRename: (group: string) => void;
}

/** Groups and ungrouped habits side by side, below the headings of their parts of the day; the habits of a group inside it. */
function Rows({ rows, headingOf, onRows, onDrag, onRename }: RowsProps) {
  const { t } = useLingui();
  const renameOf = (group: string) => (
    <IconButton label={t`Rename “${{ group }}”`} size="small" onClick={() => onRename(group)}>
      <Pencil aria-hidden="true" />
    </IconButton>
  );
  return (
    <SortableList
      items={rows.map((row) => {
        if (!("block" in row)) return { id: `heading-${row.time}`, title: headingOf(row.time), isHeading: true };
        const { group, habits } = row.block;
        const [first] = habits;
        // A group stays the same row in another part of the day and with its habits in another order.
        const oldest = Math.min(...habits.map(({ id }) => id));
        return group === null
          ? { id: `habit-${first?.id}`, title: first?.title ?? "", habit: first }
          : { id: `group-${oldest}`, title: group, action: renameOf(group) };
      })}
      onOrder={(order) => onRows(order.map((index) => rows[index] as Row))}
      onDrag={onDrag}
      below={(index) => {
        const row = rows[index];
        if (!row || !("block" in row) || row.block.group === null) return null;
        const { block } = row;
        const [only] = block.habits;
        if (only && block.habits.length < 2) return <Lonely habit={only} />;
        return (
          <div className="border-t border-line py-2 pr-2 pl-5">
            <SortableList
              items={block.habits.map((habit) => ({ id: `habit-${habit.id}`, title: habit.title, habit }))}
              onOrder={(order) => {
                const habits = order.map((at) => block.habits[at] as Habit);
                onRows(rows.map((other) => (other === row ? { block: { ...block, habits } } : other)));
              }}
              onDrag={onDrag}
            />
          </div>
        );
      }}
    />
  );
}

/** The only habit of a group cannot be arranged. */
function Lonely({ habit }: { habit: Habit }) {
  return (
    <p
      style={hueStyle(habit.hue)}
      className="flex items-center gap-3 border-t border-line py-3 pr-3 pl-8 text-[0.9375rem] leading-tight"
    >
      <span aria-hidden="true" className="h-5 w-1 shrink-0 rounded-full bg-habit" />
      <HabitTitle habit={habit} />
    </p>
  );
}
