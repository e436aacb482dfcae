import type { PipelineSource } from '@carapace/shared/msoc/history/history.contract'
import type { StatsNews } from '@carapace/shared/msoc/topics'

/** Length of the observed window, s. */
const windowSeconds = 60

/** The counts of one source in one second. */
interface Second {
  stored: number
  rejected: number
}

interface Source {
  /** By epoch second, only for the window. */
  readonly seconds: Map<number, Second>
  commits: { readonly at: number; readonly ms: number }[]
  lagMs: number | null
  lastAt: number | null
}

export interface PipelineFold {
  add(news: StatsNews): void
  /**
   * The figures of each source in the 60 whole seconds before `now`, by name. A silent source stays, with a rate of 0.
   */
  read(now: number): PipelineSource[]
}

const secondOf = (ms: number): number => Math.floor(ms / 1_000)

/**
 * Adds up the batch statistics of all ingest processes. It listens since `startedAt`, and knows nothing of the time
 * before (rule PIPELINE-1).
 */
export function createPipelineFold(startedAt: number): PipelineFold {
  const sources = new Map<string, Source>()

  function forget(source: Source, now: number): void {
    const first = secondOf(now) - windowSeconds
    for (const second of source.seconds.keys()) if (second < first) source.seconds.delete(second)
    source.commits = source.commits.filter(({ at }) => secondOf(at) >= first)
  }

  return {
    add({ sources: batch, committedAt, commitMs }) {
      for (const [name, { stored, rejected, receivedAt }] of Object.entries(batch)) {
        const source = sources.get(name) ?? {
          seconds: new Map<number, Second>(),
          commits: [],
          lagMs: null,
          lastAt: null,
        }
        sources.set(name, source)
        forget(source, committedAt)
        const second = source.seconds.get(secondOf(committedAt)) ?? { stored: 0, rejected: 0 }
        source.seconds.set(secondOf(committedAt), {
          stored: second.stored + stored,
          rejected: second.rejected + rejected,
        })
        source.commits.push({ at: committedAt, ms: commitMs })
        if (stored === 0) continue
        source.lagMs = Math.max(0, committedAt - receivedAt)
        source.lastAt = Math.max(source.lastAt ?? 0, committedAt)
      }
    },
    read(now) {
      const observedSeconds = Math.min(windowSeconds, Math.max(1, secondOf(now) - secondOf(startedAt)))
      for (const source of sources.values()) forget(source, now)
      return [...sources]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, source]) => wire(name, source, now, observedSeconds))
    },
  }
}

function wire(
  name: string,
  { seconds, commits, lagMs, lastAt }: Source,
  now: number,
  observedSeconds: number,
): PipelineSource {
  const window = Array.from({ length: windowSeconds }, (_, i) => seconds.get(secondOf(now) - windowSeconds + i))
  const history = window.map((second) => second?.stored ?? 0)
  const stored = history.reduce((sum, some) => sum + some, 0)
  return {
    source: name,
    history,
    rate: Math.round((stored * 10) / observedSeconds) / 10,
    commit_p99_ms: percentile(
      commits.map(({ ms }) => ms),
      0.99,
    ),
    lag_ms: lagMs,
    rejected: [...seconds.values()].reduce((sum, { rejected }) => sum + rejected, 0),
    last_at: lastAt === null ? null : new Date(lastAt).toISOString(),
  }
}

function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}
