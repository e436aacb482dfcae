import type { ExportFormat } from '../can/captures.ts'
import type { CanFrame } from '../can/frame.ts'
import { createAscWriter } from './asc.ts'
import { joined } from './bytes.ts'
import { candumpLine } from './candump.ts'
import { csvHeader, csvLine } from './csv.ts'
import { createPcapWriter } from './pcap-writer.ts'

/** File extensions by format. */
export const endingOf: Readonly<Record<ExportFormat, string>> = {
  candump: 'log',
  asc: 'asc',
  csv: 'csv',
  pcap: 'pcapng',
}

/**
 * Returns a function that turns frames into the bytes of a file, part by part; the first part includes the header of
 * the file. If the first frame is not the earliest, `earliestMs` (epoch ms) is the time of the earliest. Rules
 * CAPTURE-25 to CAPTURE-27 of ./SPEC.md.
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
