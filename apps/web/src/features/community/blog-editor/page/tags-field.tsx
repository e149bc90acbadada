import { fieldError } from "@daymark/domain/base/validation";
import { tagInput } from "@daymark/domain/community/blog-tag";
import { normalizeTag, tagLengthMax, tagsMax } from "@daymark/domain/community/tag";
import { TokenField } from "@daymark/ui/token-field";
import { useLingui } from "@lingui/react/macro";
import { trpc } from "../../../../lib/network/trpc.ts";
import type { Faults } from "../faults.ts";
import type { Editor } from "../use-editor.ts";
import { useSentences } from "../use-sentences.ts";

interface TagsFieldProps {
  editor: Editor;
  faults: Faults;
}

/** The tags of a post; it suggests those that posts in its language have. */
export function TagsField({ editor, faults }: TagsFieldProps) {
  const { t } = useLingui();
  const sentences = useSentences();
  const { tags, language } = editor.writing;
  const { data } = trpc.blog.tag.list.useQuery({ language });
  return (
    <TokenField
      label={t`Tags`}
      hint={t`At most ${tagsMax}, separated by commas. Readers use them to find posts.`}
      lang={language}
      value={tags}
      countMax={tagsMax}
      lengthMax={tagLengthMax}
      suggestions={(data?.results ?? []).map(({ tag }) => tag)}
      errors={sentences(faults.details.tags)}
      normalize={normalizeTag}
      faultsOf={(tag) => sentences(tagInput.safeParse(tag).error?.issues.map((issue) => fieldError(issue, tag)))}
      removeLabel={(tag) => t`Remove the tag ${tag}`}
      onValueChange={(next) => editor.change({ tags: next })}
    />
  );
}
