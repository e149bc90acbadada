import { Plugin } from "prosemirror-state";
import { Decoration, DecorationSet } from "prosemirror-view";
import { kindOf, schema } from "./schema.ts";

/** The hints in empty blocks, by their kind; the paragraph of a post without text has its own. */
export interface Hints {
  empty: string;
  paragraph: string;
  title: string;
  subtitle: string;
  quote: string;
  code: string;
}

/** Shows hints in empty blocks: headings always, a paragraph if it has the caret. */
export function placeholders(hints: () => Hints): Plugin {
  return new Plugin({
    props: {
      decorations: ({ doc, selection: { $from } }) => {
        const marks: Decoration[] = [];
        doc.forEach((node, offset, index) => {
          const kind = kindOf(node);
          if (!node.isTextblock || node.content.size > 0) return;
          const isOnly = doc.childCount === 1;
          if (node.type === schema.nodes.paragraph && !isOnly && $from.index(0) !== index) return;
          const hint = isOnly && kind === "paragraph" ? hints().empty : hints()[kind as keyof Hints];
          marks.push(Decoration.node(offset, offset + node.nodeSize, { "data-hint": hint }));
        });
        return DecorationSet.create(doc, marks);
      },
    },
  });
}
