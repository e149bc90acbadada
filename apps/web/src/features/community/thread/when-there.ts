/** About half a second: what was asked for is drawn in one or two. */
const framesMax = 30;

/** Does something with an element as soon as React has put it on the page. */
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
