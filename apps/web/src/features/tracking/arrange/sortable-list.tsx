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
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import Folder from "lucide-react/icons/folder";
import GripVertical from "lucide-react/icons/grip-vertical";
import { type ReactNode, useRef, useState } from "react";
import { HabitTitle } from "../habit/habit-title.tsx";
import { hueStyle } from "../habit/hues.ts";
import { orderAfter, placeAfter, type SectionItem } from "./arrangement.ts";

interface SortableItem extends SectionItem {
  id: string;
  /** Undefined for a group and a heading. */
  habit?: Habit | undefined;
  /** Another action on the item. */
  action?: ReactNode;
}

interface SortableListProps {
  items: readonly SortableItem[];
  /** Called with the old indices in their new order. An item may have moved past headings. */
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
  const indexOf = (id: unknown) => ids.indexOf(String(id));
  const titleOf = (id: unknown) => items[indexOf(id)]?.title ?? "";
  const placeOf = (active: unknown, over = active) => placeAfter(items, indexOf(active), indexOf(over));
  const move = (from: number, to: number) => {
    const order = orderAfter(items, from, to);
    if (order.some((index, place) => index !== place)) onOrder(order);
  };
  const withSection = (text: string, section: string | undefined) => (section ? `${text} ${section}.` : text);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={() => onDrag(true)}
      onDragCancel={() => setTimeout(() => onDrag(false))}
      onDragEnd={({ active, over }) => {
        onDrag(false);
        if (over && active.id !== over.id) move(indexOf(active.id), indexOf(over.id));
      }}
      accessibility={{
        ...(container && { container }),
        screenReaderInstructions: {
          draggable: t`Press Space to pick up the habit, the arrow keys to move it, Space to drop it, Escape to cancel.`,
        },
        announcements: {
          onDragStart: ({ active }) => {
            wasPickedUp.current = true;
            const { place, count, section } = placeOf(active.id);
            const text = t`${{ title: titleOf(active.id) }} picked up, position ${place} of ${count}.`;
            return withSection(text, section);
          },
          onDragOver: ({ active, over }) => {
            const isFirst = wasPickedUp.current;
            wasPickedUp.current = false;
            if (!over || (isFirst && over.id === active.id)) return undefined;
            const { place, count, section } = placeOf(active.id, over.id);
            return withSection(t`${{ title: titleOf(active.id) }} is over position ${place} of ${count}.`, section);
          },
          onDragEnd: ({ active, over }) => {
            const { place, count, section } = placeOf(active.id, over?.id);
            return withSection(t`${{ title: titleOf(active.id) }} dropped at position ${place} of ${count}.`, section);
          },
          onDragCancel: ({ active }) => t`Cancelled. ${{ title: titleOf(active.id) }} is back where it was.`,
        },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <div ref={setContainer}>
          <ol className="flex flex-col gap-1.5">
            {items.map((item, index) =>
              item.isHeading ? (
                <Heading key={item.id} id={item.id} title={item.title} />
              ) : (
                <Sortable
                  key={item.id}
                  item={item}
                  steps={{ up: stepOf(items, index, -1), down: stepOf(items, index, 1) }}
                  onMove={(by) => move(index, index + by)}
                >
                  {below?.(index)}
                </Sortable>
              ),
            )}
          </ol>
        </div>
      </SortableContext>
    </DndContext>
  );
}

/** A step of an item by one place: null if there is none; the title of the section to which it leads, if that is another. */
type Step = { section: string | undefined } | null;

function stepOf(items: readonly SortableItem[], index: number, by: -1 | 1): Step {
  const to = index + by;
  if (!items[to] || orderAfter(items, index, to).indexOf(index) === index) return null;
  const { section } = placeAfter(items, index, to);
  return { section: section === placeAfter(items, index, index).section ? undefined : section };
}

/** The heading of a section, past which items move. */
function Heading({ id, title }: { id: string; title: string }) {
  const { setNodeRef, transform, transition } = useSortable({ id, disabled: { draggable: true } });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
      className="pt-3 pb-0.5 first:pt-0"
    >
      <h3 className="text-xs font-[560] tracking-normal text-ink-muted">{title}</h3>
    </li>
  );
}

interface SortableProps {
  item: SortableItem;
  steps: { up: Step; down: Step };
  onMove: (by: -1 | 1) => void;
  children: ReactNode;
}

function Sortable({ item, steps: { up, down }, onMove, children }: SortableProps) {
  const { t } = useLingui();
  const { title, habit } = item;
  const toSection = (section: string) => t`Move ${title} to “${section}”`;
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
        <IconButton
          label={up?.section ? toSection(up.section) : t`Move ${title} up`}
          size="small"
          disabled={!up}
          onClick={() => onMove(-1)}
        >
          <ArrowUp aria-hidden="true" />
        </IconButton>
        <IconButton
          label={down?.section ? toSection(down.section) : t`Move ${title} down`}
          size="small"
          disabled={!down}
          onClick={() => onMove(1)}
        >
          <ArrowDown aria-hidden="true" />
        </IconButton>
      </div>
      {children}
    </li>
  );
}
