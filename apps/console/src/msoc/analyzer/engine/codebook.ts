import { idOfKey, keyOf } from '@carapace/shared/msoc/can/frame'
import type { CanProfile, IdProfile } from '@carapace/shared/msoc/can/profile'
import {
  compileDbc,
  type CompiledDbc,
  type CompiledMessage,
  type CompiledSignal,
} from '@carapace/shared/msoc/dbc/compile'
import { parseDbc } from '@carapace/shared/msoc/dbc/parse'
import type { Catalogue } from './protocol.ts'

/** The knowledge about the buses: the databases for their frames, and the learned profiles. */
export interface Codebook {
  /** Decodes a bus ('' for all others) with this database text, or with none. */
  useDbc(bus: string, text: string | undefined): Catalogue
  useProfile(bus: string, profile: CanProfile | undefined): void
  message(bus: string, key: number): CompiledMessage | undefined
  learned(bus: string, key: number): IdProfile | undefined
  /** Whether the bus has a learned profile. */
  isLearned(bus: string): boolean
  hasDbc(bus: string): boolean
  /** All text that a filter word can match: names of message, sender and signals, in lower case. */
  words(bus: string, key: number): string
}

/** Maximum number of ids whose messages are cached: a fuzzer has too many. */
const mostRemembered = 20_000

export function createCodebook(): Codebook {
  const dbcs = new Map<string, CompiledDbc>()
  const profiles = new Map<string, ReadonlyMap<number, IdProfile>>()
  const messages = new Map<string, Map<number, CompiledMessage | null>>()
  const words = new Map<CompiledMessage, string>()

  function find(bus: string, key: number): CompiledMessage | null {
    const { id, ext } = idOfKey(key)
    return (dbcs.get(bus) ?? dbcs.get(''))?.messageOf(id, ext) ?? null
  }

  function message(bus: string, key: number): CompiledMessage | undefined {
    let ofBus = messages.get(bus)
    if (!ofBus) messages.set(bus, (ofBus = new Map()))
    const known = ofBus.get(key)
    if (known !== undefined) return known ?? undefined
    const found = find(bus, key)
    if (ofBus.size >= mostRemembered) ofBus.clear()
    ofBus.set(key, found)
    return found ?? undefined
  }

  return {
    message,
    useDbc(bus, text) {
      messages.clear()
      words.clear()
      dbcs.delete(bus)
      if (text === undefined) return { bus, messages: [], fault: undefined }
      const parsed = parseDbc(text)
      if (!parsed.dbc) return { bus, messages: [], fault: faultText(parsed.faults) }
      const compiled = compileDbc(parsed.dbc)
      dbcs.set(bus, compiled)
      return { bus, messages: compiled.messages.map(entryOf), fault: undefined }
    },
    useProfile(bus, profile) {
      if (profile) profiles.set(bus, new Map(profile.ids.map((each) => [keyOf(each.id, each.ext), each])))
      else profiles.delete(bus)
    },
    learned: (bus, key) => profiles.get(bus)?.get(key),
    isLearned: (bus) => profiles.has(bus),
    hasDbc: (bus) => dbcs.has(bus) || dbcs.has(''),
    words(bus, key) {
      const found = message(bus, key)
      if (!found) return ''
      const known =
        words.get(found) ??
        [found.name, found.sender ?? '', ...found.signals.map(({ name }) => name)].join('\n').toLowerCase()
      words.set(found, known)
      return known
    },
  }
}

const entryOf = ({ name, id, ext, signals }: CompiledMessage): Catalogue['messages'][number] => ({
  name,
  key: keyOf(id, ext),
  signals: signals.map(({ name, unit }) => ({ name, unit })),
})

function faultText(
  faults: readonly { readonly line: number; readonly column: number; readonly reason: string }[],
): string {
  const [first] = faults
  return first ? `line ${first.line}, column ${first.column}: ${first.reason}` : 'it does not read'
}

/** A signal's physical value in a payload; NaN if the payload does not contain it. */
export function valueIn(signal: CompiledSignal, data: Uint8Array): number {
  return signal.isIn(data) ? signal.raw(data) * signal.factor + signal.offset : NaN
}

/** The name of the value, or the number with the decimals of the signal's factor and offset. */
export function textOf({ factor, offset, float, valueNames }: CompiledSignal, raw: number): string {
  const value = raw * factor + offset
  return (
    valueNames.get(raw) ??
    (float === 0
      ? value.toFixed(Math.max(decimalsOf(factor), decimalsOf(offset)))
      : String(Number(value.toPrecision(7))))
  )
}

function decimalsOf(number: number): number {
  const [, decimals = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(number)) ?? []
  return Math.min(9, Math.max(0, decimals.length - Number(exponent)))
}
