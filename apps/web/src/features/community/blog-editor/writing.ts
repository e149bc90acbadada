import type { BlockKind, Blog, BlogDraft, BlogVersion, ShownBlock } from "@daymark/domain/community/blog";
import type { Language } from "@daymark/domain/text/language";

/** A block as it is written. Each kind uses the texts it has; the others stay while its kind is tried. */
export interface WrittenBlock {
  /** Its own for as long as the page is open. */
  key: string;
  kind: BlockKind;
  text: string;
  url: string;
  alt: string;
  /** Of an image of ours, whose address is in `url`; null for one from elsewhere. */
  image_id: number | null;
}

/** A post as it is written. */
export interface Writing {
  title: string;
  description: string;
  /** Empty: as the title proposes. */
  slug: string;
  language: Language;
  /** Slug of the post that it is a version of. */
  translation_of: string | null;
  blocks: readonly WrittenBlock[];
}

let keyCount = 0;

/** A new block, empty but for what is given. */
export function createBlock(kind: BlockKind, given: Partial<Omit<WrittenBlock, "key" | "kind">> = {}): WrittenBlock {
  keyCount += 1;
  return { key: `block-${keyCount}`, kind, text: "", url: "", alt: "", image_id: null, ...given };
}

/** A post that nobody has written anything of. */
export function emptyWriting(language: Language): Writing {
  const blocks = [createBlock("paragraph")];
  return { title: "", description: "", slug: "", language, translation_of: null, blocks };
}

/**
 * A working copy as it goes on being written.
 *
 * @param addresses of images by their id: a copy that began with a post's own blocks has none of them
 */
export function writingOf(content: BlogDraft, addresses: ReadonlyMap<number, string> = new Map()): Writing {
  const blocks = content.blocks.map(({ kind, text = "", url = "", alt = "", image_id }) =>
    createBlock(kind, {
      ...{ text, alt },
      image_id: image_id ?? null,
      url: url || (image_id === undefined ? "" : (addresses.get(image_id) ?? "")),
    }),
  );
  return { ...content, blocks: blocks.length > 0 ? blocks : [createBlock("paragraph")] };
}

/** What is kept of it as a working copy. */
export function draftOf({ title, description, slug, language, translation_of, blocks }: Writing): BlogDraft {
  return {
    ...{ title, description, slug, language, translation_of },
    blocks: blocks.map(({ kind, text, url, alt, image_id }) => ({
      kind,
      ...(text && { text }),
      ...(url && { url }),
      ...(alt && { alt }),
      ...(image_id !== null && { image_id }),
    })),
  };
}

/** What a post says now, as a working copy of it begins. */
export function draftOfPost(post: Blog): BlogDraft {
  const { title, description, slug, language, translations, blocks } = post;
  const [version] = translations.filter((other) => other.language !== language);
  return { title, description, slug, language, translation_of: version?.slug ?? null, blocks: blocks.map(keptBlock) };
}

/** What a version of a post said, in place of what is written now. */
export function withVersion(writing: Writing, { title, description, blocks }: BlogVersion): Writing {
  return writingOf({ ...draftOf(writing), title, description, blocks: blocks.map(keptBlock) });
}

function keptBlock(block: ShownBlock): BlogDraft["blocks"][number] {
  if (block.kind !== "image") return block;
  const { kind, url, alt, image_id } = block;
  return { kind, url, alt, ...(image_id !== undefined && { image_id }) };
}

/** Addresses of the images in these blocks by their id. */
export function imageAddresses(blocks: readonly (ShownBlock | WrittenBlock)[]): Map<number, string> {
  return new Map(
    blocks.flatMap((block) =>
      block.kind === "image" && block.image_id != null && block.url ? [[block.image_id, block.url] as const] : [],
    ),
  );
}

/** True for a paragraph with nothing in it: room to write, which no reader gets. */
export function isRoom({ kind, text }: WrittenBlock): boolean {
  return kind === "paragraph" && text.trim() === "";
}

/** True where nobody has written anything. */
export function isEmpty({ title, description, blocks }: Writing): boolean {
  return title.trim() === "" && description.trim() === "" && blocks.every(isRoom);
}

/** A block as it is sent. */
export function sentBlock({ kind, text, url, alt, image_id }: WrittenBlock): object {
  if (kind === "divider") return { kind };
  if (kind === "link") return { kind, text, url: fullAddress(url) };
  if (kind !== "image") return { kind, text };
  return { kind, alt, ...(image_id !== null ? { image_id } : url.trim() ? { url: fullAddress(url) } : {}) };
}

/** An address as it is typed: a host without a scheme is meant to be asked by https. */
export function fullAddress(typed: string): string {
  const url = typed.trim();
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#:]\S*)?$/u.test(url) ? `https://${url}` : url;
}

/** What a post says, as a version of it would keep it. */
export function saidIn(writing: Writing): Pick<BlogVersion, "title" | "description" | "blocks"> {
  return { title: writing.title, description: writing.description, blocks: shownBlocks(writing) };
}

/** A post as readers would see its blocks now. */
export function shownBlocks({ blocks }: Writing): ShownBlock[] {
  return blocks.flatMap((block): ShownBlock[] => {
    const { kind, text, alt } = block;
    const url = fullAddress(block.url);
    if (isRoom(block)) return [];
    if (kind === "divider") return [{ kind }];
    if (kind === "link") return [{ kind, text: text || url, url }];
    if (kind === "image") return url ? [{ kind, url, alt }] : [];
    return text.trim() ? [{ kind, text }] : [];
  });
}
