import { attributeOf, bitsOf, type Dbc, type DbcMessage, type DbcSignal } from './model.ts'
import { carriersAmong, type Carrier } from './multiplexing.ts'
import { floatReader, integerReader } from './readers.ts'

/** A signal prepared for reading from payloads: its position and its reader are computed in advance. */
export interface CompiledSignal {
  readonly name: string
  readonly unit: string
  /** Physical = raw * factor + offset. */
  readonly factor: number
  readonly offset: number
  /** Physical limits; both undefined if the database has [0|0]. */
  readonly min: number | undefined
  readonly max: number | undefined
  /** In the numbering of the database: see `DbcSignal`. */
  readonly startBit: number
  readonly length: number
  readonly isIntel: boolean
  readonly isSigned: boolean
  readonly float: 0 | 32 | 64
  /** Positions of the bits, from the least significant: byte * 8 + bit. */
  readonly bits: readonly number[]
  readonly isMultiplexor: boolean
  readonly isMultiplexed: boolean
  /** Names of raw values. */
  readonly valueNames: ReadonlyMap<number, string>
  readonly comment: string
  /** The suspect parameter number of J1939. */
  readonly spn: number | null
  /** The multiplexor that this signal is sent under, and the first raw value of it that carries the signal. */
  readonly carrier: { readonly by: CompiledSignal; readonly at: number } | null
  /** Returns true if this payload contains the signal: it is long enough, and the multiplexor selects the signal. */
  readonly isIn: (data: Uint8Array) => boolean
  /** The raw value, rounded to the nearest double above 53 bits. Valid only if `isIn` is true. */
  readonly raw: (data: Uint8Array) => number
  /** The exact raw value in decimal. Valid only if `isIn` is true. */
  readonly rawText: (data: Uint8Array) => string
}

/** Returns a message's signals with their readers, in the order of the database. */
export function compiledSignals(dbc: Dbc, { signals }: DbcMessage): CompiledSignal[] {
  const carrierOf = carriersAmong(new Map(signals.map((signal) => [signal.name, signal])))
  const done = new Map<DbcSignal, CompiledSignal>()

  // a signal's multiplexor is compiled first, wherever it is defined; carriers have no cycles
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

/** Returns a test whether a payload contains a signal that needs this many bytes. */
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
