import { classes } from "@daymark/ui/classes";
import { Skeleton } from "@daymark/ui/skeleton";

interface ShapesProps {
  count: number;
  /** Classes of each skeleton, as high as the content. */
  shape: string;
  /** The layout of the content that replaces them. */
  className?: string;
}

/** Skeletons of loading items. */
export function Shapes({ count, shape, className = "flex flex-col gap-2" }: ShapesProps) {
  return (
    <div aria-busy="true" className={classes("w-full", className)}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className={shape} />
      ))}
    </div>
  );
}
