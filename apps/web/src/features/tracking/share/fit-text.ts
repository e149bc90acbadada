import { fontFamily } from "./scene.ts";

let context: CanvasRenderingContext2D | null | undefined;

/** The width of a text on a picture, in pixels of the picture. */
export function textWidth(text: string, size: number, weight: number): number {
  context ??= document.createElement("canvas").getContext("2d");
  if (!context) return 0;
  context.font = `${weight} ${size}px ${fontFamily}`;
  return context.measureText(text).width;
}

/** Shortens a text that is wider than its space. An emoji of several characters stays whole, or goes. */
export function fitText(text: string, size: number, weight: number, width: number): string {
  if (textWidth(text, size, weight) <= width) return text;
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  const shortened = () => `${letters.join("").trimEnd()}…`;
  while (letters.length > 1 && textWidth(shortened(), size, weight) > width) letters.pop();
  return shortened();
}

/** Breaks a text into lines between words; shortens what does not fit into the last line. */
export function wrapText(text: string, size: number, weight: number, width: number, linesMax: number): string[] {
  const lines: string[] = [];
  let line = "";
  const words = text.split(" ");
  for (const [index, word] of words.entries()) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line === "" || textWidth(longer, size, weight) <= width) {
      line = longer;
      continue;
    }
    if (lines.length === linesMax - 1)
      return [...lines, fitText([line, ...words.slice(index)].join(" "), size, weight, width)];
    lines.push(line);
    line = word;
  }
  return [...lines, line].map((each) => fitText(each, size, weight, width));
}

/** A text of a user on a picture: its own direction changes nothing around it (Unicode 9, FIRST STRONG ISOLATE). */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
