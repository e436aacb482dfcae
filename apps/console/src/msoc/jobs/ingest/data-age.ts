import type { PipelineSource } from '@carapace/shared/msoc/history/history.contract'

/** A source that is silent for this time is stale, ms: the slowest vehicles of a fleet report twice a minute. */
export const staleMs = 60_000

interface PipelineReading {
  /** The server's clock when it sent the state, and the local clock when it arrived, epoch ms. */
  readonly at: number
  readonly receivedAt: number
}

/**
 * The age of a source's last data, ms, by the server's clock: the local clock may be wrong, but it runs at the same
 * rate (rule INGEST-UI-1).
 */
export function dataAge(
  { last_at }: Pick<PipelineSource, 'last_at'>,
  { at, receivedAt }: PipelineReading,
  now: number,
): number | undefined {
  if (last_at === null) return undefined
  return Math.max(0, at - Date.parse(last_at) + Math.max(0, now - receivedAt))
}
