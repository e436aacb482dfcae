const kinds = { f64: Float64Array, f32: Float32Array, u32: Uint32Array, u16: Uint16Array, u8: Uint8Array } as const
type Kind = keyof typeof kinds
type Column<K extends Kind> = InstanceType<(typeof kinds)[K]>

/** What is counted for each id: the number type of the column, and the number of values per id. */
const ofEach = {
  key: ['u32', 1],
  frames: ['u32', 1],
  last: ['f64', 1],
  stretch: ['u16', 1],
  lengths: ['u16', 1],
  intervals: ['u32', 1],
  intervalSum: ['f64', 1],
  middle: ['f32', 1],
  before: ['f32', 1],
  early: ['u16', 1],
  regular: ['u32', 1],
  usual: ['f64', 1],
  wobble: ['f32', 1],
  off: ['f32', 1],
  offSince: ['f32', 1],
  offFrames: ['u8', 1],
  shifts: ['u16', 1],
  sample: ['f32', 24],
  second: ['u32', 1],
  inSecond: ['u16', 1],
  peak: ['u16', 1],
  run: ['u16', 1],
  repeats: ['u16', 1],
  payload: ['u8', 8],
  changed: ['u8', 8],
  min: ['u8', 8],
  max: ['u8', 8],
} as const
/** What is counted for the content of the first `idsDetailed` ids. */
const ofDetailed = {
  values: ['u8', 64],
  valueCount: ['u8', 8],
  flips: ['u16', 64],
  // by bit: how often it flipped together with the next lower one of its byte
  carries: ['u16', 64],
  flipFrames: ['u16', 1],
  // by byte: how often its bit 0 flipped together with bit 7 of the byte before it (Intel), or after it (Motorola)
  intelCarries: ['u16', 8],
  motorolaCarries: ['u16', 8],
  byteRun: ['u16', 8],
  byteRepeats: ['u16', 8],
  byteStep: ['u8', 8],
  counterBit: ['u8', 3],
  counterLength: ['u8', 3],
  counterStep: ['u8', 3],
  counterOk: ['u16', 3],
  counterBad: ['u16', 3],
  payloads: ['u8', 64],
  payloadCount: ['u8', 1],
  sumByte: ['u8', 1],
  sumKind: ['u8', 1],
  sumSeed: ['u8', 1],
  sumOk: ['u16', 1],
  sumBad: ['u16', 1],
} as const
const shapes = { ...ofEach, ...ofDetailed } satisfies Record<string, readonly [Kind, number]>

/** Maximum number of ids whose content is learned bit by bit: the first ids seen, which are the frequent ones. */
export const idsDetailed = 96

/** Returns true if the content of an id is learned. */
export const isDetailed = ({ payloadCount }: Columns, place: number): boolean => place < payloadCount.length

type Name = keyof typeof shapes
export type Columns = { [N in Name]: Column<(typeof shapes)[N][0]> }
/** These are missing in what was saved before they were counted. */
const newer = [
  'carries',
  'intelCarries',
  'motorolaCarries',
  'regular',
  'usual',
  'wobble',
  'off',
  'offSince',
  'offFrames',
  'shifts',
] as const
type Newer = (typeof newer)[number]
export type SavedColumns = Readonly<Record<Exclude<Name, Newer>, string> & Partial<Record<Newer, string>>>

const names = Object.keys(shapes) as Name[]

/** Returns columns for `capacity` ids, with content of at most `detailed` of them, filled with the data of `from`. */
export function makeColumns(capacity: number, detailed: number, from?: Columns): Columns {
  const made: Partial<Record<Name, Column<Kind>>> = {}
  for (const name of names) {
    const [kind, width] = shapes[name]
    const column = new kinds[kind]((name in ofDetailed ? Math.min(capacity, detailed) : capacity) * width)
    if (from) column.set(from[name])
    made[name] = column
  }
  return made as Columns
}

/** Returns the first `ids` entries of each column as text, for JSON. */
export function saveColumns(columns: Columns, ids: number): SavedColumns {
  return Object.fromEntries(
    names.map((name) => {
      const column = columns[name].subarray(0, ids * shapes[name][1])
      return [name, Buffer.from(column.buffer, column.byteOffset, column.byteLength).toString('base64')]
    }),
  ) as Record<Name, string>
}

export function restoreColumns(saved: SavedColumns, ids: number, detailed: number): Columns {
  const columns = makeColumns(ids, detailed)
  for (const name of names) {
    const { buffer } = columns[name]
    new Uint8Array(buffer).set(Buffer.from(saved[name] ?? '', 'base64').subarray(0, buffer.byteLength))
  }
  // carries are compared with flips: all are counted from the same frame on
  if (saved.carries === undefined)
    for (const name of ['flips', 'flipFrames', 'intelCarries', 'motorolaCarries'] as const) columns[name].fill(0)
  return columns
}
