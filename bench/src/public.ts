import type { Sql } from "@daymark/db/connection/client";
import { createPerson } from "./people.ts";

/** The post that readers open most. */
export const postSlug = "small-steps";
export const postPath = `/blog/${postSlug}`;

/** Words that readers search for. Each finds something. */
export const searchWords = ["morning", "streak", "evening", "calendar", "reminder", "export", "widget", "week"];

const posts = 120;
const requests = 400;
const comments = 60;
/** The first of each ten requests is pending. */
const isOpen = (number: number) => number % 10 !== 0;

/** The ids of the open requests, if the database contains no others. */
export const openRequests: readonly number[] = Array.from({ length: requests }, (_, number) => number)
  .filter(isOpen)
  .map((number) => number + 1);

/**
 * Creates the posts of a few years and the feature requests of a busy product, with the rows that the product would
 * write.
 *
 * @param url of the product; the API creates the first post and request, which are the model of the others
 */
export async function createPublicContent(url: string, sql: Sql): Promise<void> {
  const admin = await createPerson(url, "bench_admin");
  await sql`update users set is_staff = true where username = ${admin.username}`;
  await sql`update users set email_verified = true`;
  const call = async (path: string, body: object) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${admin.access}` };
    const answer = await fetch(`${url}/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { id: number };
  };
  const paragraph = (number: number) => ({
    kind: "paragraph",
    text: `${searchWords.join(" and ")}, said in another way for the ${number}th time. `.repeat(6).trim(),
  });
  const blocks = [
    { kind: "title", text: "Begin with two minutes" },
    ...Array.from({ length: 4 }, (_, index) => paragraph(index)),
    { kind: "subtitle", text: "What comes next" },
    ...Array.from({ length: 4 }, (_, index) => paragraph(index + 4)),
    { kind: "link", text: "Where this was tried", url: "https://example.org/study" },
    { kind: "divider" },
    paragraph(8),
  ];
  const words = { description: "Why five minutes are enough, and when they are not.", blocks, published: true };
  await call("/blogs/", { ...words, title: "Small steps", slug: postSlug });
  for (let number = 1; number < posts; number += 1) {
    const word = searchWords[number % searchWords.length];
    await call("/blogs/", { ...words, title: `Of the ${word}, part ${number}`, slug: `part-${number}` });
  }
  for (let number = 0; number < comments; number += 1) {
    await call(`/blogs/${postSlug}/comments/`, { text: `Comment ${number}: this is what helped me most.` });
  }
  for (let number = 0; number < requests; number += 1) {
    const word = searchWords[number % searchWords.length];
    const { id } = await call("/feature-requests/", {
      title: `Show the ${word} in view ${number}`,
      details: paragraph(number).text,
      category: "improvements",
    });
    if (isOpen(number)) await call(`/feature-requests/${id}/open/`, {});
  }
}
