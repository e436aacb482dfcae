import type { ExportFormat } from '../can/captures.ts'
import type { CanFrame } from '../can/frame.ts'
import { createAscWriter } from './asc.ts'
import { joined } from './bytes.ts'
import { candumpLine } from './candump.ts'
import { csvHeader, csvLine } from './csv.ts'
import { createPcapWriter } from './pcap.ts'

/** What a file of a format is called by its ending. */
export const endingOf: Readonly<Record<ExportFormat, string>> = {
  candump: 'log',
  asc: 'asc',
  csv: 'csv',
  pcap: 'pcapng',
}

/**
 * Turns frames into the bytes of a file, part by part; the first part brings the file's header. Where the first frame
 * is not the earliest, `earliestMs` (epoch ms) says when that one was. Rules CAPTURE-25 to CAPTURE-27 of ./SPEC.md.
 */
export function captureWriter(format: ExportFormat, earliestMs?: number): (frames: readonly CanFrame[]) => Uint8Array {
  if (format === 'pcap') {
    const write = createPcapWriter()
    return (frames) => joined(frames.map(write))
  }
  const write = format === 'asc' ? createAscWriter(earliestMs) : format === 'csv' ? csvLine : candumpLine
  const encoder = new TextEncoder()
  let head = format === 'csv' ? csvHeader : ''
  return (frames) => {
    const text = head + frames.map(write).join('')
    head = ''
    return encoder.encode(text)
  }
}
