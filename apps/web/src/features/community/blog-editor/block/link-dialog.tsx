import { isLinkAddress } from "@daymark/domain/community/rich-text-input";
import { urlLengthMax } from "@daymark/domain/text/web-address";
import { Button } from "@daymark/ui/button";
import { Dialog } from "@daymark/ui/dialog";
import { TextField } from "@daymark/ui/text-field";
import { Trans, useLingui } from "@lingui/react/macro";
import type { EditorState } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { useId, useRef, useState } from "react";
import { fullLinkAddress } from "../sent-block.ts";
import { linkRange, setLink } from "../text/links.ts";
import { useSentences } from "../use-sentences.ts";
import { focusText } from "./text-places.ts";

interface LinkDialogProps {
  open: boolean;
  view: EditorView;
  state: EditorState;
  onClose: () => void;
}

/** The address of the link with the caret, or of a new link of the selected words. */
export function LinkDialog({ open, view, state, onClose }: LinkDialogProps) {
  const { t } = useLingui();
  const sentences = useSentences();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const range = linkRange(state);
  const [address, setAddress] = useState("");
  const [isAsked, setAsked] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) {
      setAddress(range?.href ?? "");
      setAsked(false);
    }
  }
  const href = fullLinkAddress(address);
  const isValid = isLinkAddress(href);
  const give = (next: string | null) => {
    if (range) view.dispatch(setLink(view.state, range, next));
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={range?.href == null ? t`Add link` : t`Edit link`}
      closeLabel={t`Close`}
      width="narrow"
      initialFocus={range ? field : undefined}
      finalFocus={() => focusText(view)}
      actions={
        <>
          {range?.href == null ? null : (
            <Button onClick={() => give(null)}>
              <Trans>Remove link</Trans>
            </Button>
          )}
          {range ? (
            <Button kind="primary" type="submit" form={id}>
              <Trans>Save</Trans>
            </Button>
          ) : (
            <Button onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
          )}
        </>
      }
    >
      {range ? (
        <form
          id={id}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setAsked(true);
            if (isValid) give(href);
            else field.current?.focus();
          }}
        >
          <TextField
            ref={field}
            label={t`Address`}
            hint={t`A web or email address.`}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://"
            value={address}
            maxLength={urlLengthMax}
            errors={sentences(isAsked && !isValid ? [{ code: "url_invalid" }] : undefined)}
            onChange={(event) => setAddress(event.target.value)}
          />
        </form>
      ) : (
        <p>
          <Trans>Select the text to link first.</Trans>
        </p>
      )}
    </Dialog>
  );
}
