import { type Calls, password } from "./calls.ts";

/** A new world keeps this many public rows of each kind. It deletes older ones, so that the database stays small. */
const publicKept = 20;

/** Creates public rows: a post and an open request, each with a comment and a vote of the user. Needs an admin. */
export async function createPublic(
  { expectCall, registered }: Calls,
  { admin, user }: { admin: string; user: string },
) {
  const body = {
    title: `A post ${registered()}`,
    description: "Of something",
    blocks: [{ kind: "paragraph", text: "Words" }],
    published: true,
  };
  const { slug } = await expectCall("POST", "/blogs/", admin, body);
  const wish = { title: `A wish ${registered()}`, details: "Soon", category: "improvements", notify_me: true };
  const { id: requestId } = await expectCall("POST", "/feature-requests/", user, wish);
  await expectCall("POST", `/feature-requests/${requestId}/open/`, admin, {});
  const under = async (path: string, kind: string, what: object) =>
    (await expectCall("POST", `${path}${kind}/`, user, what)).id as number;
  const [blogPath, requestPath] = [`/blogs/${slug}/`, `/feature-requests/${requestId}/`];
  const draft = await expectCall("POST", "/blog-drafts/", admin, {});
  return {
    blogSlug: slug as string,
    requestId: requestId as number,
    draftId: draft.id as number,
    blogCommentId: await under(blogPath, "comments", { text: "Mine" }),
    requestCommentId: await under(requestPath, "comments", { text: "Mine" }),
    blogReactionId: await under(blogPath, "reactions", { type: "like" }),
    requestReactionId: await under(requestPath, "reactions", { type: "like" }),
  };
}

/** Uploads an image. */
export async function createImage({ url, expectCall }: Calls, admin: string) {
  const form = new FormData();
  form.append("alt", "A dot");
  form.append("file", new Blob([Buffer.from(dot, "base64")], { type: "image/png" }), "dot.png");
  const { id, url: file } = await expectCall("POST", "/admin/images/", admin, form);
  return { imageId: id as number, imageFile: new URL(file, url).pathname };
}

/** Deletes public rows of earlier worlds, and turns all feature switches on. */
export async function restore({ call, expectCall }: Calls, root: string): Promise<void> {
  for (const [list, idOf] of [
    ["/blogs/", "slug"],
    ["/feature-requests/", "id"],
    ["/admin/images/", "id"],
  ] as const) {
    const { results } = await expectCall("GET", `${list}?limit=100`, root);
    for (const row of results.slice(publicKept)) await call("DELETE", `${list}${row[idOf]}/`, root);
  }
  const { results: drafts } = await expectCall("GET", "/blog-drafts/", root);
  for (const { id } of drafts) await call("DELETE", `/blog-drafts/${id}/`, root);
  const { results: switches } = await expectCall("GET", "/admin/switches/", root);
  for (const { name, is_on } of switches) {
    if (!is_on) await expectCall("PUT", `/admin/switches/${name}/`, root, { is_on: true, password });
  }
}

/** A PNG of one pixel. */
export const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
