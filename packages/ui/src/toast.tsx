import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import type { ComponentType, ReactNode, SVGProps } from "react";
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
}

/** Any code can add toasts; the {@link Toaster} with the same manager shows them. */
export const createToasts = Toast.createToastManager<ToastData>;
export type Toasts = ReturnType<typeof createToasts>;

interface ToasterProps {
  toasts: Toasts;
  closeLabel: string;
  /** Name of the landmark; F6 moves the focus there. */
  regionLabel: string;
}

/** The messages on top of the main area, newest first. Hovering or focusing one pauses its timeout. */
export function Toaster({ toasts, closeLabel, regionLabel }: ToasterProps) {
  return (
    <Toast.Provider toastManager={toasts} limit={4}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={regionLabel}
          className="pointer-events-none fixed inset-x-4 top-[4.5rem] z-70 mx-auto flex max-w-md flex-col gap-2 outline-none"
        >
          <ToastList closeLabel={closeLabel} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList({ closeLabel }: { closeLabel: string }) {
  const { toasts } = Toast.useToastManager<ToastData>();
  return toasts.map((toast) => {
    const kind = (toast.type ?? "info") as ToastKind;
    const Icon = icons[kind];
    return (
      <Toast.Root key={toast.id} toast={toast} {...messageRole} swipeDirection={["up", "right"]} className={toastClass}>
        {/* On a phone the action is below the text, which needs the width. */}
        <Toast.Content className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 py-2 pr-1.5 pl-3.5 sm:flex">
          <span className={classes("mt-2 [&_svg]:size-5", tones[kind])}>
            <Icon aria-hidden="true" />
          </span>
          {/* Screen readers read an urgent message from the library's copy; this text still names the group. */}
          <div
            aria-hidden={toast.priority === "high" || undefined}
            className="min-w-0 flex-1 py-2 text-[0.9375rem] leading-snug"
          >
            <Toast.Title className="font-[560] tracking-normal leading-snug" render={<p />} />
            <Toast.Description className="[overflow-wrap:anywhere] tabular-nums">{toast.data?.live}</Toast.Description>
          </div>
          {toast.actionProps ? (
            <Toast.Action className="min-h-9 shrink-0 self-center rounded-lg px-3 text-sm max-sm:col-start-2 max-sm:row-start-2 max-sm:-ml-3 max-sm:justify-self-start font-[600] text-accent-text hover:bg-accent-soft pointer-coarse:min-h-11" />
          ) : null}
          <Toast.Close
            aria-label={closeLabel}
            // The library hides it from screen readers while the list is collapsed; ours is always expanded.
            aria-hidden={undefined}
            title={closeLabel}
            className={classes(iconButtonClass("small"), "col-start-3 row-start-1")}
          >
            <X aria-hidden="true" />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}

/**
 * Overrides the library's dialog role: the toast asks nothing, and the live region around it reads it out. It is also
 * not hidden while the library's copy of an urgent message is read: its buttons stay reachable.
 */
const messageRole = { role: "group", "aria-modal": undefined, "aria-hidden": undefined } as const;

const toastClass =
  "pointer-events-auto w-full rounded-xl border border-line bg-raised text-ink shadow-float outline-none " +
  "transition-[transform,opacity] duration-220 ease-(--ease-out) data-[limited]:hidden " +
  "translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y) data-[starting-style]:-translate-y-4 " +
  "data-[starting-style]:opacity-0 data-[ending-style]:opacity-0 data-[ending-style]:duration-120";

const icons: Record<ToastKind, ComponentType<SVGProps<SVGSVGElement>>> = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
};

const tones: Record<ToastKind, string> = {
  info: "text-info-text",
  success: "text-success-text",
  warning: "text-warning-text",
  danger: "text-danger-text",
};
