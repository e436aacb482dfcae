import { encode } from 'uqr'

interface QrPicture {
  /** The edge length of the picture in modules, with its quiet zone. */
  readonly size: number
  /** All dark modules as one path, so that there are no visible seams between them. */
  readonly path: string
}

/** ISO/IEC 18004: scanners need four light modules on each side. */
const quietZone = 4

/** A text as a QR code for an SVG of `size` by `size` units. */
export function qrPicture(text: string): QrPicture {
  const { size, data } = encode(text, { ecc: 'M', border: quietZone })
  return { size, path: data.flatMap(rowPath).join('') }
}

/** A row's runs of dark modules as rectangles of height 1. */
function rowPath(row: readonly boolean[], y: number): string[] {
  const starts = row.flatMap((isDark, x) => (isDark && !row[x - 1] ? [x] : []))
  return starts.map((x) => {
    const end = row.indexOf(false, x)
    const width = (end === -1 ? row.length : end) - x
    return `M${x} ${y}h${width}v1h-${width}z`
  })
}
