import { blocksMax } from "@daymark/domain/community/blog-block";
import { closeHistory } from "prosemirror-history";
import { Fragment, Slice } from "prosemirror-model";
import { TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { fittingBlocks } from "../paste/fitting-blocks.ts";
import { plainBlocks, withLineFeeds } from "../paste/plain-blocks.ts";
import { createBlock, type WrittenBlock } from "../writing.ts";
import { insertNodes } from "./commands.ts";
import { nodesOf } from "./convert.ts";
import { limitOf, type OnFull } from "./limit-guard.ts";
import { schema } from "./schema.ts";

/** The readers of HTML and Markdown. They are not needed to show the text, and are fetched after it. */
const readers = import("../paste/pasted.ts").catch(() => null);

/**
 * Handles what is pasted and dropped, instead of ProseMirror: its clipboard reader needs the browser's HTML parser, which
 * our Trusted Types forbid. A paste is one undo step.
 */
export function pasteEvents(onFull: OnFull) {
  // The clipboard does not say whether a paste is meant to be plain; the keys do.
  let isPlain = false;
  return {
    keydown: (_: EditorView, event: KeyboardEvent) => {
      isPlain = event.shiftKey && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "v";
      return false;
    },
    paste: (view: EditorView, event: ClipboardEvent) => {
      if (event.clipboardData) insertData(view, event.clipboardData, { isPlain, onFull });
      isPlain = false;
      event.preventDefault();
      return true;
    },
    drop: (view: EditorView, event: DragEvent) => {
      // ProseMirror moves what was dragged in the text itself.
      if (view.dragging || !event.dataTransfer) return false;
      const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
      if (place) view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(place.pos))));
      insertData(view, event.dataTransfer, { isPlain: false, onFull });
      view.focus();
      event.preventDefault();
      return true;
    },
  };
}

function insertData(view: EditorView, data: DataTransfer, how: { isPlain: boolean; onFull: OnFull }): void {
  const text = data.getData("text/plain");
  const [file] = data.files;
  // Word processors add an image of the copied text to the clipboard.
  if (file && text === "") {
    insertFile(view, file);
    return;
  }
  if (view.state.selection.$from.parent.type.spec.code) {
    insertBlocks(view, [createBlock("code", { text: withLineFeeds(text) })], how.onFull);
    return;
  }
  if (how.isPlain) insertBlocks(view, plainBlocks(text), how.onFull);
  else void insertRead(view, { html: data.getData("text/html"), text }, how.onFull);
}

/** Inserts what the readers find; without them, when the network failed, the text as it is. */
async function insertRead(view: EditorView, data: { html: string; text: string }, onFull: OnFull): Promise<void> {
  const loaded = await readers;
  if (!view.isDestroyed) insertBlocks(view, loaded ? loaded.pastedBlocks(data) : plainBlocks(data.text), onFull);
}

/** A file becomes an image, which is uploaded once it is described. */
function insertFile(view: EditorView, file: File): void {
  insertNodes([schema.nodes.image.create({ file })])(view.state, view.dispatch);
}

/** Blocks in place of the selection: a paragraph at either end joins the text around it, and code joins code. */
function insertBlocks(view: EditorView, blocks: readonly WrittenBlock[], onFull: OnFull): void {
  const room = blocksMax - view.state.doc.childCount + 1;
  const fitting = fittingBlocks(blocks);
  const nodes = nodesOf(fitting.slice(0, room));
  if (fitting.length > room) onFull("blocks");
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (!first || !last) return;
  const { tr, selection } = view.state;
  const joined = selection.$from.parent.type.spec.code ? schema.nodes.code_block : schema.nodes.paragraph;
  const slice = new Slice(Fragment.from(nodes), first.type === joined ? 1 : 0, last.type === joined ? 1 : 0);
  tr.replaceSelection(slice);
  // What would make the block with the caret too long, such as a long list in an item of another one, follows it.
  if (limitOf(view.state.doc, tr.doc) === "length") insertNodes(nodes)(view.state, view.dispatch);
  else view.dispatch(closeHistory(tr).scrollIntoView());
  // What is typed next is another undo step.
  view.dispatch(closeHistory(view.state.tr));
}
