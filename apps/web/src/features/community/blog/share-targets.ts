interface Shared {
  address: string;
  title: string;
}

/** Each service takes a link by its own address, without a third-party script. */
export function shareTargets({
  address,
  title,
}: Shared): { name: "mail" | "X" | "Facebook" | "Telegram"; href: string }[] {
  const url = encodeURIComponent(address);
  const text = encodeURIComponent(title);
  return [
    // RFC 6068 5: line breaks as CRLF.
    { name: "mail", href: `mailto:?subject=${text}&body=${text}%0D%0A${url}` },
    { name: "X", href: `https://x.com/intent/post?text=${text}&url=${url}` },
    { name: "Facebook", href: `https://www.facebook.com/sharer/sharer.php?u=${url}` },
    { name: "Telegram", href: `https://t.me/share/url?url=${url}&text=${text}` },
  ];
}
