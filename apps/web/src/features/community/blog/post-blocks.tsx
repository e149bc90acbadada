import type { ShownBlock } from "@daymark/domain/community/blog-block";
import { parseWebAddress } from "@daymark/domain/text/web-address";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import "./post.css";
import { type Heading, headingsOf } from "./headings.ts";
import { ItemList } from "./item-list.tsx";
import { MarkedHeading, MarkedText } from "./marked-text.tsx";

interface PostBlocksProps {
  blocks: readonly ShownBlock[];
  /** Index of the image that may be visible at first and is not loaded lazily. */
  eagerIndex?: number;
}

/** A post's blocks as running text; text by users is always escaped. */
export function PostBlocks({ blocks, eagerIndex = 0 }: PostBlocksProps) {
  const headings = headingsOf(blocks);
  return (
    <div className="post-text">
      {blocks.map((block, index) => (
        <Block key={index} block={block} heading={headings.get(index)} isEager={index <= eagerIndex} />
      ))}
    </div>
  );
}

function Block({ block, heading, isEager }: { block: ShownBlock; heading: Heading | undefined; isEager: boolean }) {
  switch (block.kind) {
    case "title":
      return (
        <h2 id={heading?.id} tabIndex={-1}>
          <MarkedHeading {...block} />
        </h2>
      );
    case "subtitle":
      return (
        <h3 id={heading?.id} tabIndex={-1}>
          <MarkedHeading {...block} />
        </h3>
      );
    case "paragraph":
      return (
        <p>
          <MarkedText {...block} />
        </p>
      );
    case "link":
      return <LinkCard text={block.text} url={block.url} />;
    case "image":
      return (
        <figure>
          <img
            src={block.url}
            srcSet={block.srcset}
            sizes={block.srcset && "(min-width: 46rem) 42rem, calc(100vw - 2rem)"}
            width={block.width}
            height={block.height}
            alt={block.alt}
            loading={isEager ? "eager" : "lazy"}
            decoding="async"
            referrerPolicy="no-referrer"
          />
        </figure>
      );
    case "divider":
      return <hr />;
    case "list":
      return <ItemList {...block} />;
    case "quote":
      return (
        <blockquote>
          <p>
            <MarkedText {...block} />
          </p>
        </blockquote>
      );
    case "code":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, which keyboards do only in what has the focus
        <pre tabIndex={0}>
          <code translate="no">{block.text}</code>
        </pre>
      );
  }
}

/** Admins wrote it, so search engines may follow it. */
function LinkCard({ text, url }: { text: string; url: string }) {
  return (
    <a href={url} rel="noopener" className="post-link group">
      <span className="min-w-0 flex-1">
        <span className="block font-[600] break-words text-ink">{text}</span>
        <span className="mt-0.5 block truncate text-sm text-ink-muted">{hostOf(url)}</span>
      </span>
      <ArrowUpRight
        aria-hidden="true"
        className="size-5 shrink-0 text-ink-muted transition-transform group-hover:translate-x-0.5 group-hover:-translate-y-0.5"
      />
    </a>
  );
}

/** The host in its readable form, not in Punycode. */
function hostOf(url: string): string {
  return parseWebAddress(url)?.host.replace(/^www\./, "") ?? url;
}
