import { createCorrelator, type CorrelationHit, type Correlator } from './correlate.ts'
import type { SigmaEvent } from './event.ts'
import type { LinkedRules } from './link.ts'
import { createRuleIndex } from './rule-index.ts'

/** The most groups that a correlation keeps (OPERATIONS, "Rules"). */
const mostGroups = 100_000

/** A rule that came true. */
export interface SigmaHit {
  readonly kind: 'detection' | 'correlation'
  /** Its number in the linked rules. */
  readonly number: number
  readonly ts: number
  /** What the correlation counted; undefined for detections. */
  readonly correlation: CorrelationHit | undefined
  /** Ids of the events. */
  readonly events: readonly string[]
}

/** What a correlation holds in memory. */
export interface CorrelationLoad {
  readonly groups: number
  readonly evicted: number
  readonly entries: number
}

/** Linked rules at work: a fold over events. */
export interface SigmaDetector {
  /** Returns the hits of an event: detections in the order of the rules, then correlations, sources first. */
  step(event: SigmaEvent): SigmaHit[]
  /** The same for an event of which the caller knows the numbers of the detections that it matches, ascending. */
  take(event: SigmaEvent, matched: readonly number[]): SigmaHit[]
  /** Ends what is over at a moment, epoch ms; groups without a decision to make are kept until `forgetBefore`. */
  advance(now: number, forgetBefore?: number): SigmaHit[]
  /** From here on changes can be undone; those before stay. */
  begin(): void
  /** Undoes all changes since `begin`. */
  rollback(): void
  /** By the number of the correlation: what another detector can continue with. */
  readonly correlators: readonly Correlator[]
  /** Of each correlation. */
  loads(): CorrelationLoad[]
}

interface Feed {
  readonly correlation: number
  readonly source: number
}

interface Input extends Feed {
  readonly event: SigmaEvent
}

/** Returns the rules without any memory, except that of the correlators that `continued` returns. */
export function createSigmaDetector(
  { detections, correlations, raises }: LinkedRules,
  limits: { readonly groups: number } = { groups: mostGroups },
  continued: (correlation: number) => Correlator | undefined = () => undefined,
): SigmaDetector {
  const index = createRuleIndex(detections)
  const correlators = correlations.map((linked, number) => continued(number) ?? createCorrelator(linked, limits.groups))
  const feeds = feedsOf(correlations)

  /** A correlation feeds only those behind it, so that one pass in ascending order is enough. */
  function correlate(inputs: Input[]): SigmaHit[] {
    const hits: SigmaHit[] = []
    const waiting = inputs
    while (waiting.length > 0) {
      const next = waiting.reduce((first, input) => (goesBefore(input, first) ? input : first))
      waiting.splice(waiting.indexOf(next), 1)
      const hit = correlators[next.correlation]!.step(next.source, next.event)
      if (hit !== undefined) hits.push(...raised(next.correlation, hit, waiting))
    }
    return hits
  }

  function raised(number: number, hit: CorrelationHit, waiting: Input[]): SigmaHit[] {
    for (const feed of feeds.get(`correlation ${number}`) ?? []) waiting.push({ ...feed, event: hit.event })
    if (!raises('correlation', number)) return []
    return [{ kind: 'correlation', number, ts: hit.ts, correlation: hit, events: hit.events }]
  }

  function take(event: SigmaEvent, matched: readonly number[]): SigmaHit[] {
    if (matched.length === 0) return []
    const inputs = matched.flatMap((number) =>
      (feeds.get(`detection ${number}`) ?? []).map((feed) => ({ ...feed, event })),
    )
    const own = matched.filter((number) => raises('detection', number))
    return [...own.map((number) => detectionHit(number, event)), ...correlate(inputs)]
  }

  return {
    correlators,
    take,
    step: (event) => take(event, index.match(event)),
    advance(now, forgetBefore) {
      const waiting: Input[] = []
      const ended = correlators.flatMap((correlator, number) =>
        correlator.advance(now, forgetBefore).flatMap((hit) => raised(number, hit, waiting)),
      )
      return [...ended, ...correlate(waiting)]
    },
    begin() {
      for (const correlator of correlators) correlator.begin()
    },
    rollback() {
      for (const correlator of correlators) correlator.rollback()
    },
    loads: () => correlators.map(loadOf),
  }
}

function loadOf({ groups, evicted, entries }: Correlator): CorrelationLoad {
  return { groups, evicted, entries }
}

function detectionHit(number: number, { id, ts }: SigmaEvent): SigmaHit {
  return { kind: 'detection', number, ts, correlation: undefined, events: [id] }
}

/** Of one event the later sources of a correlation go first, so that it does not continue its own sequence. */
function goesBefore(a: Feed, b: Feed): boolean {
  return a.correlation === b.correlation ? a.source > b.source : a.correlation < b.correlation
}

/** The correlations that a rule feeds. */
function feedsOf(correlations: LinkedRules['correlations']): ReadonlyMap<string, readonly Feed[]> {
  const all = correlations.flatMap(({ sources }, correlation) =>
    sources.map(({ kind, number }, source) => ({ from: `${kind} ${number}`, correlation, source })),
  )
  return Map.groupBy(all, ({ from }) => from)
}
