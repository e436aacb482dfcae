import { useMemo } from 'react'
import { qrPicture } from './qr-path.ts'
import './qr-code.css'

interface QrCodeProps {
  readonly text: string
  /** What it is for, for a screen reader. */
  readonly label: string
}

/** A text as a QR code: dark on white in both themes, since scanners do not read inverted codes. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => qrPicture(text), [text])
  return (
    <svg className="c-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  )
}
