import type { BlockKind } from "@daymark/domain/community/blog-block";
import { useLingui } from "@lingui/react/macro";
import {
  Braces,
  Heading2,
  Heading3,
  Image,
  Link2,
  List,
  type LucideIcon,
  Minus,
  Pilcrow,
  TextQuote,
} from "lucide-react";
import { useMemo } from "react";

export const blockIcons: Record<BlockKind, LucideIcon> = {
  title: Heading2,
  subtitle: Heading3,
  paragraph: Pilcrow,
  link: Link2,
  image: Image,
  divider: Minus,
  list: List,
  quote: TextQuote,
  code: Braces,
};

export type BlockKindNames = Record<BlockKind, string>;

/** The names of the block kinds. */
export function useBlockNames(): BlockKindNames {
  const { t } = useLingui();
  return useMemo(
    () => ({
      title: t({ message: "Title", context: "of a post" }),
      subtitle: t`Subtitle`,
      paragraph: t`Paragraph`,
      link: t`Link`,
      image: t`Image`,
      divider: t`Divider`,
      list: t`List`,
      quote: t`Quote`,
      code: t`Code`,
    }),
    [t],
  );
}
