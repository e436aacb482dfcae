import { attributeOf, bitsOf, type Dbc, type DbcMessage, type DbcSignal } from './model.ts'
import { carriersAmong, type Carrier } from './multiplexing.ts'
import { floatReader, integerReader } from './readers.ts'

/** A signal made ready to be read from payloads: where it lies and how it is read are worked out beforehand. */
export interface CompiledSignal {
  readonly name: string
  readonly unit: string
  /** Physical = raw * factor + offset. */
  readonly factor: number
  readonly offset: number
  /** Physical; both undefined where the database says [0|0]. */
  readonly min: number | undefined
  readonly max: number | undefined
  /** As the database counts them: see `DbcSignal`. */
  readonly startBit: number
  readonly length: number
  readonly isIntel: boolean
  readonly isSigned: boolean
  readonly float: 0 | 32 | 64
  /** From the least significant: byte * 8 + bit. */
  readonly bits: readonly number[]
  readonly isMultiplexor: boolean
  readonly isMultiplexed: boolean
  /** What raw values are called. */
  readonly valueNames: ReadonlyMap<number, string>
  readonly comment: string
  /** The suspect parameter number of J1939. */
  readonly spn: number | null
  /** The multiplexor that this signal is sent under, and the first raw value of it that carries the signal. */
  readonly carrier: { readonly by: CompiledSignal; readonly at: number } | null
  /** Whether this payload carries it: it is long enough, and the multiplexor says so. */
  readonly isIn: (data: Uint8Array) => boolean
  /** The nearest double where it has more than 53 bits. Only where `isIn` says so. */
  readonly raw: (data: Uint8Array) => number
  /** In decimal, exact. Only where `isIn` says so. */
  readonly rawText: (data: Uint8Array) => string
}

/** A message's signals with their readers, in the order of the database. */
export function compiledSignals(dbc: Dbc, { signals }: DbcMessage): CompiledSignal[] {
  const carrierOf = carriersAmong(new Map(signals.map((signal) => [signal.name, signal])))
  const done = new Map<DbcSignal, CompiledSignal>()

  // A signal's multiplexor comes first, wherever it stands; there are no circles among carriers
  function compiled(signal: DbcSignal): CompiledSignal {
    const known = done.get(signal)
    if (known !== undefined) return known
    const carrier = carrierOf(signal)
    const made = compiledSignal(
      dbc,
      signal,
      typeof carrier === 'object' ? { ...carrier, by: compiled(carrier.by) } : carrier,
    )
    done.set(signal, made)
    return made
  }

  return signals.map(compiled)
}

function compiledSignal(dbc: Dbc, signal: DbcSignal, carrier: Carrier<CompiledSignal> | undefined): CompiledSignal {
  const {
    name,
    unit,
    factor,
    offset,
    min,
    max,
    startBit,
    length,
    isIntel,
    isSigned,
    float,
    isMultiplexor,
    comment,
    attributes,
  } = signal
  const bits = bitsOf(signal)
  const hasRange = min !== 0 || max !== 0
  const spn = attributeOf(dbc, 'SG_', attributes, 'SPN')
  return {
    name,
    unit,
    factor,
    offset,
    startBit,
    length,
    isIntel,
    isSigned,
    float,
    isMultiplexor,
    comment,
    bits,
    min: hasRange ? min : undefined,
    max: hasRange ? max : undefined,
    isMultiplexed: carrier !== 'always',
    valueNames: new Map(signal.values.map(({ value, name }) => [value, name])),
    spn: typeof spn === 'number' && spn > 0 ? spn : null,
    carrier: typeof carrier === 'object' ? { by: carrier.by, at: carrier.ranges[0]![0] } : null,
    isIn: presenceOf(Math.floor(Math.max(...bits) / 8) + 1, carrier),
    ...(float === 0 ? integerReader(signal) : floatReader(signal, float)),
  }
}

/** Whether a payload carries a signal that needs so many bytes. */
function presenceOf(bytes: number, carrier: Carrier<CompiledSignal> | undefined): (data: Uint8Array) => boolean {
  if (carrier === undefined) return () => false
  if (carrier === 'always') return (data) => data.length >= bytes
  const {
    by: { isIn, raw },
    ranges,
  } = carrier
  const [[low, high]] = ranges as [readonly [number, number]]
  if (ranges.length === 1 && low === high) return (data) => data.length >= bytes && isIn(data) && raw(data) === low
  return (data) => data.length >= bytes && isIn(data) && isAmong(raw(data), ranges)
}

function isAmong(value: number, ranges: readonly (readonly [number, number])[]): boolean {
  for (const [low, high] of ranges) if (value >= low && value <= high) return true
  return false
}
