import { isLinkAddress } from "@daymark/domain/community/rich-text-input";
import { isWebAddress } from "@daymark/domain/text/linked-address";
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from "prosemirror-inputrules";
import type { MarkType } from "prosemirror-model";
import { TextSelection } from "prosemirror-state";
import { fullAddress, fullLinkAddress } from "../sent-block.ts";
import { schema } from "./schema.ts";

const { list, title, subtitle, quote, code_block, divider, image, paragraph } = schema.nodes;
const { bold, italic, code, link } = schema.marks;

/** Markdown while typing. Backspace right after a rule takes it back. */
export const markdownRules = inputRules({
  rules: [
    textblockTypeInputRule(/^#\s$/, title),
    textblockTypeInputRule(/^#{2,6}\s$/, subtitle),
    textblockTypeInputRule(/^>\s$/, quote),
    textblockTypeInputRule(/^```$/, code_block),
    wrappingInputRule(/^[-*+]\s$/, list, { ordered: false }, (_, before) => before.attrs.ordered === false),
    wrappingInputRule(/^\d{1,3}[.)]\s$/, list, { ordered: true }, (_, before) => before.attrs.ordered === true),
    dividerRule(),
    imageRule(),
    markRule(/(?<![*\w])\*\*(?=\S)([^*]*[^*\s])\*\*$/, bold),
    markRule(/(?<![_\w])__(?=\S)([^_]*[^_\s])__$/, bold),
    markRule(/(?<![*\w])\*(?=[^*\s])([^*]*[^*\s])\*$/, italic),
    markRule(/(?<![_\w])_(?=[^_\s])([^_]*[^_\s])_$/, italic),
    markRule(/(?<!`)`([^`]+)`$/, code),
    linkRule(),
  ],
});

/** A mark between two equal signs, which go. */
function markRule(pattern: RegExp, mark: MarkType): InputRule {
  return new InputRule(
    pattern,
    (state, match, start, end) => {
      const [whole, text = ""] = match;
      const from = start + whole.indexOf(text);
      const to = from + text.length;
      const tr = state.tr;
      // The last sign is typed, but not in the document yet.
      if (to < end) tr.delete(to, end);
      tr.delete(start, from);
      tr.addMark(start, start + text.length, mark.create());
      return tr.removeStoredMark(mark);
    },
    { inCodeMark: false },
  );
}

/** `[text](address)` */
function linkRule(): InputRule {
  return new InputRule(
    /(?<!!)\[([^[\]]+)\]\((\S+)\)$/,
    (state, match, start, end) => {
      const [, text = "", typed = ""] = match;
      const href = fullLinkAddress(typed);
      if (!isLinkAddress(href)) return null;
      const tr = state.tr.delete(start + 1 + text.length, end).delete(start, start + 1);
      return tr.addMark(start, start + text.length, link.create({ href })).removeStoredMark(link);
    },
    { inCodeMark: false },
  );
}

/** `---` alone in a paragraph */
function dividerRule(): InputRule {
  return new InputRule(/^(?:-{3}|\*{3}|_{3})$/, (state, _, start) => {
    const $start = state.doc.resolve(start);
    if ($start.parent.type !== paragraph || $start.depth !== 1) return null;
    const tr = state.tr.replaceWith($start.before(), $start.after(), [divider.create(), paragraph.create()]);
    return tr.setSelection(TextSelection.create(tr.doc, $start.before() + 2));
  });
}

/** `![description](address)` alone in a paragraph */
function imageRule(): InputRule {
  return new InputRule(/^!\[([^[\]]*)\]\((\S+)\)$/, (state, match, start) => {
    const [, alt = "", typed = ""] = match;
    const $start = state.doc.resolve(start);
    const url = fullAddress(typed);
    if (!isWebAddress(url) || $start.parent.type !== paragraph || $start.depth !== 1) return null;
    const nodes = [image.create({ url, alt }), paragraph.create()];
    const tr = state.tr.replaceWith($start.before(), $start.after(), nodes);
    return tr.setSelection(TextSelection.create(tr.doc, $start.before() + 2));
  });
}
