import type { MessageDescriptor } from "@lingui/core";

/** The texts of reminder mails. */
export const reminderWords = {
  subject: /*i18n*/ {
    id: "mail.reminder.subject",
    message: "Reminder for {count, plural, one {# habit} other {# habits}}",
  },
  body: /*i18n*/ {
    id: "mail.reminder.body",
    message: "You asked to be reminded at this time. Still open today:",
  },
  bad_habit: /*i18n*/ { id: "mail.reminder.bad_habit", message: "{title}: how did today go?" },
  action: /*i18n*/ { id: "mail.reminder.action", message: "Open Daymark" },
  note: /*i18n*/ {
    id: "mail.reminder.note",
    message:
      "Habits that are done, skipped or on a day off are left out. You set times and days in the menu of each habit.",
  },
  leave: /*i18n*/ { id: "mail.reminder.leave", message: "Stop these emails" },
} satisfies Record<string, MessageDescriptor>;

/** The texts of newsletter mails. The body is the post's own description. */
export const newsletterWords = {
  subject: /*i18n*/ { id: "mail.newsletter.subject", message: "New post: {title}" },
  action: /*i18n*/ { id: "mail.newsletter.action", message: "Read the post" },
  note: /*i18n*/ {
    id: "mail.newsletter.note",
    message: "You subscribed to the newsletter: one email for each new post on the Daymark blog.",
  },
  leave: /*i18n*/ { id: "mail.newsletter.leave", message: "Unsubscribe from the newsletter" },
} satisfies Record<string, MessageDescriptor>;

/** The texts of mails to followers about an admin's decision. */
export const decisionWords = {
  subject: /*i18n*/ {
    id: "mail.board_decision.subject",
    message:
      "{outcome, select, open {Open now: “{title}”} planned {Planned: “{title}”} in_progress {In progress: “{title}”} considered {Under consideration again: “{title}”} pending {Waiting for review again: “{title}”} rejected {Rejected: “{title}”} shipped {Shipped: “{title}”} declined {Declined: “{title}”} duplicate {Closed as a duplicate: “{title}”} answered {An answer to “{title}”} other {Closed: “{title}”}}",
  },
  body: /*i18n*/ {
    id: "mail.board_decision.body",
    message:
      "{outcome, select, open {The feature request “{title}” is open: everyone can now read it, vote and comment.} planned {We plan to build what the feature request “{title}” asks for.} in_progress {We are working on the feature request “{title}”.} considered {The feature request “{title}” is no longer planned: it is under consideration again.} pending {The feature request “{title}” is waiting for review again.} rejected {The feature request “{title}” was rejected.} shipped {What the feature request “{title}” asked for is now part of Daymark.} declined {We looked at the feature request “{title}” and declined it.} duplicate {The feature request “{title}” was closed because another one asks for the same thing.} answered {We answered the feature request “{title}”.} other {The feature request “{title}” was closed.}}",
  },
  reply: /*i18n*/ { id: "mail.board_decision.reply", message: "Our answer: {reply}" },
  duplicate_of: /*i18n*/ { id: "mail.board_decision.duplicate_of", message: "The other request: “{duplicate_of}”" },
} satisfies Record<string, MessageDescriptor>;

/** The texts of mails to followers about comments. */
export const commentNewsWords = {
  subject: /*i18n*/ {
    id: "mail.board_comments.subject",
    message: "{count, plural, one {New comment on “{title}”} other {New comments on “{title}”: #}}",
  },
  body: /*i18n*/ {
    id: "mail.board_comments.body",
    message:
      "{count, plural, one {There is a new comment on the feature request “{title}”:} other {There are # new comments on the feature request “{title}”:}}",
  },
  line: /*i18n*/ { id: "mail.board_comments.line", message: "{author}: {text}" },
  deleted_author: /*i18n*/ { id: "mail.board_comments.deleted_author", message: "Deleted user" },
  more: /*i18n*/ { id: "mail.board_comments.more", message: "{count, plural, one {and # more} other {and # more}}" },
} satisfies Record<string, MessageDescriptor>;

/** Texts that mails about decisions and comments share. */
export const boardWords = {
  action: /*i18n*/ { id: "mail.board.action", message: "Open the request" },
  note: /*i18n*/ {
    id: "mail.board.note",
    message: "You follow this feature request. You can unfollow it on its page.",
  },
  leave: /*i18n*/ { id: "mail.board.leave", message: "Stop emails about feature requests" },
} satisfies Record<string, MessageDescriptor>;
