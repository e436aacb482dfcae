import { defineOrder, type ParsedVersion, type VersionOrder } from './define-order.ts'
import { compareNumerals, numeralOf, type Numeral } from './parts.ts'

interface Rebuilt {
  readonly version: ParsedVersion
  /** The number of Root's own build; -1 for a version that Root didn't build. */
  readonly build: Numeral
}

/**
 * Returns the order of packages that Root rebuilds: that of the ecosystem they come from, then by the number of the
 * build, `1.0.0.root.io.2` or `1.0.0+root.io.2` (VERSION-19).
 */
export function rebuiltByRoot(inner: VersionOrder): VersionOrder {
  const read = (text: string): Rebuilt | undefined => {
    const match = /^([^\s]*?)[.+-]root\.io\.([0-9]+)$/.exec(text.trim())
    const version = inner.parse(match ? match[1]! : text)
    return version && { version, build: match ? numeralOf(match[2]!) : -1 }
  }
  return defineOrder<Rebuilt>(`${inner.name} rebuilt by Root`, read, (a, b) => {
    const sign = inner.compare(a.version, b.version)
    return sign !== 0 ? sign : compareNumerals(a.build, b.build)
  })
}
