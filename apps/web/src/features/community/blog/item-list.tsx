import { type ListBranch, listTree, type RichText } from "@daymark/domain/community/rich-text";
import { MarkedText } from "./marked-text.tsx";

type Item = RichText & { level?: number | undefined };

interface ItemListProps {
  ordered: boolean;
  items: readonly Item[];
}

/** A list of a post, with the lists in it. */
export function ItemList({ ordered, items }: ItemListProps) {
  return <Branches ordered={ordered} branches={listTree(items)} />;
}

function Branches({ ordered, branches }: { ordered: boolean; branches: readonly ListBranch<Item>[] }) {
  const List = ordered ? "ol" : "ul";
  return (
    <List>
      {branches.map(({ item, children }, index) => (
        <li key={index}>
          <MarkedText {...item} />
          {children.length > 0 ? <Branches ordered={ordered} branches={children} /> : null}
        </li>
      ))}
    </List>
  );
}
