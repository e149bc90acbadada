import type { BlockKind } from "@daymark/domain/community/blog-block";
import { useLingui } from "@lingui/react/macro";
import type { LucideIcon } from "lucide-react";
import Braces from "lucide-react/icons/braces";
import Heading2 from "lucide-react/icons/heading-2";
import Heading3 from "lucide-react/icons/heading-3";
import Image from "lucide-react/icons/image";
import Link2 from "lucide-react/icons/link-2";
import List from "lucide-react/icons/list";
import Minus from "lucide-react/icons/minus";
import Pilcrow from "lucide-react/icons/pilcrow";
import TextQuote from "lucide-react/icons/text-quote";
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
