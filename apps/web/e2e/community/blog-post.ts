import { readFileSync } from "node:fs";
import { newName, type User } from "../stage/user.ts";

interface Post {
  slug: string;
  title: string;
}

/** Publishes a post under a unique name. */
export function publish(admin: User, values: Record<string, unknown> = {}): Promise<Post> {
  return admin.call("POST", "/blogs/", {
    title: `Post ${newName("no")}`,
    description: "What it is about.",
    blocks: [{ kind: "paragraph", text: "Begin with five minutes." }],
    published: true,
    ...values,
  });
}

const picture = new URL("../../public/icon-512.png", import.meta.url);

/** Uploads a picture as the editor does. */
export async function uploadPicture(url: string, { access }: User, alt: string): Promise<{ id: number; url: string }> {
  const form = new FormData();
  form.set("file", new Blob([readFileSync(picture)], { type: "image/png" }), "picture.png");
  form.set("alt", alt);
  const headers = { authorization: `Bearer ${access}` };
  const answer = await fetch(`${url}/api/admin/images/`, { method: "POST", body: form, headers });
  if (!answer.ok) throw new Error(`the server answered the upload with ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { id: number; url: string };
}
