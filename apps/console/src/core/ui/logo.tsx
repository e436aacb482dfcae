import './logo.css'

/**
 * The variants that the specification names: `default`, the mark and the name in the colour of the text; `white` and
 * `dark`, the same in one colour whatever the theme; `icon-only`, the mark; `minimal`, the name.
 */
export type LogoVariant = 'default' | 'white' | 'dark' | 'icon-only' | 'minimal'

interface LogoProps {
  /** The edge length of the mark in px. */
  readonly size: number
  readonly variant?: LogoVariant
}

/** The mark, a scute pattern of six plates around one, and the name of the product. */
export function Logo({ size, variant = 'default' }: LogoProps) {
  return (
    <span className={`logo logo-${variant}`}>
      {variant !== 'minimal' && <Mark size={size} />}
      {variant === 'icon-only' ? (
        <span className="c-visually-hidden">Carapace</span>
      ) : (
        <span className="logo-name">Carapace</span>
      )}
    </span>
  )
}

function Mark({ size }: Pick<LogoProps, 'size'>) {
  return (
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
  )
}
