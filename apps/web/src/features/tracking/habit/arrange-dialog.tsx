import type { Habit, HabitType } from "@daymark/domain/tracking/habit";
import { habitTypes, type TimeOfDay } from "@daymark/domain/tracking/habit-type";
import { Dialog } from "@daymark/ui/dialog";
import { IconButton } from "@daymark/ui/icon-button";
import { useLingui } from "@lingui/react/macro";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { type Block, blocksOf, idsOf } from "./habit-list.ts";
import { HabitTitle } from "./habit-title.tsx";
import { hueStyle } from "./hues.ts";
import { SortableList } from "./sortable-list.tsx";

interface ArrangeDialogProps {
  open: boolean;
  habits: readonly Habit[];
  sectionName: (section: { type: HabitType; time: TimeOfDay | null | undefined }) => string;
  onClose: () => void;
  onOrder: (type: HabitType, ids: number[]) => void;
  onRename: (group: string) => void;
}

/** Changes the order of the habits by drag, keys and buttons. Each step is saved at once. */
export default function ArrangeDialog({ open, habits, sectionName, onClose, onOrder, onRename }: ArrangeDialogProps) {
  const { t } = useLingui();
  const [dragged, setDragged] = useState(false);
  const hasGroups = habits.some(({ group_name }) => group_name !== null);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        // Escape first cancels a drag, and only then closes the dialog.
        if (!next && !dragged) onClose();
      }}
      onKeyDown={(event) => {
        // A drag listens for arrow keys on the document, which the dialog would otherwise stop.
        if (dragged) event.preventBaseUIHandler();
      }}
      title={t`Arrange habits`}
      description={
        hasGroups
          ? t`Drag a habit to its place, or use its arrows. A group moves as a whole.`
          : t`Drag a habit to its place, or use its arrows.`
      }
      closeLabel={t`Close`}
    >
      <div className="flex flex-col gap-6">
        {habitTypes.flatMap((type) => {
          const blocks = blocksOf(habits, type);
          const times = [...new Set(blocks.map(({ time }) => time))];
          const hasTimes = times.some((time) => time !== null);
          return times.map((time) => (
            <section key={`${type}-${time}`}>
              <h3 className="mb-2 text-xs font-[560] tracking-normal text-ink-muted">
                {sectionName({ type, time: hasTimes ? time : undefined })}
              </h3>
              <Blocks
                blocks={blocks.filter((block) => block.time === time)}
                // The order is that of all habits of the type; only this section changes.
                onBlocks={(next) =>
                  onOrder(
                    type,
                    idsOf(
                      times.flatMap((other) =>
                        other === time ? next : blocks.filter((block) => block.time === other),
                      ),
                    ),
                  )
                }
                onDrag={setDragged}
                onRename={onRename}
              />
            </section>
          ));
        })}
      </div>
    </Dialog>
  );
}

interface BlocksProps {
  blocks: readonly Block[];
  onBlocks: (blocks: readonly Block[]) => void;
  onDrag: (isDragging: boolean) => void;
  onRename: (group: string) => void;
}

/** Groups and ungrouped habits side by side; the habits of a group inside it. */
function Blocks({ blocks, onBlocks, onDrag, onRename }: BlocksProps) {
  const { t } = useLingui();
  const renameOf = (group: string) => (
    <IconButton label={t`Rename “${{ group }}”`} size="small" onClick={() => onRename(group)}>
      <Pencil aria-hidden="true" />
    </IconButton>
  );
  return (
    <SortableList
      items={blocks.map((block) => {
        const [first] = block.habits;
        return block.group === null
          ? { id: `habit-${first?.id}`, title: first?.title ?? "", habit: first }
          : { id: `group-${block.group}`, title: block.group, action: renameOf(block.group) };
      })}
      onOrder={(order) => onBlocks(order.map((index) => blocks[index] as Block))}
      onDrag={onDrag}
      below={(index) => {
        const block = blocks[index];
        if (!block || block.group === null || block.habits.length < 2) {
          const [only] = block?.group ? block.habits : [];
          return only ? <Lonely habit={only} /> : null;
        }
        return (
          <div className="border-t border-line py-2 pr-2 pl-5">
            <SortableList
              items={block.habits.map((habit) => ({ id: `habit-${habit.id}`, title: habit.title, habit }))}
              onOrder={(order) => {
                const habits = order.map((at) => block.habits[at] as Habit);
                onBlocks(blocks.map((other) => (other === block ? { ...block, habits } : other)));
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
