import { isLinkAddress } from "@daymark/domain/community/rich-text-input";
import { type Marks, noMarks, withMark } from "./text-builder.ts";

const markNames: Record<string, "bold" | "italic" | "code"> = {
  b: "bold",
  strong: "bold",
  i: "italic",
  em: "italic",
  code: "code",
  kbd: "code",
  samp: "code",
  tt: "code",
};

/** Elements that have no end. */
const voidNames = new Set("area base br col embed hr img input link meta source track wbr".split(" "));

/** Deeper elements add no marks. */
const depthMax = 100;

/** The marks of the inline elements that are open. */
export class MarkStack {
  readonly #open: { name: string; marks: Marks }[] = [];

  get current(): Marks {
    return this.#open.at(-1)?.marks ?? noMarks;
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (voidNames.has(name) || this.#open.length >= depthMax) return;
    this.#open.push({ name, marks: marksOf(name, attributes, this.current) });
  }

  /** Closes the innermost element of this name, and what is open in it. */
  close(name: string): void {
    const index = this.#open.findLastIndex((element) => element.name === name);
    if (index >= 0) this.#open.length = index;
  }
}

function marksOf(name: string, attributes: ReadonlyMap<string, string>, marks: Marks): Marks {
  if (name === "a") {
    const href = attributes.get("href")?.trim() ?? "";
    return { ...marks, href: isLinkAddress(href) ? href : null };
  }
  const style = attributes.get("style") ?? "";
  const weight = /font-weight:\s*(\w+)/i.exec(style)?.[1];
  const mark = markNames[name];
  // Google Docs puts the whole document into a `b` that is not bold, and marks words by styles.
  const isBold = weight === undefined ? mark === "bold" : /^(?:bold|bolder|[6-9]00)$/i.test(weight);
  let own = isBold ? withMark(marks, "bold") : marks;
  if (mark === "italic" || /font-style:\s*italic/i.test(style)) own = withMark(own, "italic");
  return mark === "code" ? withMark(own, "code") : own;
}
