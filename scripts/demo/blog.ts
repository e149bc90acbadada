import { createPost } from "../../packages/api/src/blog/create.ts";
import type { Uploads } from "../../packages/api/src/host/uploads.ts";
import { createImage } from "../../packages/api/src/image/create.ts";
import type { Database } from "../../packages/db/src/connection/client.ts";
import { blogs } from "../../packages/db/src/schema/blog.ts";
import { comments, reactions } from "../../packages/db/src/schema/thread.ts";
import { users } from "../../packages/db/src/schema/user.ts";
import { fromDayNumber } from "../../packages/domain/src/base/day.ts";
import type { BlockInput } from "../../packages/domain/src/community/blog-block.ts";
import { demoAdmin } from "./people.ts";
import { type DemoPicture, drawPicture } from "./pictures.ts";
import { type DemoBlock, type DemoPost, demoPosts } from "./posts.ts";

const hour = 3_600_000;

/**
 * Fills the blog with posts in both languages, their images, and comments of the demo users. Does nothing if a post
 * exists. The users must exist.
 *
 * @param today day number
 */
export async function seedBlog(db: Database, uploads: Uploads, today: number): Promise<void> {
  if ((await db.$count(blogs)) > 0) return;
  const people = new Map((await db.select().from(users)).map(({ username, id }) => [username, id]));
  const idOf = (username: string): number => {
    const id = people.get(username);
    if (id === undefined) throw new Error(`${username} is not registered`);
    return id;
  };
  for (const post of demoPosts) await createVersions({ db, uploads, idOf, today }, post);
}

interface Seeding {
  db: Database;
  uploads: Uploads;
  idOf: (username: string) => number;
  today: number;
}

async function createVersions({ db, uploads, idOf, today }: Seeding, post: DemoPost): Promise<void> {
  const { publishedAgo, versions } = post;
  // A draft is shown as one day old.
  const at = Date.parse(`${fromDayNumber(today - (publishedAgo ?? 1))}T08:00:00Z`);
  const ctx = { db, services: { uploads }, user: { id: idOf(demoAdmin) }, now: () => at };
  let first: string | undefined;
  for (const { blocks, cover, ...version } of versions) {
    const written: BlockInput[] = [];
    for (const block of blocks) written.push(await toBlock(ctx, block));
    const slug = await createPost(ctx, {
      ...version,
      blocks: written,
      ...(cover && { cover: await upload(ctx, cover) }),
      published: publishedAgo !== null,
      ...(first !== undefined && { translation_of: first }),
    });
    first ??= slug;
  }
  if (first !== undefined) await talk({ db, idOf, at, slug: first }, post);
}

type UploadContext = Parameters<typeof createImage>[0];

async function toBlock(ctx: UploadContext, block: DemoBlock): Promise<BlockInput> {
  return block.kind === "image" ? { kind: "image", ...(await upload(ctx, block)) } : block;
}

async function upload(ctx: UploadContext, { picture, alt }: { picture: DemoPicture; alt: string }) {
  const { id: image_id } = await createImage(ctx, { file: { content: drawPicture(picture) }, alt });
  return { image_id, alt };
}

/** Each answer comes an hour after the comment. */
async function talk(
  { db, idOf, at, slug }: Pick<Seeding, "db" | "idOf"> & { at: number; slug: string },
  { likes, comments: said }: DemoPost,
): Promise<void> {
  const thread_id = (await db.select().from(blogs)).find((post) => post.slug === slug)?.thread_id ?? 0;
  const liked = likes.map((username) => ({ thread_id, user_id: idOf(username), type: "like" as const }));
  if (liked.length > 0) await db.insert(reactions).values(liked);
  let spoken = at;
  const say = async (author: string, text: string, parent_id: number | null) => {
    spoken += hour;
    const values = { thread_id, author_id: idOf(author), text, parent_id, created_at: new Date(spoken) };
    const [row] = await db.insert(comments).values(values).returning({ id: comments.id });
    return row?.id ?? null;
  };
  for (const { author, text, replies = [] } of said) {
    const parent = await say(author, text, null);
    for (const reply of replies) await say(reply.author, reply.text, parent);
  }
}
