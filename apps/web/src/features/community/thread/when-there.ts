/** About half a second: React renders the element within one or two frames. */
const framesMax = 30;

/** Calls `work` with an element as soon as React has rendered it. */
export function whenThere(find: () => HTMLElement | null | undefined, work: (element: HTMLElement) => void): void {
  let frames = 0;
  const look = () => {
    const element = find();
    if (element) return work(element);
    frames += 1;
    if (frames < framesMax) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
