export type Side = "top" | "bottom" | "left" | "right";

/** In pixels from the corner of the visible page. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface PlaceInput {
  anchor: Box;
  size: Pick<Box, "width" | "height">;
  /** The part of the page that may be used. */
  within: Box;
  /** What must stay visible. */
  free: readonly Box[];
  /** In the order of preference. */
  sides: readonly Side[];
}

/**
 * A place for something beside its anchor: on the first side where it has space and covers nothing that must stay
 * visible. It moves along the edge of the anchor as far as the page needs.
 *
 * @returns null if there is no such side
 */
export function placeBeside({ anchor, size, within, free, sides }: PlaceInput): { x: number; y: number } | null {
  for (const side of sides) {
    const place = { ...pointOn(side, anchor, size, within), ...size };
    const isWithin =
      place.x >= within.x &&
      place.y >= within.y &&
      place.x + place.width <= within.x + within.width &&
      place.y + place.height <= within.y + within.height;
    if (isWithin && !free.some((box) => isOver(place, box))) return { x: place.x, y: place.y };
  }
  return null;
}

function pointOn(side: Side, anchor: Box, { width, height }: PlaceInput["size"], within: Box) {
  const x = between(within.x, anchor.x + (anchor.width - width) / 2, within.x + within.width - width);
  const y = between(within.y, anchor.y + (anchor.height - height) / 2, within.y + within.height - height);
  if (side === "top") return { x, y: anchor.y - height };
  if (side === "bottom") return { x, y: anchor.y + anchor.height };
  if (side === "left") return { x: anchor.x - width, y };
  return { x: anchor.x + anchor.width, y };
}

function between(least: number, wanted: number, most: number): number {
  return Math.max(least, Math.min(wanted, most));
}

function isOver(one: Box, other: Box): boolean {
  const isApart =
    one.x + one.width <= other.x ||
    other.x + other.width <= one.x ||
    one.y + one.height <= other.y ||
    other.y + other.height <= one.y;
  return !isApart;
}
