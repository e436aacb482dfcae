import type { captureFormats } from '../can/captures.ts'
import { ascReader } from './asc.ts'
import { blfReader } from './blf.ts'
import { busmasterReader } from './busmaster.ts'
import { candumpReader } from './candump.ts'
import { carbusReader } from './carbus.ts'
import { crtdReader } from './crtd.ts'
import { csvReader } from './csv.ts'
import { gvretReader } from './gvret.ts'
import { microchipReader } from './microchip.ts'
import { pcapReader } from './pcap.ts'
import type { CaptureReader, ReaderOptions } from './reader.ts'
import { trcReader } from './trc.ts'

type Format = (typeof captureFormats)[number]

const readers: Readonly<Record<Format, (options: ReaderOptions) => CaptureReader>> = {
  candump: candumpReader,
  asc: ascReader,
  blf: blfReader,
  busmaster: busmasterReader,
  crtd: crtdReader,
  gvret: gvretReader,
  microchip: microchipReader,
  carbus: carbusReader,
  trc: trcReader,
  pcap: pcapReader,
  csv: csvReader,
}

/**
 * Returns a reader of a capture file in this format; push its bytes in order, then end it. Rules CAPTURE-5 to
 * CAPTURE-24 of ./SPEC.md.
 */
export function captureReader(format: Format, options: ReaderOptions): CaptureReader {
  return readers[format](options)
}

/** Signatures of the text formats: a line among the first fifty that no other format has. */
const signs: readonly (readonly [Format, RegExp])[] = [
  ['busmaster', /^\*\*\*BUSMASTER/m],
  ['microchip', /^(?:Microchip Technology|\s*\d+(?:\.\d+)?;(?:RX|TX);0x)/im],
  ['carbus', /^@ TEXT @/m],
  ['trc', /^(?:;\$FILEVERSION=|;\s+Start time:|\s+\d+\)\s+\d+(?:\.\d+)?\s)/m],
  ['gvret', /^Time ?Stamp,ID,Extended,/im],
  ['candump', /^ *\([^)\n]{3,40}\) +\S+ +(?:[RT]X +)?\S+/m],
  ['crtd', /^\d+\.\d+ \d?(?:R11|R29|T11|T29|C[A-Z]{2})\b/m],
  ['asc', /^(?:date\s+\S{2,4}\s+\S{3}|\s*base\s+(?:hex|dec)\b|\s*\d+\.\d+\s+(?:CANFD\s+)?\d+\s+\S+\s+(?:Rx|Tx)\b)/im],
  ['csv', /^[^\n,;\t]*(?:[,;\t][^\n,;\t]*)+$/m],
]

/** Returns the format of a file by its first bytes, or undefined. Its name decides only if the content does not. */
export function formatOf(head: Uint8Array, fileName: string): Format | undefined {
  if (head.length >= 4) {
    const magic = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(0)
    if (magic === 0x4c4f4747) return 'blf'
    if ([0x0a0d0d0a, 0xa1b2c3d4, 0xd4c3b2a1, 0xa1b23c4d, 0x4d3cb2a1].includes(magic)) return 'pcap'
  }
  const text = new TextDecoder('latin1').decode(head.subarray(0, headBytes)).replace(/^ï»¿/, '')
  if (text.includes('\0')) return undefined
  const lines = text
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, 50)
    .map((line) => line.slice(0, 500))
    .join('\n')
  return signs.find(([, sign]) => sign.test(lines))?.[0] ?? endings[/\.(\w+)$/.exec(fileName.toLowerCase())?.[1] ?? '']
}

/** Number of bytes that formatOf examines. */
export const headBytes = 16_384

const endings: Readonly<Record<string, Format>> = { asc: 'asc', crtd: 'crtd', csv: 'csv', trc: 'trc' }
