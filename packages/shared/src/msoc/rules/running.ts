import type { CanEvent, VehicleEvent } from '../events/events.ts'
import type { Correlator } from '../sigma/correlate.ts'
import { createSigmaDetector, type SigmaHit } from '../sigma/detect.ts'
import type { SigmaEvent } from '../sigma/event.ts'
import { createRuleIndex } from '../sigma/rule-index.ts'
import { createFrameRules } from './frame-rules.ts'
import { createHits, type RuleHitFound } from './hits.ts'
import { fieldsOfDetection, servicesOf, unionOf } from './fields-read.ts'
import type { RuleSet } from './rule-set.ts'
import { type VehicleService, vehicleServices } from './rules.ts'
import { fieldsOf, type RuleContext, serviceOf, type WantedFields } from './vehicle-events.ts'

/** What a rule did and holds. */
export interface RuleLoad {
  readonly hits: number
  /** Epoch ms of the event. */
  readonly lastHit: number | undefined
  readonly groups: number
  readonly entries: number
  readonly evicted: number
}

/** Rules of an organisation at work: a fold over the events of its vehicles. */
export interface RunningRules {
  /** Returns the hits of an event. */
  step(event: VehicleEvent, context: RuleContext): RuleHitFound[]
  /** The same for an event whose fields are made already; its id is the vehicle's. */
  stepFields(event: SigmaEvent): RuleHitFound[]
  /**
   * Ends timespans that are over at a moment, epoch ms: conditions such as "fewer than" come true there. Other groups
   * are kept until `forgetBefore`, since events may come late.
   */
  advance(now: number, forgetBefore?: number): RuleHitFound[]
  /** By the uuid of the rule. */
  loads(): Map<string, RuleLoad>
  /** From here on, changes of memory can be undone; those before stay. */
  begin(): void
  /** Undoes all changes since `begin`. */
  rollback(): void
  /** Memory that the rules of another version of the set continue with (rule RULE-10). */
  readonly memory: RulesMemory
}

export interface RulesMemory {
  readonly correlators: ReadonlyMap<string, Correlator>
  readonly counts: ReadonlyMap<string, HitCount>
}

interface HitCount {
  readonly hits: number
  readonly lastHit: number | undefined
}

const nothing: RuleHitFound[] = []

/** Returns the rules at work; correlations that did not change continue with the memory of the rules before. */
export function runRules(set: RuleSet, before?: RulesMemory): RunningRules {
  const { linked } = set
  const keys = linked.correlations.map((_, number) => keyOf(set, number))
  const detector = createSigmaDetector(linked, undefined, (number) => before?.correlators.get(keys[number]!))
  const wanted = linked.detections.map((_, number) => fieldsOfDetection(linked, number))
  const services = new Map(vehicleServices.map((service) => [service, rulesOf(set, service, wanted)]))
  const frames = createFrameRules(linked.detections, wanted)
  const hitOf = createHits(set)
  let counts = new Map<string, HitCount>(
    set.rules.flatMap(({ uuid }) => {
      const count = before?.counts.get(uuid)
      return count === undefined ? [] : [[uuid, count] as const]
    }),
  )
  let countsBefore: typeof counts | undefined

  function counted(hits: readonly SigmaHit[], event: SigmaEvent | undefined, more?: () => SigmaEvent): RuleHitFound[] {
    if (hits.length === 0) return nothing
    return hits.map((hit) => {
      const { uuid } = set.ownerOf(hit.kind, hit.number)
      const { hits: known, lastHit } = counts.get(uuid) ?? { hits: 0, lastHit: undefined }
      if (countsBefore === counts) counts = new Map(counts)
      counts.set(uuid, { hits: known + 1, lastHit: Math.max(lastHit ?? -Infinity, hit.ts) })
      return hitOf(hit, event, more)
    })
  }

  function stepCan(event: CanEvent, context: RuleContext): RuleHitFound[] {
    if (!frames.isAny) return nothing
    const found: RuleHitFound[] = []
    frames.match(event, context, (matched, frame, complete) => {
      found.push(...counted(detector.take(frame, matched), frame, complete))
    })
    return found
  }

  return {
    step(event, context) {
      if (event.kind === 'can') return stepCan(event, context)
      if (event.kind === 'inventory') return nothing
      const rules = services.get(serviceOf(event.kind))
      if (rules === undefined) return nothing
      const read: SigmaEvent = {
        id: context.vin,
        ts: event.ts,
        source: rules.source,
        fields: fieldsOf(event, context, rules.wanted),
      }
      const matched = rules.match(read)
      if (matched.length === 0) return nothing
      return counted(detector.take(read, matched), read, () => ({ ...read, fields: fieldsOf(event, context, 'all') }))
    },
    stepFields: (event) => counted(detector.step(event), event),
    advance: (now, forgetBefore) => counted(detector.advance(now, forgetBefore), undefined),
    loads() {
      const loads = new Map<string, RuleLoad>(
        set.rules.map(({ uuid }) => {
          const { hits, lastHit } = counts.get(uuid) ?? { hits: 0, lastHit: undefined }
          return [uuid, { hits, lastHit, groups: 0, entries: 0, evicted: 0 }]
        }),
      )
      detector.correlators.forEach(({ groups, entries, evicted }, number) => {
        const { uuid } = set.ownerOf('correlation', number)
        const load = loads.get(uuid)!
        loads.set(uuid, {
          ...load,
          groups: load.groups + groups,
          entries: load.entries + entries,
          evicted: load.evicted + evicted,
        })
      })
      return loads
    },
    begin() {
      countsBefore = counts
      detector.begin()
    },
    rollback() {
      counts = countsBefore ?? counts
      detector.rollback()
    },
    get memory() {
      return { correlators: new Map(detector.correlators.map((one, number) => [keys[number]!, one])), counts }
    },
  }
}

/** The rules that read events of a service, with the fields to make; undefined if there are none. */
function rulesOf({ linked }: RuleSet, service: VehicleService, wanted: readonly WantedFields[]) {
  const numbers = [...linked.detections.keys()].filter((number) =>
    servicesOf(linked.detections[number]!).includes(service),
  )
  if (numbers.length === 0) return undefined
  const index = createRuleIndex(numbers.map((number) => linked.detections[number]!))
  return {
    source: { product: 'vehicle', service },
    wanted: unionOf(numbers.map((number) => wanted[number]!)),
    match: (event: SigmaEvent) => index.match(event).map((position) => numbers[position]!),
  }
}

/** A correlation is the same as long as its version is, and the versions of the rules that it refers to. */
function keyOf(set: RuleSet, number: number): string {
  const { uuid, version } = set.ownerOf('correlation', number)
  const { rule, sources } = set.linked.correlations[number]!
  const from = sources.map(({ kind, number: source }) => {
    const owner = set.ownerOf(kind, source)
    return `${owner.uuid} ${owner.version}`
  })
  return JSON.stringify([uuid, version, rule.place.line, ...from])
}
