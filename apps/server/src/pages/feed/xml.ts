import { setImmediate } from "node:timers/promises";

/**
 * The characters that XML 1.0 (2.2) forbids even in escaped form: control characters, lone surrogates, and two more.
 */
const unspeakable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes a text for content and attributes. It removes characters that XML forbids. */
export function escapeXml(text: string): string {
  return text.replace(unspeakable, "").replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}

/** Markup that {@link element} has made. */
export interface Xml {
  readonly xml: string;
}

type Content = Xml | string | number | null | undefined | readonly Content[];

/**
 * Makes an XML element. It escapes texts, and null and undefined add nothing.
 *
 * @param attributes those that are undefined are left out
 */
export function element(name: string, attributes: Record<string, string | undefined>, ...content: Content[]): Xml {
  const given = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? "" : ` ${key}="${escapeXml(value)}"`,
  );
  const inside = content.map(spell).join("");
  return { xml: `<${name}${given.join("")}${inside === "" ? "/>" : `>${inside}</${name}>`}` };
}

function spell(content: Content): string {
  if (content === null || content === undefined) return "";
  if (typeof content === "string" || typeof content === "number") return escapeXml(String(content));
  return "xml" in content ? content.xml : content.map(spell).join("");
}

/**
 * Makes the elements of a long list, in its order. A feed of large posts takes a tenth of a second, so it yields to the
 * event loop after each `countAtOnce` elements. Other requests do not wait for the whole list.
 */
export async function elementsOf<Item>(
  items: readonly Item[],
  countAtOnce: number,
  toXml: (item: Item) => Xml | readonly Xml[],
): Promise<Xml[]> {
  const elements: Xml[] = [];
  for (let begin = 0; begin < items.length; begin += countAtOnce) {
    elements.push(...items.slice(begin, begin + countAtOnce).flatMap(toXml));
    await setImmediate();
  }
  return elements;
}

export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`;
}
