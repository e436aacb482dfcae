import { crc32, deflateSync } from 'node:zlib'

import { bytesOf, layer, type VectorLayer } from './vector-tile.ts'

type Colour = readonly [red: number, green: number, blue: number]

/** A tile type, as PMTiles and the map name it. */
interface Tile {
  readonly type: 1 | 2
  readonly data: Buffer
}

export function pictureTile(colour: Colour): Tile {
  return { type: 2, data: pngOf(colour, 256) }
}

export function vectorTile(layers: readonly VectorLayer[]): Tile {
  return { type: 1, data: Buffer.concat(layers.map(layer)) }
}

const headerBytes = 127

/**
 * A PMTiles file (version 3) in which all tiles, down to a zoom level, are the same. Layout as in the specification: a
 * header of 127 bytes, the root directory, the metadata, the tiles; nothing is compressed.
 */
export function pmtilesOf({ type, data }: Tile, maxZoom: number): Buffer {
  const tiles = Array.from({ length: maxZoom + 1 }, (_, zoom) => 4 ** zoom).reduce((sum, each) => sum + each, 0)
  // one entry for all: the tile ids start at 0, and the tile is repeated
  const directory = Buffer.concat([1, 0, tiles, data.length, 1].map(bytesOf))
  const metadata = Buffer.from('{}')
  const header = Buffer.alloc(headerBytes)
  header.write('PMTiles', 0)
  header.writeUInt8(3, 7)
  const dataAt = headerBytes + directory.length + metadata.length
  const numbers = [
    headerBytes,
    directory.length,
    headerBytes + directory.length,
    metadata.length,
    0,
    0,
    dataAt,
    data.length,
    tiles,
    1,
    1,
  ]
  for (const [at, value] of numbers.entries()) header.writeBigUInt64LE(BigInt(value), 8 + at * 8)
  // clustered, no compression of directories and tiles, the tile type, zooms
  for (const [at, value] of [1, 1, 1, type, 0, maxZoom].entries()) header.writeUInt8(value, 96 + at)
  for (const [at, degrees] of [-180, -85, 180, 85].entries()) header.writeInt32LE(degrees * 10_000_000, 102 + at * 4)
  return Buffer.concat([header, directory, metadata, data])
}

/** An image of one colour. */
export function pngOf(colour: Colour, side: number): Buffer {
  const row = Buffer.from([0, ...Array.from({ length: side }, () => colour).flat()])
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: side }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  frame.set(body, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}
