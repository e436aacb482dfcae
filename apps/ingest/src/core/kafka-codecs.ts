import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import kafkajs from 'kafkajs'
import { compressFrame, decompressFrame } from 'lz4-napi'
import type { Compression } from './kafka-settings.ts'

const { CompressionCodecs, CompressionTypes } = kafkajs

const require = createRequire(import.meta.url)
// it has no type definitions
const snappy = require('kafkajs-snappy') as () => unknown

interface Encoded {
  readonly buffer: Buffer
}

const zstd = promisify(zstdCompress)
const unzstd = promisify(zstdDecompress)

/**
 * Adds codecs to kafkajs, which knows only gzip, for records that others compressed. A reader has no compression
 * setting: all codecs are read.
 */
export function installCodecs(): void {
  CompressionCodecs[CompressionTypes.Snappy] = snappy
  CompressionCodecs[CompressionTypes.LZ4] = () => ({
    compress: ({ buffer }: Encoded) => compressFrame(buffer),
    decompress: (buffer: Buffer) => decompressFrame(buffer),
  })
  CompressionCodecs[CompressionTypes.ZSTD] = () => ({
    compress: ({ buffer }: Encoded) => zstd(buffer),
    decompress: (buffer: Buffer) => unzstd(buffer),
  })
}

export const compressionTypes: Readonly<Record<Compression, kafkajs.CompressionTypes>> = {
  none: CompressionTypes.None,
  gzip: CompressionTypes.GZIP,
  snappy: CompressionTypes.Snappy,
  lz4: CompressionTypes.LZ4,
  zstd: CompressionTypes.ZSTD,
}
