import { type FieldError, fieldError } from "@daymark/domain/base/validation";
import { blogCreateInput, blogUpdateInput } from "@daymark/domain/community/blog";
import { isEmptyText, sentBlock, sentIndexes } from "./sent-block.ts";
import type { Writing, WrittenBlock } from "./writing.ts";

export type DetailName = "title" | "description" | "slug" | "language" | "translation_of" | "tags" | "cover" | "blocks";
export type BlockField = "text" | "url" | "alt" | "image";

export interface BlockFaults extends Partial<Record<BlockField, FieldError[]>> {
  /** For a list: the index of the item with the error in `text`. */
  item?: number;
}

/** The errors of a post: by its members, and by the indexes of its blocks. */
export interface Faults {
  details: Partial<Record<DetailName, FieldError[]>>;
  blocks: Readonly<Record<number, BlockFaults>>;
  /** Another post has the same address. */
  isSlugTaken?: boolean;
}

export const noFaults: Faults = { details: {}, blocks: {} };

/** The input of the API for a post; the server chooses an empty slug. */
function sentMembers(writing: Writing, { isNew }: { isNew: boolean }) {
  const { title, description, slug, language, translation_of, tags, cover } = writing;
  const written = writing.blocks.filter((block) => !isEmptyText(block));
  return {
    ...{ title, description, language, tags: [...tags] },
    cover: cover && { image_id: cover.image_id, alt: cover.alt },
    ...(slug.trim() !== "" && { slug: slug.trim() }),
    // A new post has no original by default; null removes the original of an existing one.
    ...((translation_of !== null || !isNew) && { translation_of }),
    blocks: written.map(sentBlock),
  };
}

/** Validates a post with the server's schema, and finds the block and field of each error. */
export function faultsOf(writing: Writing): Faults {
  const members = sentMembers(writing, { isNew: true });
  const result = blogCreateInput.safeParse(members);
  if (result.success) return noFaults;
  const written = [...writing.blocks.entries()].filter(([, block]) => !isEmptyText(block));
  const details: Faults["details"] = {};
  const blocks: Record<number, BlockFaults> = {};
  for (const issue of result.error.issues) {
    const [name, index, member, itemIndex] = issue.path;
    const value = valueAt(members, issue.path);
    const fault = fieldError(issue, value);
    const found = name === "blocks" && typeof index === "number" ? written[index] : undefined;
    if (found) {
      const [place, block] = found;
      const faults = blocks[place] ?? {};
      // Without an image, a missing description is no error.
      if (isUnchosen(block)) faults.image = [{ code: "image_id_or_url" }];
      else if (!faults[fieldOf(member)]) {
        faults[fieldOf(member)] = [fault];
        if (member === "items" && typeof itemIndex === "number") {
          faults.item = sentIndexes(block.items)[itemIndex] ?? itemIndex;
        }
      }
      blocks[place] = faults;
    } else if (isDetail(name)) details[name] ??= [fault];
  }
  return { details, blocks };
}

/** The input for the server, once there are no errors. */
export function createInputOf(writing: Writing) {
  return blogCreateInput.parse(sentMembers(writing, { isNew: true }));
}

export function updateInputOf(writing: Writing, slug: string) {
  return blogUpdateInput.parse({ ...sentMembers(writing, { isNew: false }), blog_slug: slug });
}

export function isFaulty({ details, blocks }: Faults): boolean {
  return Object.keys(details).length > 0 || Object.keys(blocks).length > 0;
}

const details: readonly unknown[] = [
  "title",
  "description",
  "slug",
  "language",
  "translation_of",
  "tags",
  "cover",
  "blocks",
];

function isDetail(name: unknown): name is DetailName {
  return details.includes(name);
}

function isUnchosen({ kind, image_id, url }: WrittenBlock): boolean {
  return kind === "image" && image_id === null && url.trim() === "";
}

function fieldOf(member: unknown): BlockField {
  return member === "url" || member === "alt" ? member : "text";
}

function valueAt(members: object, path: readonly PropertyKey[]): unknown {
  let value: unknown = members;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** The server's errors by their members; those for members of this form are shown there. */
export function faultsFrom(errors: Readonly<Record<string, FieldError[]>>): Faults {
  return { details: Object.fromEntries(Object.entries(errors).filter(([name]) => isDetail(name))), blocks: {} };
}
