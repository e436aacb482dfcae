import { defineOrder, type Sign } from './define-order.ts'
import { compareNumbers, compareNumerals, firstDifference, numeralOf, type Numeral } from './parts.ts'

interface DebianVersion {
  readonly epoch: Numeral
  readonly upstream: readonly Numeral[]
  readonly revision: readonly Numeral[]
}

const shape = /^(?:([0-9]+):)?([A-Za-z0-9.+~:-]+)$/

/** Reads `[epoch:]upstream[-revision]` by deb-version(7); the revision follows the last hyphen (VERSION-20). */
function readDebian(text: string): DebianVersion | undefined {
  const match = shape.exec(text.trim())
  if (!match) return undefined

  const [, epoch = '0', rest = ''] = match
  const [upstream, revision] = splitRevision(rest)
  if (upstream === '' || (match[1] === undefined && upstream.includes(':'))) return undefined
  return { epoch: numeralOf(epoch), upstream: weights(upstream), revision: weights(revision) }
}

function splitRevision(text: string): [upstream: string, revision: string] {
  const hyphen = text.lastIndexOf('-')
  return hyphen === -1 ? [text, ''] : [text.slice(0, hyphen), text.slice(hyphen + 1)]
}

/**
 * Returns the weights by which dpkg compares a part: those of the characters before a number, a 0 that ends them, the
 * number, and so on. A part that ends has zeros from there on.
 */
function weights(part: string): Numeral[] {
  const all: Numeral[] = []
  for (const [, characters = '', digits = ''] of part.matchAll(/([^0-9]*)([0-9]*)/g)) {
    for (const character of characters) all.push(weightOf(character))
    all.push(0, digits === '' ? 0 : numeralOf(digits))
  }
  return all
}

/** `~` comes before the end of a part, letters come before all other characters. */
function weightOf(character: string): number {
  if (character === '~') return -1
  const code = character.charCodeAt(0)
  const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
  return isLetter ? code : code + 256
}

function compareDebian(a: DebianVersion, b: DebianVersion): Sign {
  return firstDifference(
    () => compareNumerals(a.epoch, b.epoch),
    () => compareNumbers(a.upstream, b.upstream),
    () => compareNumbers(a.revision, b.revision),
  )
}

/** Reads a version of opam, which has no epoch and allows more characters (opam's `OpamVersionCompare`). */
function readOpam(text: string): DebianVersion | undefined {
  const trimmed = text.trim()
  if (!/^[A-Za-z0-9._+~-]+$/.test(trimmed)) return undefined
  const [upstream, revision] = splitRevision(trimmed)
  return { epoch: 0, upstream: weights(upstream), revision: weights(revision) }
}

export const debian = defineOrder('dpkg', readDebian, compareDebian)
export const opam = defineOrder('opam', readOpam, compareDebian)
