import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { packed, readCandumpLine, type CapturedFrame } from './candump.ts'
import { UsageError } from '../cli.ts'
import { lineOf, rounded, type Line } from '../sending/events.ts'
import { paceOf, type Due, type Pace } from './pace.ts'
import { readPositions } from './position-file.ts'
import type { ReplayOptions } from './options.ts'

/** A recording as lines that are due at times, with remarks on omitted data. */
interface Recording {
  kind: 'candump' | 'csv'
  lines: AsyncIterable<Due<Line>>
  /** A description of data that could not be sent; known at the end. */
  leftOut(): string | undefined
}

const EDGE_BYTES = 64 * 1024
const PACK_MS = 250

/** Opens a recording; its kind is detected from its first line. `now` is the time at which sending begins. */
export async function openRecording(options: ReplayOptions, now: () => number): Promise<Recording> {
  const { head, tail } = await edgesOf(options.file)
  const first = head.split(/\r?\n/).find((line) => line.trim() !== '') ?? ''
  if (readCandumpLine(first) !== undefined) return capture(options, now, tail, first)
  if (first.includes(',') && !first.includes('\0')) return positionFile(options, now)
  throw new UsageError(
    `${options.file} is neither a candump capture nor a CSV file: its first line is "${printable(first)}"`,
  )
}

async function edgesOf(file: string): Promise<{ head: string; tail: string }> {
  const handle = await open(file).catch((cause: Error) => {
    throw new UsageError(`Cannot open the file: ${cause.message}`)
  })
  try {
    const { size } = await handle.stat()
    const at = async (position: number) =>
      (await handle.read(Buffer.alloc(Math.min(EDGE_BYTES, size)), { position })).buffer.toString('utf8')
    return { head: await at(0), tail: await at(Math.max(0, size - EDGE_BYTES)) }
  } catch (cause) {
    throw new UsageError(`Cannot read the file: ${(cause as Error).message}`)
  } finally {
    await handle.close()
  }
}

function printable(text: string): string {
  return text.slice(0, 60).replace(/[^\x20-\x7e]/g, '.')
}

function capture(options: ReplayOptions, now: () => number, tail: string, firstLine: string): Recording {
  const { vehicle, speed, start } = options
  if (vehicle === undefined) throw new UsageError('Name the vehicle of the capture with --vehicle VIN')
  const times = [firstLine, ...tail.split(/\r?\n/)]
    .map(readCandumpLine)
    .flatMap((frame) => (typeof frame === 'object' ? [frame.at] : []))
  const pace = paceOf(start, speed, { first: times[0] ?? 0, last: times[times.length - 1] ?? 0, now: now() })
  const left = { data: 0, lines: 0, firstLine: 0 }
  const spanMs = PACK_MS * (speed || 4)
  return {
    kind: 'candump',
    lines: captureLines(
      packed(framesOf(options, left), vehicle, spanMs, (frame) => pace.tsOf(frame)),
      pace,
    ),
    leftOut: () => remarks(left),
  }
}

async function* captureLines(packs: ReturnType<typeof packed>, pace: Pace): AsyncGenerator<Due<Line>> {
  for await (const { event, ends } of packs) yield { due: pace.dueAt(ends), item: lineOf(event) }
}

async function* framesOf(
  { file, bus }: ReplayOptions,
  left: { data: number; lines: number; firstLine: number },
): AsyncGenerator<CapturedFrame> {
  let number = 0
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    number++
    if (line.trim() === '') continue
    const frame = readCandumpLine(line)
    if (frame === 'not-data') left.data++
    else if (frame) yield bus === undefined ? frame : { ...frame, bus }
    else if (left.lines++ === 0) left.firstLine = number
  }
}

function remarks({ data, lines, firstLine }: { data: number; lines: number; firstLine: number }): string | undefined {
  const parts = [
    ...(data > 0 ? [`${data} remote or error frames`] : []),
    ...(lines > 0 ? [`${lines} lines that are not candump (the first is line ${firstLine})`] : []),
  ]
  return parts.length > 0 ? `left out: ${parts.join(', ')}` : undefined
}

async function positionFile(options: ReplayOptions, now: () => number): Promise<Recording> {
  const positions = await readPositions(createReadStream(options.file, 'utf8'), options.columns, options.offsetAt)
  const pace = paceOf(options.start, options.speed, {
    first: positions[0]!.at,
    last: positions[positions.length - 1]!.at,
    now: now(),
  })
  async function* lines(): AsyncGenerator<Due<Line>> {
    for (const { vehicle, at, lat, lon } of positions) {
      const ts = Math.round(pace.tsOf(at))
      yield {
        due: pace.dueAt(at),
        item: lineOf({ type: 'position', vehicle, ts, lat: rounded(lat, 7), lon: rounded(lon, 7) }),
      }
    }
  }
  return { kind: 'csv', lines: lines(), leftOut: () => undefined }
}
