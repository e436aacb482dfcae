import type { Severity } from '@carapace/shared/msoc/severity'
import type { ReactNode } from 'react'
import { sentenceCase } from '../format/format.ts'
import './ui.css'

/** Each has its own shape, so that colour is never the only sign: octagon with a bar, triangle, diamond, ring, dash. */
const shapes: Readonly<Record<Severity, ReactNode>> = {
  critical: (
    <>
      <path d="M3.7.5h4.6l3.2 3.2v4.6l-3.2 3.2H3.7L.5 8.3V3.7z" />
      <path className="c-glyph-bar" d="M5.2 2.6h1.6v4.2H5.2zM5.2 7.8h1.6v1.6H5.2z" />
    </>
  ),
  high: <path d="M6 1l5.6 10H.4z" />,
  medium: <path d="M6 .6 11.4 6 6 11.4.6 6z" />,
  low: <circle cx="6" cy="6" r="4.2" fill="none" stroke="currentColor" strokeWidth="1.8" />,
  info: <path d="M1.5 5.1h9v1.8h-9z" />,
}

interface SeverityGlyphProps {
  readonly severity: Severity
  /** The edge length in px; 12 by default. */
  readonly size?: number
  /** The text for a screen reader; without it the glyph is decoration next to its text. */
  readonly label?: string
}

export function SeverityGlyph({ severity, size = 12, label }: SeverityGlyphProps) {
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg
      className={`c-glyph c-sev-${severity}`}
      viewBox="0 0 12 12"
      width={size}
      height={size}
      fill="currentColor"
      {...named}
    >
      {shapes[severity]}
    </svg>
  )
}

/** The glyph and the text, in the severity's colour. */
export function SeverityLabel({ severity }: { readonly severity: Severity }) {
  return (
    <span className={`c-severity c-sev-${severity}`}>
      <SeverityGlyph severity={severity} />
      {sentenceCase(severity)}
    </span>
  )
}
