import { classes } from "@daymark/ui/classes";
import { Skeleton } from "@daymark/ui/skeleton";

interface ShapesProps {
  count: number;
  /** Of each, as high as what comes. */
  shape: string;
  /** How they lie, as what comes will. */
  className?: string;
}

/** The shapes of things that are on their way. */
export function Shapes({ count, shape, className = "flex flex-col gap-2" }: ShapesProps) {
  return (
    <div aria-busy="true" className={classes("w-full", className)}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className={shape} />
      ))}
    </div>
  );
}
