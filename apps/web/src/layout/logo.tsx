import { brand } from "@daymark/domain/base/brand";

/** The shape of a day: a diamond in two halves, as painted on a beacon. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg viewBox="0 0 28 28" className="size-7" aria-hidden="true">
        <path d="M14 1.6 26 13H2L14 1.6Z" fill="var(--accent)" strokeLinejoin="round" />
        <path
          d="M2.6 15.6h22.8L14 26.4 2.6 15.6Z"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinejoin="round"
        />
      </svg>
      <span className="text-[1.1875rem] font-[660] tracking-[-0.03em]">{brand}</span>
    </span>
  );
}
