import { createHash } from 'node:crypto'
import type { Vex, VexProduct, VexStatement } from '@carapace/shared/sbom/vex/vex'
import { createIgnored } from '../building.ts'
import { mostVexIgnored } from '../cyclonedx-vex.ts'
import { toFive, toFour } from './terms.ts'

/** A UUID (RFC 9562, version 8) of a content: the same statements make the same document. */
export function uuidOf(content: unknown): string {
  const digits = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-')
}

/** A text that identifies a product: the same product has the same. */
export function productKey({ ref, purl, cpe, name, version, range, within }: VexProduct): string {
  return JSON.stringify([ref, purl, cpe, name, version, range, within])
}

/** A name for people. */
export function productName({ name, version, range, purl, cpe, ref, within }: VexProduct): string {
  const own =
    name === undefined ? (purl ?? cpe ?? ref ?? 'a product') : [name, version ?? range].filter(Boolean).join(' ')
  return within === undefined ? own : `${own} in ${within}`
}

/** SHA algorithms by the length of a digest in hexadecimal digits. */
export const algorithmOfLength: Readonly<Record<number, string>> = {
  32: 'MD5',
  40: 'SHA-1',
  64: 'SHA-256',
  96: 'SHA-384',
  128: 'SHA-512',
}

/** Lists what the formats with CISA's terms can't hold of a statement. */
export function lostInFive(vex: Vex): ReturnType<typeof createIgnored> {
  const lost = createIgnored(mostVexIgnored)
  for (const { id, state, justification } of vex.statements) {
    const [status, less] = toFour[state]
    if (less) lost.note(id, `the state ${state} is written as ${status}`)
    const five = justification === undefined || status !== 'not_affected' ? undefined : toFive[justification]
    if (five?.[1]) lost.note(id, `the justification ${justification} is written as ${five[0]}`)
  }
  return lost
}

/** Text for a statement that must give a reason and has none. */
export function reasonOf({ detail, state }: VexStatement): string {
  if (detail !== undefined) return detail
  return state === 'false_positive' ? 'The finding is a false positive.' : 'No reason was stated.'
}

/** Each element once: the schemas of the formats want it so. */
export function distinct<T extends object>(elements: readonly T[]): readonly T[] {
  return [...new Map(elements.map((each) => [JSON.stringify(each), each])).values()]
}
