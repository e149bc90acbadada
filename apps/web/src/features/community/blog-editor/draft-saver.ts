import type { BlogDraft, BlogDraftCopy } from "@daymark/domain/community/blog";

/** The save state of the content. */
export type SaveState = "saved" | "typed" | "saving" | "offline" | "failed" | "conflict";

/** A working copy on the server, as this page knows it. */
export interface KnownDraft {
  id: number;
  revision: number;
}

/** The content that another user wrote meanwhile. */
export interface Theirs {
  /** Null if the working copy was published or deleted. */
  draft: KnownDraft | null;
  content: BlogDraft;
  author: string | null;
  updated_at: string;
  /** When the post with this content was changed; absent if only its working copy was. */
  base?: string;
}

/** Why a save failed, as far as the next step depends on it. */
export type SaveFailure = "conflict" | "gone" | "unreachable" | "refused";

export interface SaverParts {
  create: (content: BlogDraft) => Promise<BlogDraftCopy & { created: boolean }>;
  update: (draft: KnownDraft, content: BlogDraft) => Promise<BlogDraftCopy>;
  get: (id: number) => Promise<BlogDraftCopy>;
  /**
   * Called before a working copy is created: returns the post's content if another user changed it after `base`, or
   * null if there is no conflict.
   */
  unseen: (base: string | null) => Promise<Theirs | null>;
  failureOf: (error: unknown) => SaveFailure;
  /** Stores unsaved content in this browser; null once it is saved. */
  keep: (copy: LocalCopy | null) => void;
  onChange: () => void;
  now: () => number;
  /** Calls back once after this many milliseconds; returns a function that cancels it. */
  later: (callback: () => void, milliseconds: number) => () => void;
}

/** Unsaved content, and the version it is based on. */
export interface LocalCopy {
  draft: KnownDraft | null;
  /** When the post was last changed on which this is based; null for a new one. */
  base: string | null;
  content: BlogDraft;
}

const pauseMs = 800;
const retryMs = 10_000;

/**
 * Saves a working copy while the user writes: after a pause, one call at a time, always the newest content. Content
 * that cannot be saved is stored in this browser. No user's text is overwritten: if another user saved meanwhile, the
 * author chooses.
 */
export class DraftSaver {
  readonly #parts: SaverParts;
  #state: SaveState = "saved";
  #draft: KnownDraft | null;
  #base: string | null;
  #theirs: Theirs | null = null;
  #waiting: BlogDraft | null = null;
  #running: Promise<void> | null = null;
  #savedAt: number | null = null;
  #error: unknown = null;
  #cancel: (() => void) | null = null;

  constructor(parts: SaverParts, { draft, base }: Pick<LocalCopy, "draft" | "base">) {
    this.#parts = parts;
    this.#draft = draft;
    this.#base = base;
  }

  get state(): SaveState {
    return this.#state;
  }
  get draft(): KnownDraft | null {
    return this.#draft;
  }
  get theirs(): Theirs | null {
    return this.#theirs;
  }
  /** Milliseconds since the epoch; null before the first save. */
  get savedAt(): number | null {
    return this.#savedAt;
  }
  get error(): unknown {
    return this.#error;
  }

  /** The content has changed. */
  type(content: BlogDraft): void {
    this.#waiting = content;
    this.#keep(content);
    if (this.#state === "conflict") return;
    this.#schedule(pauseMs);
    if (this.#state !== "saving") this.#set("typed");
  }

  /** Continues with content that an earlier page could not save, on a draft that another user has changed since. */
  dispute(content: BlogDraft, theirs: Theirs): void {
    this.#waiting = content;
    this.#theirs = theirs;
    this.#set("conflict");
  }

  /** Saves unsaved content now, and resolves when it is saved or the save failed. */
  async flush(): Promise<void> {
    this.#cancel?.();
    this.#cancel = null;
    if (this.#state === "conflict") return;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  /**
   * Resolves a conflict: "mine" replaces the other version, "theirs" replaces this one.
   *
   * @returns the content to continue with
   */
  settle(choice: "mine" | "theirs"): BlogDraft | null {
    const theirs = this.#theirs;
    if (!theirs) return null;
    const content = choice === "mine" ? this.#waiting : theirs.content;
    this.#theirs = null;
    this.#draft = theirs.draft;
    this.#base = theirs.base ?? this.#base;
    if (choice === "theirs") {
      this.#waiting = null;
      this.#keep(null);
      this.#set("saved");
    } else {
      this.#keep(content);
      this.#set("typed");
      void this.flush();
    }
    return content;
  }

  /** The post has changed since `base`, but its content is the same. */
  rebase(base: string): void {
    this.#base = base;
  }

  /**
   * The working copy was published or deleted: the next change creates another one.
   *
   * @param base when the post was changed on which it is based; null if there is none
   */
  reset(base: string | null): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#draft = null;
    this.#base = base;
    this.#waiting = null;
    this.#theirs = null;
    this.#savedAt = null;
    this.#error = null;
    this.#keep(null);
    this.#set("saved");
  }

  async #run(): Promise<void> {
    while (this.#waiting) {
      const content = this.#waiting;
      this.#waiting = null;
      this.#set("saving");
      try {
        await this.#save(content);
        if (this.#theirs) {
          this.#waiting ??= content;
          return this.#set("conflict");
        }
      } catch (error) {
        // Newer content replaces the failed one.
        this.#waiting ??= content;
        this.#error = error;
        const isUnreachable = this.#parts.failureOf(error) === "unreachable";
        if (isUnreachable) this.#schedule(retryMs);
        return this.#set(isUnreachable ? "offline" : "failed");
      }
    }
    if (this.#state === "saving") this.#set("saved");
  }

  async #save(content: BlogDraft): Promise<void> {
    const draft = this.#draft;
    if (!draft) {
      this.#theirs = await this.#parts.unseen(this.#base);
      if (this.#theirs) return;
    }
    try {
      const copy = draft ? await this.#parts.update(draft, content) : await this.#parts.create(content);
      // A post has one working copy, and another user has already created it.
      if ("created" in copy && copy.created === false) {
        this.#theirs = theirsOf(copy);
        return;
      }
      this.#draft = { id: copy.id, revision: copy.revision };
      this.#savedAt = this.#parts.now();
      this.#error = null;
      this.#keep(this.#waiting);
    } catch (error) {
      const failure = this.#parts.failureOf(error);
      if (!draft || (failure !== "conflict" && failure !== "gone")) throw error;
      if (failure === "conflict") {
        this.#theirs = theirsOf(await this.#parts.get(draft.id));
        return;
      }
      this.#draft = null;
      await this.#save(content);
    }
  }

  #keep(content: BlogDraft | null): void {
    this.#parts.keep(content && { draft: this.#draft, base: this.#base, content });
  }

  #schedule(milliseconds: number): void {
    this.#cancel?.();
    this.#cancel = this.#parts.later(() => void this.flush(), milliseconds);
  }

  #set(state: SaveState): void {
    this.#state = state;
    this.#parts.onChange();
  }
}

export function theirsOf({ id, revision, content, author, updated_at }: BlogDraftCopy): Theirs {
  return { draft: { id, revision }, content, author, updated_at };
}
