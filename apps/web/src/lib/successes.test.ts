import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AppRouter } from "@daymark/api/router";
import { expect, test } from "vitest";

/** The paths of all mutations of a router, such as `habit.create`. */
type MutationPath<Procedures> = {
  [Name in keyof Procedures & string]: Procedures[Name] extends { _def: { type: infer Type } }
    ? Type extends "mutation"
      ? Name
      : never
    : `${Name}.${MutationPath<Procedures[Name]>}`;
}[keyof Procedures & string];

type Mutation = MutationPath<AppRouter["_def"]["procedures"]>;

/** Where the page tells the user of the success: a file under `features`, and the statement in it. */
type Told = readonly [file: string, statement: string];

/** Why a success has no message of its own. */
type Silent = { because: string };

const notCalled = { because: "no page of ours calls it" };
const step = { because: "the next step of the same dialog or page follows" };
const shown = { because: "the next screen says it in a sentence" };
const leaves = { because: "the log-in leads to another page, which tells of it" };
const entered = { because: "the day cell shows it on every press" };
const saves = { because: "the editor saves while the user types, and shows when it last saved" };

const detail = "report.success(detail)";
const answer = "report.success(answer.detail)";
const decided = ["moderation/decide-dialog.tsx", 'report.success("feature_request_updated")'] as const;
const keptSecret = ["security/use-kept-secret.tsx", "report.success(success)"] as const;
const commentSent = ["thread/use-composer.ts", "_comment_created`"] as const;
const commentChanged = ["thread/use-composer.ts", "_comment_updated`"] as const;
const commentDeleted = ["thread/comment-menu.tsx", "_comment_deleted`"] as const;
const reacted = ["thread/use-reaction.ts", "_reaction_created`"] as const;
const reactionDeleted = ["thread/use-reaction.ts", "_reaction_deleted`"] as const;
const reported = ["thread/report-dialog.tsx", answer] as const;
const ordered = ["moderation/comment-items.tsx", 'flash({ kind: "success"'] as const;

