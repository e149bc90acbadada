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

/** Why a success has no message. */
type Silent = { because: string };

const notCalled = { because: "no page of ours calls it" };
const step = { because: "the next step of the same dialog or page follows" };
const shown = { because: "the next screen says it in a sentence" };
const leaves = { because: "the log-in leads to another page, which tells of it" };
const entered = { because: "the day cell shows it on every press" };
const saves = { because: "the editor saves while the user types, and shows when it last saved" };

const detail = "report.success(detail)";
const answer = "report.success(answer.detail)";
const decided = ["community/moderation/decide-dialog.tsx", 'report.success("feature_request_updated")'] as const;
const keptSecret = ["account/security/use-kept-secret.tsx", "report.success(success)"] as const;
const commentSent = ["community/thread/compose/use-composer.ts", "_comment_created`"] as const;
const commentChanged = ["community/thread/compose/use-composer.ts", "_comment_updated`"] as const;
const commentDeleted = ["community/thread/comment-menu.tsx", "_comment_deleted`"] as const;
const reacted = ["community/thread/use-reaction.ts", "_reaction_created`"] as const;
const reactionDeleted = ["community/thread/use-reaction.ts", "_reaction_deleted`"] as const;
const emojiSet = ["community/thread/emoji/use-emojis.ts", "_reaction_${wanted"] as const;
const reported = ["community/thread/report-dialog.tsx", answer] as const;
const ordered = ["community/thread/comment-items.tsx", 'flash({ kind: "success"'] as const;

/** `RemovalDialog` reports the success of the mutation that it gets. */
const removedBy = (file: string, router: string): Told => [file, `removal={trpc.${router}.delete.useMutation()}`];

