import { Toast } from "@base-ui/react/toast";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleExclamationPoint from "lucide-react/icons/circle-exclamation-point";
import Info from "lucide-react/icons/info";
import TriangleExclamationPoint from "lucide-react/icons/triangle-exclamation-point";
import X from "lucide-react/icons/x";
import { type ComponentType, type ReactNode, type SVGProps, useEffect, useLayoutEffect, useRef, useState } from "react";
import { buttonClass } from "./button.tsx";
import { classes } from "./classes.ts";
import { iconButtonClass } from "./icon-button.tsx";

export type ToastKind = "info" | "success" | "warning" | "danger";

/** Our data of a toast in addition to the library's. */
interface ToastData {
  /**
   * Shown in place of the description. Screen readers read the description, so that a countdown is not read every
   * second.
   */
  live?: ReactNode;
  /** How long the toast is shown. One without room for it does not count down. */
  timeoutMs: number;
}

/** Any code can add toasts; the {@link Toaster} with the same manager shows them. */
export const createToasts = Toast.createToastManager<ToastData>;
export type Toasts = ReturnType<typeof createToasts>;

/** A place in the window, in CSS pixels. */
export interface ToastRoom {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface ToasterProps {
  toasts: Toasts;
  /** The messages lie here and cover nothing else: they do not grow beyond it, and a long one scrolls. */
  room: ToastRoom;
  closeLabel: string;
  /** Name of the landmark; F6 moves the focus there. */
  regionLabel: string;
}

/** Two messages side by side, and an action beside a text, need these widths, in pixels. */
const [widthOfTwo, widthOfAction] = [560, 352];

/**
 * The newest message, or the newest two side by side; older ones wait until there is room again. Hovering or focusing
 * one pauses its timeout.
 */
export function Toaster({ toasts, room, closeLabel, regionLabel }: ToasterProps) {
  const isActionBelow = room.width < widthOfAction || matchMedia("(pointer: coarse)").matches;
  return (
    <Toast.Provider toastManager={toasts} limit={room.width < widthOfTwo ? 1 : 2}>
      <Toast.Portal>
        <Toast.Viewport aria-label={regionLabel} style={{ ...room }} className={viewportClass}>
          <ToastList closeLabel={closeLabel} isActionBelow={isActionBelow} />
          {isActionBelow ? <ThumbAction /> : null}
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList({ closeLabel, isActionBelow }: { closeLabel: string; isActionBelow: boolean }) {
  const { toasts, update } = Toast.useToastManager<ToastData>();
  useEffect(() => {
    for (const { id, limited, timeout, data } of toasts) {
      const wanted = limited ? 0 : data?.timeoutMs;
      if (timeout !== wanted) update(id, { timeout: wanted });
    }
  }, [toasts, update]);
  return toasts.map((toast) => {
    const kind = (toast.type ?? "info") as ToastKind;
    const Icon = icons[kind];
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        {...messageRole}
        swipeDirection={["left", "right"]}
        className={toastClass}
      >
        <Toast.Content className="flex min-h-11 items-center gap-x-2 pl-3 max-sm:gap-x-1.5 max-sm:pl-2">
          <span className={classes("shrink-0 [&_svg]:size-4", tones[kind])}>
            <Icon aria-hidden="true" />
          </span>
          {/* Screen readers read an urgent message from the library's copy; this text still names the group. */}
          <div aria-hidden={toast.priority === "high" || undefined} ref={makeReachable} className={textClass}>
            <Toast.Title className="font-[560] tracking-normal" render={<p />} />
            <Toast.Description className="[overflow-wrap:anywhere] tabular-nums">{toast.data?.live}</Toast.Description>
          </div>
          {toast.actionProps ? (
            <Toast.Action
              className={classes(actionClass, isActionBelow && "not-[:root:has([role$=dialog])_*]:hidden")}
            />
          ) : null}
          <Toast.Close
            aria-label={closeLabel}
            // The library hides it from screen readers while the list is collapsed; ours is always expanded.
            aria-hidden={undefined}
            title={closeLabel}
            className={classes(iconButtonClass("small"), "max-sm:w-8!")}
          >
            <X aria-hidden="true" />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}

/** A text that is longer than its room scrolls, also by keys. */
function makeReachable(text: HTMLElement | null) {
  if (text && text.scrollHeight > text.clientHeight) text.tabIndex = 0;
}

/**
 * The action of the newest message, where the thumb is. It lies above the focused element if it would cover that,
 * because that is what the user has pressed. Under an open dialog it is in the message, and an open menu hides it.
 */
function ThumbAction() {
  const { toasts } = Toast.useToastManager<ToastData>();
  const button = useRef<HTMLButtonElement>(null);
  const newest = toasts.find(({ actionProps, transitionStatus }) => actionProps && transitionStatus !== "ending");
  const [lift, setLift] = useState(0);
  const change = newest && `${newest.id} ${newest.updateKey}`;
  useLayoutEffect(() => {
    if (!change || !button.current) return;
    setLift(liftOver(document.activeElement, button.current));
  }, [change]);
  if (!newest) return null;
  return (
    <div className="fixed right-4 bottom-0 pb-[max(1rem,env(safe-area-inset-bottom))] [:root:has([role$=dialog],[role=menu])_&]:hidden">
      <button
        ref={button}
        type="button"
        {...newest.actionProps}
        style={{ marginBottom: lift }}
        className={classes(buttonClass({ size: "large" }), "pointer-events-auto text-accent-text! shadow-float!")}
      />
    </div>
  );
}

/** How far, in pixels, the button has to go up so that it does not cover the element. */
function liftOver(focused: Element | null, button: HTMLElement): number {
  if (!focused || focused === document.body) return 0;
  const [target, own] = [focused.getBoundingClientRect(), button.getBoundingClientRect()];
  // Where the button is without a lift.
  const bottom = own.bottom + Number.parseFloat(getComputedStyle(button).marginBottom);
  const isBeside = target.right <= own.left || target.left >= own.right;
  const isAway = target.bottom <= bottom - own.height || target.top >= bottom;
  return isBeside || isAway ? 0 : bottom - target.top + liftGap;
}

const liftGap = 8;

/**
 * Overrides the library's dialog role: the toast asks nothing, and the live region around it reads it out. It is also
 * not hidden while the library's copy of an urgent message is read: its buttons stay reachable.
 */
const messageRole = { role: "group", "aria-modal": undefined, "aria-hidden": undefined } as const;

/** Over an open dialog of a phone the whole width is free, because the dialog covers the navbar. */
const viewportClass =
  "pointer-events-none fixed z-70 flex items-center justify-center gap-2 outline-none " +
  "max-sm:[:root:has([role$=dialog])_&]:inset-x-0! max-sm:[:root:has([role$=dialog])_&]:w-auto!";

/** As high as the navbar at most, without the borders of the message. */
const textClass =
  "min-w-0 flex-1 overflow-y-auto overscroll-contain outline-none text-xs leading-[1.2] sm:text-sm " +
  "max-h-[calc(var(--navbar)-0.25rem)]";

const actionClass =
  "min-h-9 shrink-0 rounded-lg px-3 text-sm font-[600] text-accent-text hover:bg-accent-soft pointer-coarse:min-h-11";

const toastClass =
  "pointer-events-auto w-full max-w-md rounded-xl border border-line bg-raised text-ink shadow-float outline-none " +
  "transition-[transform,opacity] duration-220 ease-(--ease-out) data-[limited]:hidden " +
  "translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y) data-[starting-style]:-translate-y-4 " +
  "data-[starting-style]:opacity-0 data-[ending-style]:opacity-0 data-[ending-style]:duration-120";

const icons: Record<ToastKind, ComponentType<SVGProps<SVGSVGElement>>> = {
  info: Info,
  success: CircleCheck,
  warning: TriangleExclamationPoint,
  danger: CircleExclamationPoint,
};

const tones: Record<ToastKind, string> = {
  info: "text-info-text",
  success: "text-success-text",
  warning: "text-warning-text",
  danger: "text-danger-text",
};
