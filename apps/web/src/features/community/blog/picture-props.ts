import type { Cover } from "@daymark/domain/community/blog-cover";

/** Attributes of a cover's image. Width and height keep its place free until it is loaded. */
export function pictureProps({ url, srcset, width, height }: Cover) {
  return { src: url, srcSet: srcset, width, height, decoding: "async" } as const;
}
