import { getDbcVersion } from '@carapace/shared/msoc/can/dbc.contract'
import type { CanFrameRow } from '@carapace/shared/msoc/history/history.contract'
import { useEffect, useMemo, useState } from 'react'
import { useEndpoint } from '../../../core/call/query.ts'
import type { FrameLine } from './evidence.ts'

export interface Undecoded {
  /** The text of the database file. */
  readonly text: string
  readonly frames: readonly Pick<CanFrameRow, 'id' | 'ext' | 'data'>[]
}

/**
 * For each frame, the message name and its signal values as text; undefined if the database does not contain the id.
 */
export type Decoded = readonly ({ readonly name: string; readonly text: string } | undefined)[]

export type DecodedLines = ReadonlyMap<FrameLine, { readonly name: string; readonly text: string }>

const nothing: DecodedLines = new Map()

/**
 * Decodes the alert's own frames with the database that was pinned with the evidence. Empty until the database is read,
 * or if none was pinned (rule ANALYZER-UI-9).
 */
export function useDecoded(lines: readonly FrameLine[], version: string | undefined): DecodedLines {
  const [decoded, setDecoded] = useState(nothing)
  const own = useMemo(() => lines.filter((line) => line.own && !line.frame.rtr), [lines])
  const isNeeded = version !== undefined && own.length > 0
  const { data } = useEndpoint(getDbcVersion, { uuid: version ?? '' }, { enabled: isNeeded, keepPrevious: false })
  const text = data?.text
  useEffect(() => {
    if (text === undefined || own.length === 0) return
    const controller = new AbortController()
    // the frames are shown without it
    decode(own, text, controller.signal).then(setDecoded, () => setDecoded(nothing))
    return () => controller.abort()
  }, [own, text])
  return decoded
}

async function decode(lines: readonly FrameLine[], text: string, signal: AbortSignal): Promise<DecodedLines> {
  const decoded = await inWorker(
    { text, frames: lines.map(({ frame: { id, ext, data } }) => ({ id, ext, data })) },
    signal,
  )
  return new Map(lines.flatMap((line, index) => (decoded[index] === undefined ? [] : [[line, decoded[index]]])))
}

function inWorker(request: Undecoded, signal: AbortSignal): Promise<Decoded> {
  const worker = new Worker(new URL('./decode.worker.ts', import.meta.url), { type: 'module', name: 'decode' })
  signal.addEventListener('abort', () => worker.terminate())
  return new Promise<Decoded>((resolve, reject) => {
    worker.addEventListener('message', (event: MessageEvent<Decoded>) => resolve(event.data))
    worker.addEventListener('error', (event) => reject(new Error(event.message)))
    worker.postMessage(request)
  }).finally(() => worker.terminate())
}
