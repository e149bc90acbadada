import type { PageTopic } from "@daymark/domain/base/page-topic";

/** The cache of rendered public pages, on all nodes. */
export interface PageCache {
  /**
   * The caller calls it after the commit. This node renders the affected pages again at once, the other nodes a moment
   * later.
   */
  invalidate(topics: readonly PageTopic[]): void;
}
