import { brand } from "@daymark/domain/base/brand";
import type { Category, CloseReason, RequestStatus } from "@daymark/domain/community/request-kind";
import type { I18n, MessageDescriptor } from "@lingui/core";

const words = {
  blog: /*i18n*/ { id: "feed.blog", message: "{brand} Blog" },
  blog_about: /*i18n*/ { id: "feed.blog.about", message: "What is new in {brand}, and how to build habits." },
  board: /*i18n*/ { id: "feed.board", message: "{brand} Feature Requests" },
  board_about: /*i18n*/ { id: "feed.board.about", message: "What people want from {brand}, newest first." },
  changelog: /*i18n*/ { id: "feed.changelog", message: "{brand} Changelog" },
  changelog_about: /*i18n*/ {
    id: "feed.changelog.about",
    message: "What is new in {brand} because someone asked for it.",
  },
  post: /*i18n*/ { id: "card.post", message: "Blog" },
  request: /*i18n*/ { id: "card.request", message: "Feature request" },
  page: /*i18n*/ { id: "card.page", message: "Every day leaves a mark." },
  page_about: /*i18n*/ {
    id: "card.page.about",
    message:
      "A calendar for the habits you build and the ones you break: mark the day in seconds, watch the streak grow.",
  },
  page_kicker: /*i18n*/ { id: "card.page.kicker", message: "Habit calendar" },
  new_features: /*i18n*/ { id: "feed.category.new_features", message: "New features" },
  improvements: /*i18n*/ { id: "feed.category.improvements", message: "Improvements" },
  minor_issues: /*i18n*/ { id: "feed.category.minor_issues", message: "Minor issues" },
  critical_bugs: /*i18n*/ { id: "feed.category.critical_bugs", message: "Critical bugs" },
  open: /*i18n*/ { id: "feed.status.open", message: "Open" },
  closed: /*i18n*/ { id: "feed.status.closed", message: "Closed" },
  pending: /*i18n*/ { id: "feed.status.pending", message: "Pending" },
  rejected: /*i18n*/ { id: "feed.status.rejected", message: "Rejected" },
  shipped: /*i18n*/ { id: "feed.reason.shipped", message: "Shipped" },
  declined: /*i18n*/ { id: "feed.reason.declined", message: "Declined" },
  duplicate: /*i18n*/ { id: "feed.reason.duplicate", message: "Duplicate" },
} satisfies Record<string, MessageDescriptor>;

/** Texts of feeds and of link preview images, which readers see outside the product's pages. */
export type FeedWord = keyof typeof words & (Category | CloseReason | RequestStatus | Own);

type Own =
  | "blog"
  | "blog_about"
  | "board"
  | "board_about"
  | "changelog"
  | "changelog_about"
  | "post"
  | "request"
  | "page"
  | "page_about"
  | "page_kicker";

export function wordFeed(i18n: I18n, word: FeedWord): string {
  const { id, message } = words[word];
  return i18n._(id, { brand }, { message });
}
