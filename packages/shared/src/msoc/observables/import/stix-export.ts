import type { ObservableType, Tlp } from '../observables.ts'
import { pathOfType, tlpMarkings } from './stix-types.ts'

/** What an export states of an observable. */
interface Exported {
  readonly uuid: string
  readonly type: ObservableType
  readonly value: string
  readonly tlp: Tlp
  readonly tags: readonly string[]
  readonly note: string
  readonly firstSeen: Date
  readonly expiresAt: Date | null
}

const newest = new Map([...tlpMarkings].map(([id, tlp]) => [tlp, id]))
const markingOf = (tlp: Tlp): string => newest.get(tlp)!

/** An indicator of STIX 2.1 whose pattern is true for the value; our own import reads it back (rule OBSERVABLE-24). */
export function stixIndicator(row: Exported): Record<string, unknown> {
  const [object, path] = pathOfType(row.type, row.value)
  const text = row.value.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)
  return {
    type: 'indicator',
    spec_version: '2.1',
    id: `indicator--${row.uuid}`,
    created: row.firstSeen.toISOString(),
    modified: row.firstSeen.toISOString(),
    name: row.value.slice(0, 200),
    ...(row.note !== '' && { description: row.note }),
    ...(row.tags.length > 0 && { labels: row.tags }),
    pattern: `[${object}:${path} = '${text}']`,
    pattern_type: 'stix',
    valid_from: row.firstSeen.toISOString(),
    ...(row.expiresAt !== null && row.expiresAt > row.firstSeen && { valid_until: row.expiresAt.toISOString() }),
    object_marking_refs: [markingOf(row.tlp)],
  }
}
