import { type Habit, type HabitType, habitTypes } from "@daymark/domain/habit";
import { classes } from "@daymark/ui/classes";
import { Dialog } from "@daymark/ui/dialog";
import { IconButton, iconButtonClass } from "@daymark/ui/icon-button";
import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import { useRef, useState } from "react";
import { idsAfterMove } from "./habit-list.ts";
import { hueStyle } from "./hues.ts";

interface ArrangeDialogProps {
  open: boolean;
  habits: readonly Habit[];
  typeNames: Record<HabitType, string>;
  onClose: () => void;
  onOrder: (type: HabitType, ids: number[]) => void;
}

/** The order of the habits, by drag, by keys and by buttons. Each step is saved as it is made. */
export default function ArrangeDialog({ open, habits, typeNames, onClose, onOrder }: ArrangeDialogProps) {
  const { t } = useLingui();
  const [dragged, setDragged] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        // Escape puts a habit back where it was picked up before it closes anything.
        if (!next && !dragged) onClose();
      }}
      onKeyDown={(event) => {
        // A drag listens to the document's arrows, which the dialog would keep to itself.
        if (dragged) event.preventBaseUIHandler();
      }}
      title={t`Arrange habits`}
      description={t`Drag a habit to its place, or move it by its arrows.`}
      closeLabel={t`Close`}
    >
      <div className="flex flex-col gap-6">
        {habitTypes.map((type) => {
          const ofType = habits.filter((habit) => habit.type === type);
          return ofType.length === 0 ? null : (
            <section key={type}>
              <h3 className="mb-2 text-xs font-[560] tracking-normal text-ink-muted">{typeNames[type]}</h3>
              <SortableList habits={ofType} onOrder={(ids) => onOrder(type, ids)} onDrag={setDragged} />
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}

interface SortableListProps {
  habits: readonly Habit[];
  onOrder: (ids: number[]) => void;
  onDrag: (isDragging: boolean) => void;
}

function SortableList({ habits, onOrder, onDrag }: SortableListProps) {
  const { t } = useLingui();
  // Outside of the dialog nobody would hear the announcements.
  const [container, setContainer] = useState<HTMLElement | null>(null);
  // Right after a habit was picked up it is over its own place. Saying so would cut that first sentence short.
  const wasPickedUp = useRef(false);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = habits.map((habit) => habit.id);
  const count = habits.length;
  const titleOf = (id: unknown) => habits.find((habit) => habit.id === id)?.title ?? "";
  const placeOf = (id: unknown) => ids.indexOf(Number(id)) + 1;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={() => onDrag(true)}
      onDragCancel={() => setTimeout(() => onDrag(false))}
      onDragEnd={({ active, over }) => {
        onDrag(false);
        if (!over || active.id === over.id) return;
        const next = [...ids];
        next.splice(ids.indexOf(Number(over.id)), 0, ...next.splice(ids.indexOf(Number(active.id)), 1));
        onOrder(next);
      }}
      accessibility={{
        ...(container && { container }),
        screenReaderInstructions: {
          draggable: t`Press Space to pick up the habit, the arrow keys to move it, Space to drop it, Escape to cancel.`,
        },
        announcements: {
          onDragStart: ({ active }) => {
            wasPickedUp.current = true;
            return t`${{ title: titleOf(active.id) }} picked up, place ${{ place: placeOf(active.id) }} of ${count}.`;
          },
          onDragOver: ({ active, over }) => {
            const isFirst = wasPickedUp.current;
            wasPickedUp.current = false;
            return over && !(isFirst && over.id === active.id)
              ? t`${{ title: titleOf(active.id) }} is over place ${{ place: placeOf(over.id) }} of ${count}.`
              : undefined;
          },
          onDragEnd: ({ active, over }) =>
            t`${{ title: titleOf(active.id) }} dropped at place ${{ place: placeOf(over?.id ?? active.id) }} of ${count}.`,
          onDragCancel: ({ active }) => t`Cancelled. ${{ title: titleOf(active.id) }} is where it was.`,
        },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol ref={setContainer} className="flex flex-col gap-1.5">
          {habits.map((habit) => (
            <SortableHabit key={habit.id} habit={habit} habits={habits} onOrder={onOrder} />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

interface SortableHabitProps {
  habit: Habit;
  habits: readonly Habit[];
  onOrder: (ids: number[]) => void;
}

function SortableHabit({ habit, habits, onOrder }: SortableHabitProps) {
  const { t } = useLingui();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: habit.id,
  });
  const title = habit.title;
  const up = idsAfterMove(habits, habit, -1);
  const down = idsAfterMove(habits, habit, 1);
  return (
    <li
      ref={setNodeRef}
      style={{
        ...hueStyle(habit.hue),
        transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined,
        transition,
      }}
      className={classes(
        "relative flex items-center rounded-control border border-line bg-surface sm:pr-1.5",
        isDragging && "z-10 shadow-float",
      )}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        {...attributes}
        {...listeners}
        aria-label={t`Move ${title}`}
        className={classes(iconButtonClass("small"), "cursor-grab touch-none active:cursor-grabbing")}
      >
        <GripVertical aria-hidden="true" />
      </button>
      <span aria-hidden="true" className="mr-3 h-6 w-1 shrink-0 rounded-full bg-habit sm:ml-2" />
      <span className="my-3 line-clamp-2 min-w-0 flex-1 text-[0.9375rem] leading-tight font-[530]">{title}</span>
      <IconButton label={t`Move ${title} up`} size="small" disabled={!up} onClick={() => up && onOrder(up)}>
        <ArrowUp aria-hidden="true" />
      </IconButton>
      <IconButton label={t`Move ${title} down`} size="small" disabled={!down} onClick={() => down && onOrder(down)}>
        <ArrowDown aria-hidden="true" />
      </IconButton>
    </li>
  );
}
