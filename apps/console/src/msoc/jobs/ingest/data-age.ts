import type { PipelineSource } from '@carapace/shared/msoc/history/history.contract'

/**
 * A source that is silent for so long is called stale, ms: the slowest of a fleet's own reports come twice a minute.
 */
export const staleMs = 60_000

interface PipelineReading {
  /** The server's clock when it told, and this machine's when it came, epoch ms. */
  readonly at: number
  readonly receivedAt: number
}

/**
 * How long ago something last came through a source, ms, by the server's clock: this machine's may be wrong, but it
 * runs as fast (rule INGEST-UI-1).
 */
export function dataAge(
  { last_at }: Pick<PipelineSource, 'last_at'>,
  { at, receivedAt }: PipelineReading,
  now: number,
): number | undefined {
  if (last_at === null) return undefined
  return Math.max(0, at - Date.parse(last_at) + Math.max(0, now - receivedAt))
}
