import { TRPCClientError } from "@trpc/client";
import { UnexpectedResponse } from "./problem.ts";
import { callRest } from "./rest.ts";

interface DownloadedFile {
  name: string;
  content: Blob;
}

/**
 * Fetches a file of the REST API for the logged-in user.
 *
 * @param path below /api
 * @returns null if that user has logged out meanwhile or another one has logged in: the caller then saves nothing and
 *   shows nothing, regardless of the response
 * @throws TRPCClientError as a call does
 */
export async function fetchFile(parts: Parameters<typeof callRest>[0], path: string): Promise<DownloadedFile | null> {
  const { session } = parts;
  const userId = session.currentUserId;
  try {
    const file = await readFile(parts, path);
    return session.currentUserId === userId ? file : null;
  } catch (error) {
    if (session.currentUserId !== userId) return null;
    throw error;
  }
}

async function readFile(parts: Parameters<typeof callRest>[0], path: string): Promise<DownloadedFile> {
  const response = await callRest(parts, { path });
  const name = nameOf(response);
  if (!name) throw TRPCClientError.from(new UnexpectedResponse(response));
  return { name, content: await contentOf(response) };
}

/** A response that breaks off counts as no response. */
async function contentOf(response: Response): Promise<Blob> {
  try {
    return await response.blob();
  } catch (error) {
    throw error instanceof Error ? TRPCClientError.from(error) : error;
  }
}

/** Gives a file to the browser, which saves it or asks the user where. */
export function saveFile({ name, content }: DownloadedFile): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Some browsers read the URL only after they have asked the user.
  setTimeout(() => URL.revokeObjectURL(link.href), savingMs);
}

const savingMs = 60_000;

/** Null if the response is not a file but, for example, a page of a proxy. */
function nameOf({ headers }: Response): string | null {
  return /^attachment; filename="([a-z0-9.-]+)"$/.exec(headers.get("content-disposition") ?? "")?.[1] ?? null;
}
