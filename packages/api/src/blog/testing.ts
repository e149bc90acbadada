import type { BlogCreateInput, BlogListInput } from "@daymark/domain/community/blog";
import { noon, type TestApi, type TestUser } from "../testing.ts";

export const hourLater = noon + 3_600_000;

/** The input of a post as an admin sends it, published at once by default. */
export function postInput(values: Partial<BlogCreateInput> = {}): BlogCreateInput {
  return {
    title: "Small steps",
    description: "Why five minutes are enough",
    blocks: [{ kind: "paragraph", text: "Begin with five minutes." }],
    published: true,
    ...values,
  };
}

/** Creates an admin who writes posts. */
export function createWriter(api: TestApi) {
  return api.createUser({ is_staff: true, email_verified: true });
}

/** The slugs of all posts of a list, fetched page by page. */
export async function slugsOf(caller: Pick<TestUser["caller"], "blog">, input: BlogListInput): Promise<string[]> {
  const { results, next } = await caller.blog.list(input);
  const slugs = results.map(({ slug }) => slug);
  return next === null ? slugs : [...slugs, ...(await slugsOf(caller, { ...input, cursor: next }))];
}
