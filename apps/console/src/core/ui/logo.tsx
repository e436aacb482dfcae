interface LogoProps {
  /** The edge length of the mark in px. */
  readonly size: number
  readonly withName?: boolean
}

/** The mark: a scute pattern, six plates around one. */
export function Logo({ size, withName = false }: LogoProps) {
  return (
    <span className="logo">
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinejoin="round"
        aria-hidden
      >
        <path d="M12 1.6 21 6.8v10.4L12 22.4 3 17.2V6.8z" />
        <path d="m12 7.4 4 2.3v4.6l-4 2.3-4-2.3V9.7z" />
        <path d="M12 1.6v5.8m9-.6-5 2.9m5 7.5-5-2.9m-4 2.3v5.8m-9-5.2 5-2.9M3 6.8l5 2.9" />
      </svg>
      {withName ? <span className="logo-name">Carapace</span> : <span className="c-visually-hidden">Carapace</span>}
    </span>
  )
}
