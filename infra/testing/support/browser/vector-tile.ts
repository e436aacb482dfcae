/** A corner in a tile: 0..4096 from the west and from the north. */
type Corner = readonly [x: number, y: number]

/** A layer of a vector tile with one feature: an area with its corners clockwise, or a line. */
export interface VectorLayer {
  readonly name: string
  readonly shape: 'area' | 'line'
  readonly corners: readonly Corner[]
  /** The only property of the feature, as the Protomaps schema names it. */
  readonly kind: string
}

const extent = 4096

/** A layer in the format of a Mapbox vector tile (version 2); a tile is the concatenation of its layers. */
export function layer({ name, shape, corners, kind }: VectorLayer): Buffer {
  const feature = Buffer.concat([
    field(2, packed([0, 0])), // the first key has the first value
    number(3, shape === 'area' ? 3 : 2),
    field(4, packed(geometry(corners, shape === 'area'))),
  ])
  const value = field(1, Buffer.from(kind))
  return field(
    3,
    Buffer.concat([
      number(15, 2),
      field(1, Buffer.from(name)),
      field(2, feature),
      field(3, Buffer.from('kind')),
      field(4, value),
      number(5, extent),
    ]),
  )
}

/**
 * The commands of a geometry: move to the first corner, draw lines to the others, and close an area. Each coordinate is
 * relative to the last.
 */
function geometry([first, ...others]: readonly Corner[], isClosed: boolean): number[] {
  let [x, y] = first!
  const steps = others.flatMap(([toX, toY]) => {
    const step = [zigzag(toX - x), zigzag(toY - y)]
    ;[x, y] = [toX, toY]
    return step
  })
  return [
    command(1, 1),
    zigzag(first![0]),
    zigzag(first![1]),
    command(2, others.length),
    ...steps,
    ...(isClosed ? [command(7, 1)] : []),
  ]
}

function command(id: number, times: number): number {
  return times * 8 + id
}

/** Zigzag encoding: small numbers of either sign become small unsigned numbers. */
function zigzag(value: number): number {
  return value < 0 ? -value * 2 - 1 : value * 2
}

/** A bytes field of a protocol buffer. */
function field(id: number, bytes: Buffer): Buffer {
  return Buffer.concat([bytesOf(id * 8 + 2), bytesOf(bytes.length), bytes])
}

/** A number field of a protocol buffer. */
function number(id: number, value: number): Buffer {
  return Buffer.concat([bytesOf(id * 8), bytesOf(value)])
}

function packed(values: readonly number[]): Buffer {
  return Buffer.concat(values.map(bytesOf))
}

/** A number as a varint of protocol buffers and PMTiles: seven bits per byte, the lowest first. */
export function bytesOf(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest % 128) + 128)
  }
}
