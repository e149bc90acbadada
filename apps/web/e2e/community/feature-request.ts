import type { Page } from "playwright-core";
import { expect } from "../stage/stage.ts";
import { newName, type User } from "../stage/user.ts";

export interface SentRequest {
  id: number;
  title: string;
  path: string;
}

/** A unique word, so that a search finds only this test's requests. */
export function newWord(): string {
  return newName("w").replace("_", "");
}

/** Sends a request. It stays pending unless the caller passes an admin, who opens it. */
export async function sendRequest(
  author: User,
  values: { title?: string; details?: string; category?: string; notify_me?: boolean } = {},
  openedBy?: User,
): Promise<SentRequest> {
  const title = values.title ?? `A wish of ${newWord()}`;
  const { id } = await author.call<{ id: number }>("POST", "/feature-requests/", {
    ...{ title, details: "As soon as possible.", category: "improvements" },
    ...values,
  });
  if (openedBy) await openedBy.call("POST", `/feature-requests/${id}/open/`);
  return { id, title, path: `/feature-requests/${id}` };
}

/** The request as the API returns it to this user. */
export function requestOf(user: User, { id }: SentRequest) {
  return user.call<{
    title: string;
    details: string;
    status: string;
    stage: string | null;
    reason: string | null;
    reply: string | null;
    notify_me: boolean | null;
    pinned: boolean;
    hidden: boolean;
    comments: string;
    reactions: { likes: number };
    duplicate_of: { id: number } | null;
  }>("GET", `/feature-requests/${id}/`);
}

/** The text of the focused element. */
export function focusedWords(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.textContent?.trim());
}

/** Expects that guests and search engines can, or cannot, see the request. */
export async function expectShown(url: string, { path, title }: SentRequest, isShown: boolean): Promise<void> {
  const answer = await fetch(url + path);
  expect(answer.status).toBe(isShown ? 200 : 404);
  const page = await answer.text();
  expect(page.includes(title)).toBe(isShown);
  expect(/<meta name="robots" content="noindex"/.test(page)).toBe(!isShown);
}
