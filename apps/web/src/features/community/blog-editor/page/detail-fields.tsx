import { isSlug, slugLengthMax } from "@daymark/domain/community/blog";
import type { Language } from "@daymark/domain/text/language";
import { errorMessage } from "@daymark/i18n/messages";
import { Select } from "@daymark/ui/select";
import { TextField } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { languageNames } from "../../../../layout/menu/language-menu.tsx";
import { trpc } from "../../../../lib/network/trpc.ts";
import type { Faults } from "../faults.ts";
import type { Editor } from "../use-editor.ts";
import { useSentences } from "../use-sentences.ts";
import { SignField } from "./sign-field.tsx";
import { TagsField } from "./tags-field.tsx";

interface DetailFieldsProps {
  editor: Editor;
  faults: Faults;
}

/** Address, language, the post that this one translates, tags, and whether it is signed. */
export function DetailFields({ editor, faults }: DetailFieldsProps) {
  const { t } = useLingui();
  const sentences = useSentences();
  const { language, translation_of } = editor.writing;
  const options = useOriginals(editor, language);
  const none = { value: "", label: t`No other version` };
  return (
    <div className="flex flex-col gap-5">
      <SlugField editor={editor} faults={faults} />
      <Select<Language>
        label={t`Language`}
        groups={[
          {
            options: [
              { value: "en", label: languageNames.en },
              { value: "uk", label: languageNames.uk },
            ],
          },
        ]}
        value={language}
        errors={sentences(faults.details.language)}
        onValueChange={(next) => editor.change({ language: next })}
      />
      <Select
        label={t`Translation of`}
        hint={t`Both versions share reactions and comments, and link to each other.`}
        groups={[{ options: [none, ...options] }]}
        value={translation_of ?? ""}
        errors={sentences(faults.details.translation_of)}
        onValueChange={(next) => editor.change({ translation_of: next || null })}
      />
      <TagsField editor={editor} faults={faults} />
      <SignField editor={editor} />
    </div>
  );
}

/** How many posts are offered: the newest ones, because authors translate one of them. */
const originalsMax = 50;

/** Posts in the other language; always includes the chosen one. */
function useOriginals({ writing, post }: Editor, language: Language) {
  const { data } = trpc.blog.list.useQuery({ drafts: true, limit: originalsMax });
  const others = (data?.results ?? [])
    .filter((other) => other.language !== language && other.slug !== post?.slug)
    .map(({ slug, title }) => ({ value: slug, label: title }));
  const chosen = writing.translation_of;
  const isKnown = !chosen || others.some(({ value }) => value === chosen);
  return isKnown ? others : [{ value: chosen, label: chosen }, ...others];
}

/** The pause in typing after which the server is queried. */
const pauseMs = 400;

/** Derived from the title until the user edits it; for an existing post it changes only if the user edits it. */
function SlugField({ editor, faults }: DetailFieldsProps) {
  const { t, i18n } = useLingui();
  const sentences = useSentences();
  const { slug, title } = editor.writing;
  const { post } = editor;
  const [asked, setAsked] = useState(title);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(title), pauseMs);
    return () => clearTimeout(timer);
  }, [title]);
  const isProposed = slug === "" && !post;
  const proposal = trpc.blog.slug.useQuery(
    { title: asked },
    { enabled: isProposed && asked.trim() !== "", placeholderData: (before) => before, staleTime: 0 },
  );
  const proposed = isProposed && title.trim() !== "" ? (proposal.data?.slug ?? "") : "";
  const isWrong = slug !== "" && !isSlug(slug);
  const errors = faults.isSlugTaken
    ? [errorMessage(i18n, "slug_taken")]
    : sentences(faults.details.slug ?? (isWrong ? [{ code: "slug_invalid" }] : undefined));
  const value = slug || proposed;
  return (
    <TextField
      label={t`Address`}
      hint={
        post && slug !== post.slug
          ? t`The old address will redirect here.`
          : value
            ? `/blog/${value}`
            : t`Based on the title until you enter your own.`
      }
      value={value}
      maxLength={slugLengthMax}
      autoCapitalize="none"
      spellCheck={false}
      errors={errors}
      onChange={(event) => editor.change({ slug: event.target.value.toLowerCase().replaceAll(/\s+/g, "-") })}
      onBlur={() => {
        if (post && slug === "") editor.change({ slug: post.slug });
      }}
    />
  );
}
