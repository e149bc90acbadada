import type { Habit } from "@daymark/domain/tracking/habit";
import { classes } from "@daymark/ui/classes";
import { IconButton, iconButtonClass } from "@daymark/ui/icon-button";
import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, Folder, GripVertical } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { HabitTitle } from "./habit-title.tsx";
import { hueStyle } from "./hues.ts";

interface SortableItem {
  id: string;
  title: string;
  /** Undefined for a group. */
  habit?: Habit | undefined;
  /** Another action on the item. */
  action?: ReactNode;
}

interface SortableListProps {
  items: readonly SortableItem[];
  /** Called with the old indices in their new order. */
  onOrder: (order: number[]) => void;
  onDrag: (isDragging: boolean) => void;
  /** Shown below an item and moved with it. */
  below?: (index: number) => ReactNode;
}

/** A list that the user sorts by drag, keys and buttons; each step is announced. */
export function SortableList({ items, onOrder, onDrag, below }: SortableListProps) {
  const { t } = useLingui();
  // Screen readers would not announce a live region outside the dialog.
  const [container, setContainer] = useState<HTMLElement | null>(null);
  // A habit that was just picked up is over its own place. Announcing that would cut off the first announcement.
  const wasPickedUp = useRef(false);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = items.map(({ id }) => id);
  const count = items.length;
  const titleOf = (id: unknown) => items.find((item) => item.id === id)?.title ?? "";
  const placeOf = (id: unknown) => ids.indexOf(String(id)) + 1;
  const move = (from: number, to: number) => {
    const order = ids.map((_, index) => index);
    order.splice(to, 0, ...order.splice(from, 1));
    onOrder(order);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={() => onDrag(true)}
      onDragCancel={() => setTimeout(() => onDrag(false))}
      onDragEnd={({ active, over }) => {
        onDrag(false);
        if (over && active.id !== over.id) move(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)));
      }}
      accessibility={{
        ...(container && { container }),
        screenReaderInstructions: {
          draggable: t`Press Space to pick up the habit, the arrow keys to move it, Space to drop it, Escape to cancel.`,
        },
        announcements: {
          onDragStart: ({ active }) => {
            wasPickedUp.current = true;
            return t`${{ title: titleOf(active.id) }} picked up, position ${{ place: placeOf(active.id) }} of ${count}.`;
          },
          onDragOver: ({ active, over }) => {
            const isFirst = wasPickedUp.current;
            wasPickedUp.current = false;
            return over && !(isFirst && over.id === active.id)
              ? t`${{ title: titleOf(active.id) }} is over position ${{ place: placeOf(over.id) }} of ${count}.`
              : undefined;
          },
          onDragEnd: ({ active, over }) =>
            t`${{ title: titleOf(active.id) }} dropped at position ${{ place: placeOf(over?.id ?? active.id) }} of ${count}.`,
          onDragCancel: ({ active }) => t`Cancelled. ${{ title: titleOf(active.id) }} is back where it was.`,
        },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <div ref={setContainer}>
          <ol className="flex flex-col gap-1.5">
            {items.map((item, index) => (
              <Sortable
                key={item.id}
                item={item}
                canMove={{ up: index > 0, down: index < count - 1 }}
                onMove={(by) => move(index, index + by)}
              >
                {below?.(index)}
              </Sortable>
            ))}
          </ol>
        </div>
      </SortableContext>
    </DndContext>
  );
}

interface SortableProps {
  item: SortableItem;
  canMove: { up: boolean; down: boolean };
  onMove: (by: -1 | 1) => void;
  children: ReactNode;
}

function Sortable({ item, canMove, onMove, children }: SortableProps) {
  const { t } = useLingui();
  const { title, habit } = item;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: item.id,
  });
  return (
    <li
      ref={setNodeRef}
      style={{
        ...(habit && hueStyle(habit.hue)),
        transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined,
        transition,
      }}
      className={classes("relative rounded-control border border-line bg-surface", isDragging && "z-10 shadow-float")}
    >
      <div className="flex items-center sm:pr-1.5">
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
        {habit ? (
          <span aria-hidden="true" className="mr-3 h-6 w-1 shrink-0 rounded-full bg-habit sm:ml-2" />
        ) : (
          <Folder aria-hidden="true" className="mr-2.5 size-4 shrink-0 text-ink-muted sm:ml-1" />
        )}
        <span
          className={classes(
            "my-3 line-clamp-2 min-w-0 flex-1 text-[0.9375rem] leading-tight",
            habit ? "font-[530]" : "font-[600]",
          )}
        >
          {habit ? <HabitTitle habit={habit} /> : title}
        </span>
        {item.action}
        <IconButton label={t`Move ${title} up`} size="small" disabled={!canMove.up} onClick={() => onMove(-1)}>
          <ArrowUp aria-hidden="true" />
        </IconButton>
        <IconButton label={t`Move ${title} down`} size="small" disabled={!canMove.down} onClick={() => onMove(1)}>
          <ArrowDown aria-hidden="true" />
        </IconButton>
      </div>
      {children}
    </li>
  );
}