/** A new mutation does not compile until it has its line here. */
const successes: Record<Mutation, Told | Silent> = {
  "account.addPassword": ["security/password-add-dialog.tsx", answer],
  "account.cancelEmailChange": ["settings/email-row.tsx", detail],
  "account.changeEmail": ["settings/email-dialog.tsx", detail],
  "account.changePassword": ["security/password-change-dialog.tsx", detail],
  "account.changeUsername": ["settings/username-dialog.tsx", detail],
  "account.delete": ["settings/delete-account-dialog.tsx", answer],
  "account.reportNotMe": shown,
  "account.resetPassword": ["auth/new-password.tsx", detail],
  "account.sendPasswordReset": shown,
  "account.setNewsletter": ["settings/newsletter-row.tsx", 'report.success("newsletter_subscribed")'],
  "account.verifyPasswordReset": step,
  "adminUser.endSessions": ["admin/user-deed-dialog.tsx", 'report.success("sessions_terminated")'],
  "adminUser.update": ["admin/user-deed-dialog.tsx", 'flash({ kind: "success"'],
  "apiKey.create": keptSecret,
  "apiKey.delete": ["security/api-key-delete-dialog.tsx", detail],
  "auth.blacklist": ["../layout/log-out-dialog.tsx", detail],
  "auth.login": ["auth/use-entry.ts", 'report.success("logged_in")'],
  "auth.refresh": { because: "the page extends the session by itself, without a request of the user" },
  "auth.register": ["auth/sign-up.tsx", detail],
  "auth.sendEmailVerification": ["../layout/resend-button.tsx", detail],
  "auth.settings.update": { because: "a mark beside the setting says that it is saved (settings/saved-mark.tsx)" },
  "auth.stepUp": step,
  "auth.verifyEmail": shown,
  "blog.comment.create": commentSent,
  "blog.comment.delete": commentDeleted,
  "blog.comment.report": reported,
  "blog.comment.update": commentChanged,
  "blog.create": ["blog-editor/use-publish.ts", "t`Published.`"],
  "blog.delete": ["blog-editor/use-publish.ts", '"blog_deleted"'],
  "blog.draft.create": saves,
  "blog.draft.delete": ["blog-editor/use-delete-draft.ts", "t`The draft is deleted.`"],
  "blog.draft.update": saves,
  "blog.reaction.delete": reactionDeleted,
  "blog.reaction.set": reacted,
  "blog.reaction.update": notCalled,
  "blog.update": ["blog-editor/use-publish.ts", "t`Updated.`"],
  "featureRequest.close": decided,
  "featureRequest.comment.create": commentSent,
  "featureRequest.comment.delete": commentDeleted,
  "featureRequest.comment.report": reported,
  "featureRequest.comment.update": commentChanged,
  "featureRequest.create": ["board/new-request.tsx", 'report.success("feature_request_created")'],
  "featureRequest.delete": ["board/request-actions.tsx", detail],
  "featureRequest.follow": ["board/follow-button.tsx", detail],
  "featureRequest.open": decided,
  "featureRequest.pend": decided,
  "featureRequest.reaction.delete": reactionDeleted,
  "featureRequest.reaction.set": reacted,
  "featureRequest.reaction.update": notCalled,
  "featureRequest.reject": decided,
  "featureRequest.report": reported,
  "featureRequest.unfollow": ["board/follow-button.tsx", detail],
  "featureRequest.update": ["board/edit-request.tsx", 'report.success("feature_request_updated")'],
  "featureSwitch.set": ["admin/switches.tsx", 'flash({ kind: "success"'],
  "habit.create": ["habit/habit-dialog.tsx", 'report.success("habit_created")'],
  "habit.delete": ["habit/use-habit-writes.ts", "and all its days were deleted.`"],
  "habit.renameGroup": ["habit/use-habit-writes.ts", "is dissolved.`"],
  "habit.restore": ["habit/use-habit-writes.ts", 'report.success("habit_restored")'],
  "habit.setOrder": ["habit/use-habit-writes.ts", 'report.success("habits_reordered")'],
  "habit.update": ["habit/use-habit-writes.ts", "was changed.`"],
  "image.create": { because: "the picture appears where it was added" },
  "image.delete": ["admin/images.tsx", detail],
  "image.update": ["admin/image-alt-dialog.tsx", 'flash({ kind: "success"'],
  "import.run": shown,
  "job.delete": ["admin/jobs.tsx", detail],
  "job.retry": ["admin/jobs.tsx", detail],
  "mail.retry": ["admin/mails.tsx", detail],
  "moderation.ban": ["moderation/ban-dialog.tsx", 'flash({ kind: "success"'],
  "moderation.hide": ordered,
  "moderation.lock": ["moderation/lock-button.tsx", 'flash({ kind: "success"'],
  "moderation.pin": ordered,
  "moderation.resolve": ["moderation/report-queue.tsx", detail],
  "moderation.unban": ["moderation/ban-list.tsx", detail],
  "note.create": ["note/use-notes.ts", 'report.success("note_created")'],
  "note.delete": ["note/use-notes.ts", "t`The note was deleted.`"],
  "note.update": ["note/use-notes.ts", 'report.success("note_updated")'],
  "oauth.complete": leaves,
  "oauth.link": ["auth/use-oauth-answer.ts", detail],
  "oauth.start": step,
  "oauth.startLink": step,
  "oauth.unlink": ["security/provider-unlink-dialog.tsx", answer],
  "passkey.create": ["security/passkey-dialog.tsx", 'report.success("passkey_created")'],
  "passkey.delete": ["security/passkey-delete-dialog.tsx", answer],
  "passkey.logIn": leaves,
  "passkey.startCreate": step,
  "passkey.startLogIn": step,
  "passkey.startStepUp": step,
  "progress.confirm": notCalled,
  "progress.delete": entered,
  "progress.increment": entered,
  "progress.set": entered,
  "progress.setMany": ["progress/use-set-progress.ts", "flash({"],
  "push.delete": ["reminder/reminder-card.tsx", detail],
  "push.sendTest": { because: "the line beside the button says that it is sent" },
  "push.subscribe": { because: "the line beside the switch says that notifications are on" },
  "reminder.create": ["reminder/use-reminders.ts", 'report.success("reminder_created")'],
  "reminder.delete": ["reminder/use-reminders.ts", detail],
  "reminder.unsubscribe": shown,
  "reminder.update": ["reminder/use-reminders.ts", 'report.success("reminder_updated")'],
  "session.end": ["security/session-end-dialog.tsx", detail],
  "session.endAll": ["security/session-end-dialog.tsx", answer],
  "twoFactor.backupCodes.create": keptSecret,
  "twoFactor.disable": ["security/two-factor-disable-dialog.tsx", detail],
  "twoFactor.generate": step,
  "twoFactor.verify": keptSecret,
  "vacation.create": ["vacation/use-vacations.ts", "days skipped"],
  "vacation.delete": ["vacation/use-vacations.ts", "taken back.`"],
};

const told = Object.entries(successes).filter((entry): entry is [string, Told] => !("because" in entry[1]));

test.each(told)("the page tells of a successful %s", (_, [file, statement]) => {
  const source = readFileSync(fileURLToPath(new URL(`../features/${file}`, import.meta.url)), "utf8");
  expect(source).toContain(statement);
});