/** A new mutation does not compile until it has a line here. */
const successes: Record<Mutation, Told | Silent> = {
  "account.addPassword": ["account/security/password-add-dialog.tsx", answer],
  "account.cancelEmailChange": ["account/settings/email-row.tsx", detail],
  "account.changeEmail": ["account/settings/email-dialog.tsx", detail],
  "account.changePassword": ["account/security/password-change-dialog.tsx", detail],
  "account.changeUsername": ["account/settings/username-dialog.tsx", detail],
  "account.delete": ["account/settings-page/delete-account-dialog.tsx", answer],
  "account.reportNotMe": shown,
  "account.resetPassword": ["account/auth/new-password.tsx", detail],
  "account.sendPasswordReset": shown,
  "account.setNewsletter": ["account/settings/newsletter-row.tsx", 'report.success("newsletter_subscribed")'],
  "account.verifyPasswordReset": step,
  "adminUser.create": ["operator/admin/user/new-user-dialog.tsx", 'flash({ kind: "success"'],
  "adminUser.endSessions": ["operator/admin/user/user-action-dialog.tsx", 'report.success("sessions_terminated")'],
  "adminUser.update": ["operator/admin/user/user-action-dialog.tsx", 'flash({ kind: "success"'],
  "apiKey.create": keptSecret,
  "apiKey.delete": removedBy("account/security/api-key/api-key-delete-dialog.tsx", "apiKey"),
  "connectedApp.create": shown,
  "connectedApp.delete": [
    "account/security/connected-app/connected-app-delete-dialog.tsx",
    "t`The application is disconnected.`",
  ],
  "connectedApp.setDevice": shown,
  "dayLog.create": { because: "the list of the day shows it" },
  "dayLog.delete": { because: "the list of the day shows it" },
  "dayLog.update": { because: "the list of the day shows it" },
  "habitLink.tap": notCalled,
  "habitLink.undoTap": notCalled,
  "habitLink.create": keptSecret,
  "habitLink.delete": removedBy("account/habit-link/link-delete-dialog.tsx", "habitLink"),
  "health.autoExport.create": notCalled,
  "health.connect.create": notCalled,
  "health.mapping.set": ["account/health/health-form.tsx", 'report.success("settings_updated")'],
  "health.mapping.delete": ["account/health/health-delete-dialog.tsx", "trpc.health.mapping.delete.useMutation()"],
  "calendarLink.create": keptSecret,
  "calendarLink.delete": removedBy("account/calendar/calendar-delete-dialog.tsx", "calendarLink"),
  "notificationTarget.create": ["account/notification-target/target-form.tsx", 'report.success("settings_updated")'],
  "notificationTarget.update": ["account/notification-target/target-form.tsx", 'report.success("settings_updated")'],
  "notificationTarget.delete": removedBy("account/notification-target/target-delete-dialog.tsx", "notificationTarget"),
  "notificationTarget.sendTest": shown,
  "webhook.create": keptSecret,
  "webhook.rotateSecret": keptSecret,
  "webhook.delete": removedBy("account/webhook/webhook-delete-dialog.tsx", "webhook"),
  "webhook.delivery.replay": shown,
  "webhook.sendTest": shown,
  "webhook.update": shown,
  "auth.blacklist": ["../layout/menu/log-out-dialog.tsx", "report.success(told.detail)"],
  "auth.login": ["account/auth/use-entry.ts", 'success: SuccessCode = "logged_in"'],
  "auth.refresh": { because: "the page extends the session by itself, without a request of the user" },
  "auth.register": ["account/auth/use-sign-up.ts", '"registered");'],
  "auth.sendEmailVerification": ["account/verification/resend-button.tsx", detail],
  "auth.settings.update": { because: "a mark beside the setting says that it is saved (settings/saved-mark.tsx)" },
  "auth.stepUp": step,
  "auth.verifyEmail": shown,
  "blog.comment.create": commentSent,
  "blog.comment.delete": commentDeleted,
  "blog.comment.reaction.delete": emojiSet,
  "blog.comment.reaction.set": emojiSet,
  "blog.comment.report": reported,
  "blog.comment.update": commentChanged,
  "blog.create": ["community/blog-editor/publish/use-publish.ts", "t`Published.`"],
  "blog.delete": ["community/blog-editor/publish/use-publish.ts", '"blog_deleted"'],
  "blog.draft.create": saves,
  "blog.draft.delete": ["community/post-draft/use-delete-draft.ts", "t`The draft was deleted.`"],
  "blog.draft.update": saves,
  "blog.reaction.delete": reactionDeleted,
  "blog.reaction.set": reacted,
  "blog.reaction.update": notCalled,
  "blog.update": ["community/blog-editor/publish/use-publish.ts", "t`Updated.`"],
  "featureRequest.close": decided,
  "featureRequest.comment.create": commentSent,
  "featureRequest.comment.delete": commentDeleted,
  "featureRequest.comment.reaction.delete": emojiSet,
  "featureRequest.comment.reaction.set": emojiSet,
  "featureRequest.comment.report": reported,
  "featureRequest.comment.update": commentChanged,
  "featureRequest.create": ["community/feature-request/new-request.tsx", 'report.success("feature_request_created")'],
  "featureRequest.delete": ["community/feature-request/request-actions.tsx", detail],
  "featureRequest.follow": ["community/feature-request/follow-button.tsx", detail],
  "featureRequest.open": decided,
  "featureRequest.pend": decided,
  "featureRequest.reaction.delete": reactionDeleted,
  "featureRequest.reaction.set": reacted,
  "featureRequest.reaction.update": notCalled,
  "featureRequest.reject": decided,
  "featureRequest.report": reported,
  "featureRequest.unfollow": ["community/feature-request/follow-button.tsx", detail],
  "featureRequest.update": ["community/feature-request/edit-request.tsx", 'report.success("feature_request_updated")'],
  "featureSwitch.set": ["operator/admin/switches.tsx", 'flash({ kind: "success"'],
  "habit.create": ["tracking/habit/form/habit-dialog.tsx", 'report.success("habit_created")'],
  "habit.delete": ["tracking/habit/change/use-habit-writes.ts", "and all its days are in the trash.`"],
  "habit.renameGroup": ["tracking/habit/change/use-group-writes.ts", "was ungrouped.`"],
  "habit.restore": ["tracking/habit/change/use-habit-writes.ts", 'report.success("habit_restored")'],
  "habit.setOrder": ["tracking/habit/change/use-habit-writes.ts", 'report.success("habits_reordered")'],
  "habit.trash.delete": ["tracking/trash/use-trash.ts", 'report.success("habit_deleted_for_good")'],
  "habit.trash.deleteAll": ["tracking/trash/use-trash.ts", 'report.success("trash_emptied")'],
  "habit.update": ["tracking/habit/change/use-habit-writes.ts", "was changed.`"],
  "image.create": { because: "the picture appears where it was added" },
  "image.delete": ["operator/admin/images.tsx", detail],
  "image.update": ["operator/admin/image-alt-dialog.tsx", 'flash({ kind: "success"'],
  "import.run": shown,
  "invitation.check": { because: "the sign-up page shows the form" },
  "invitation.create": ["operator/admin/invitation/invitation-dialog.tsx", 'flash({ kind: "success"'],
  "invitation.revoke": ["operator/admin/invitation/invitation-revoke-dialog.tsx", 'flash({ kind: "success"'],
  "job.delete": ["operator/admin/jobs.tsx", detail],
  "job.retry": ["operator/admin/jobs.tsx", detail],
  "mail.retry": ["operator/admin/mails.tsx", detail],
  "moderation.ban": ["community/thread/ban-dialog.tsx", 'flash({ kind: "success"'],
  "moderation.hide": ordered,
  "moderation.lock": ["community/thread/lock-button.tsx", 'flash({ kind: "success"'],
  "moderation.pin": ordered,
  "moderation.resolve": ["community/moderation/report-queue.tsx", detail],
  "moderation.unban": ["community/moderation/ban-list.tsx", detail],
  "note.create": ["tracking/note/use-notes.ts", 'report.success("note_created")'],
  "note.delete": ["tracking/note/use-notes.ts", "t`The note was deleted.`"],
  "note.update": ["tracking/note/use-notes.ts", 'report.success("note_updated")'],
  "oauth.backChannelLogOut": { because: "a provider calls it, no page of ours" },
  "oauth.complete": leaves,
  "oauth.link": ["account/auth/use-oauth-answer.ts", detail],
  "oauth.logInByProxy": leaves,
  "oauth.start": step,
  "oauth.startLink": step,
  "oauth.unlink": ["account/security/provider-unlink-dialog.tsx", answer],
  "passkey.create": ["account/security/passkey/passkey-dialog.tsx", 'report.success("passkey_created")'],
  "passkey.delete": ["account/security/passkey/passkey-delete-dialog.tsx", answer],
  "passkey.logIn": leaves,
  "passkey.startCreate": step,
  "passkey.startLogIn": step,
  "passkey.startStepUp": step,
  "progress.confirm": notCalled,
  "progress.delete": entered,
  "progress.increment": entered,
  "progress.set": entered,
  "progress.setMany": ["tracking/day-writes/edit-messages.ts", "flash({"],
  "push.delete": ["account/reminder/reminder-card.tsx", detail],
  "push.sendTest": { because: "the line beside the button says that it is sent" },
  "push.subscribe": { because: "the line beside the switch says that notifications are on" },
  "reminder.create": ["account/reminder/use-reminders.ts", 'report.success("reminder_created")'],
  "reminder.delete": ["account/reminder/use-reminders.ts", detail],
  "reminder.done": { because: "the service worker calls it, and says what it did in the notification" },
  "reminder.unsubscribe": shown,
  "reminder.update": ["account/reminder/use-reminders.ts", 'report.success("reminder_updated")'],
  "session.end": ["account/security/session/session-end-dialog.tsx", detail],
  "session.endAll": ["account/security/session/session-end-dialog.tsx", answer],
  "setup.check": step,
  "setup.create": shown,
  "setup.sendTest": { because: "a sentence beside the button says how it ended" },
  "twoFactor.backupCodes.create": keptSecret,
  "twoFactor.disable": ["account/security/two-factor/two-factor-disable-dialog.tsx", detail],
  "twoFactor.generate": step,
  "twoFactor.verify": keptSecret,
  "vacation.create": ["tracking/vacation/use-vacations.ts", "days skipped"],
  "vacation.delete": ["tracking/vacation/use-vacations.ts", "was removed.`"],
};

const told = Object.entries(successes).filter((entry): entry is [string, Told] => !("because" in entry[1]));

test.each(told)("the page reports a successful %s", (_, [file, statement]) => {
  const source = readFileSync(fileURLToPath(new URL(`../features/${file}`, import.meta.url)), "utf8");
  expect(source).toContain(statement);
});
