import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { qrPicture } from './qr-path.ts'

/** The dark modules of a path, read back from its rectangles. */
function darkIn(path: string): Set<string> {
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)]
  expect(runs.map(([whole]) => whole).join('')).toBe(path)
  return new Set(
    runs.flatMap(([, x, y, width]) => Array.from({ length: Number(width) }, (_, index) => `${Number(x) + index},${y}`)),
  )
}

test('[SETTINGS-6] the picture has exactly the dark modules of the code, and four light ones on each side', () => {
  const uri = 'otpauth://totp/Carapace:maya%40x.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Carapace'
  const { size, path } = qrPicture(uri)
  const dark = darkIn(path)
  const { data, size: expected } = encode(uri, { ecc: 'M', border: 4 })
  expect(size).toBe(expected)
  expect(dark).toEqual(new Set(data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x},${y}`] : [])))))
  const edges = [...dark].map((at) => at.split(',').map(Number) as [number, number])
  expect(Math.min(...edges.flat())).toBe(4)
  expect(Math.max(...edges.flat())).toBe(size - 5)
})
