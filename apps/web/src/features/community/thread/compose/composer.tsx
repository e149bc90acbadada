import { commentLengthMax } from "@daymark/domain/base/bounds";
import type { Comment } from "@daymark/domain/community/comment";
import { Button } from "@daymark/ui/button";
import { TextArea } from "@daymark/ui/text-field";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useRef } from "react";
import { useSessionStatus } from "../../../../lib/app.ts";
import { lazyComponent } from "../../../../lib/lazy-component.tsx";
import { useSecondsUntil } from "../../../../lib/messages/count-down.tsx";
import type { DraftPlace } from "./draft.ts";
import { FormatBar, formatByKeys } from "./format-bar.tsx";
import { useComposer } from "./use-composer.ts";

const WriterNotice = lazyComponent(
  () => import("./writer-notice.tsx"),
  (props) => props.isWriter,
  "messages",
);

interface ComposerProps {
  place: DraftPlace;
  /** The comment to edit; if absent, a new one is written. */
  changes?: Comment;
  onSent: (comment: Comment) => void;
  onCancel?: () => void;
}

/** From this length on, the remaining length is shown. */
const roomSaidFrom = commentLengthMax - 200;

/**
 * The field for a comment. Guests can write too: their text is kept while they log in. Without scripts there is no
 * field, because the text could not be sent.
 */
export function Composer({ place, changes, onSent, onCancel }: ComposerProps) {
  const { t } = useLingui();
  const status = useSessionStatus();
  const field = useRef<HTMLTextAreaElement>(null);
  const composer = useComposer({ place, changes, field, onSent });
  const seconds = useSecondsUntil(composer.waitUntilMs);
  const isWaiting = seconds > 0;
  const send = () => {
    if (!isWaiting) void composer.send();
  };
  const room = commentLengthMax - composer.length;
  // An edit leaves a text in the form in which it was written.
  const isMarkdown = !changes || changes.blocks !== undefined;
  const label = changes ? t`Your comment` : place.parentId === undefined ? t`Add a comment` : t`Your reply`;
  return (
    <form
      id={place.parentId === undefined && !changes ? "comment-form" : undefined}
      noValidate
      className="flex scroll-mt-24 flex-col gap-3 noscript:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
        // Escape is also pressed by accident: it keeps the draft of an edit, which Cancel removes.
        if (event.key !== "Escape" || !onCancel) return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <TextArea
        ref={field}
        name="text"
        // On back navigation browsers fill a field of the server's document with its old text, although another user
        // may be logged in.
        autoComplete="off"
        label={label}
        required
        rows={changes || place.parentId !== undefined ? 3 : 4}
        defaultValue={changes?.text}
        errors={composer.errors}
        readOnly={composer.isBusy}
        onInput={composer.onInput}
        onKeyDown={isMarkdown ? formatByKeys : undefined}
        onFocus={composer.onFocus}
      />
      {composer.length > roomSaidFrom ? (
        <p className={room < 0 ? "text-sm text-danger-text" : "text-sm text-ink-muted"}>
          {room < 0 ? (
            <Plural value={-room} one="# character too many" other="# characters too many" />
          ) : (
            <Plural value={room} one="# character left" other="# characters left" />
          )}
        </p>
      ) : null}
      <WriterNotice isWriter={status === "user" && !changes && place.parentId === undefined} />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          kind={isWaiting ? "secondary" : "primary"}
          isBusy={composer.isBusy}
          // Not disabled during the countdown: it would lose the focus, and its text would be grey.
          aria-disabled={isWaiting || undefined}
          className={isWaiting ? "cursor-default! tabular-nums" : undefined}
        >
          {isWaiting ? (
            <Trans>Try again in {seconds} s</Trans>
          ) : status === "user" ? (
            changes ? (
              <Trans>Save</Trans>
            ) : place.parentId === undefined ? (
              <Trans>Post comment</Trans>
            ) : (
              <Trans>Post reply</Trans>
            )
          ) : (
            <Trans>Log in to interact</Trans>
          )}
        </Button>
        {onCancel ? (
          <Button
            kind="quiet"
            onClick={() => {
              composer.discardEdit();
              onCancel();
            }}
          >
            <Trans>Cancel</Trans>
          </Button>
        ) : null}
        {isMarkdown ? <FormatBar field={field} /> : null}
      </div>
    </form>
  );
}
