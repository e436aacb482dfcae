import type { CompiledDbc } from '../dbc/compile.ts'
import type { CanEvent } from '../events/events.ts'
import type { SigmaEvent } from '../sigma/event.ts'
import type { DetectionRule } from '../sigma/model.ts'
import { createRuleIndex } from '../sigma/rule-index.ts'
import { decisionFor, type FrameDecision } from './can-candidates.ts'
import { constantFields, type DataReader, dataReader, type FrameKind } from './can-fields.ts'
import { servicesOf, unionOf } from './fields-read.ts'
import { compileForFrames, type FrameTest, type TriedFrame } from './frame-tests.ts'
import { addVehicle, type EventFields, type RuleContext, type WantedFields } from './vehicle-events.ts'

/** Finds the rules that frames match. */
export interface FrameRules {
  /** False: no rule reads CAN. */
  readonly isAny: boolean
  /**
   * Calls `take` for each frame that rules match, in the order of the frames, with the numbers of the rules, ascending,
   * the fields that rules read, and a function that returns all fields.
   */
  match(
    event: CanEvent,
    context: RuleContext,
    take: (matched: readonly number[], frame: SigmaEvent, complete: () => SigmaEvent) => void,
  ): void
}

/** How frames of a kind are read; undefined: no rule can match them. */
type FramePlan =
  | {
      readonly constants: EventFields
      readonly read: DataReader
      readonly wanted: WantedFields
      readonly match: (frame: TriedFrame) => readonly number[]
    }
  | undefined

/** What is known of the kinds of frames is forgotten beyond these numbers: senders choose ids and names of buses. */
const mostPlansOfBus = 20_000
const mostBuses = 1_000
const mostIndexes = 1_000
/** With more candidates, an index finds the rules to evaluate. */
const mostEvaluated = 40

const source = { product: 'vehicle', service: 'can' } as const
const none: readonly number[] = []
const noDatabase = {} as CompiledDbc

/** Returns the rules among these that read CAN frames, prepared for each kind of frame at its first (rule RULE-5). */
export function createFrameRules(detections: readonly DetectionRule[], wanted: readonly WantedFields[]): FrameRules {
  const rules = new Map([...detections.entries()].filter(([, rule]) => servicesOf(rule).includes('can')))
  const indexes = new Map<string, (frame: SigmaEvent) => readonly number[]>()
  let buses = new WeakMap<CompiledDbc, Map<string, Map<number, FramePlan>>>()
  let busCount = 0

  function plansOf(dbc: CompiledDbc | undefined, bus: string, flags: number): Map<number, FramePlan> {
    const key = `${flags} ${bus}`
    const known = buses.get(dbc ?? noDatabase)?.get(key)
    if (known !== undefined) return known
    busCount += 1
    if (busCount > mostBuses) {
      buses = new WeakMap()
      busCount = 1
    }
    const ofDbc = buses.get(dbc ?? noDatabase) ?? new Map<string, Map<number, FramePlan>>()
    buses.set(dbc ?? noDatabase, ofDbc)
    const plans = new Map<number, FramePlan>()
    ofDbc.set(key, plans)
    return plans
  }

  function planOf(kind: FrameKind): FramePlan {
    const decide = decisionFor(kind)
    const candidates = [...rules].filter(([, rule]) => decide(rule.expression) !== false).map(([number]) => number)
    if (candidates.length === 0) return undefined
    const fields = unionOf(candidates.map((number) => wanted[number]!))
    const constants = [...constantFields(kind)].filter(([name]) => fields === 'all' || fields.has(name))
    return {
      constants: new Map(constants),
      read: dataReader(kind, fields),
      wanted: fields,
      match: matcherOf(candidates, kind, decide),
    }
  }

  function matcherOf(
    candidates: readonly number[],
    kind: FrameKind,
    decide: FrameDecision,
  ): (frame: TriedFrame) => readonly number[] {
    if (candidates.length <= mostEvaluated) {
      return evaluated(
        candidates.map((number) => ({ number, test: compileForFrames(rules.get(number)!.expression, kind, decide) })),
      )
    }
    const key = candidates.join(' ')
    const known = indexes.get(key) ?? indexed(candidates, rules)
    if (indexes.size >= mostIndexes) indexes.clear()
    indexes.set(key, known)
    return ({ eventOf }) => known(eventOf())
  }

  return {
    isAny: rules.size > 0,
    match(event, context, take) {
      const { bus, flags } = event
      const dbc = context.dbcOf(bus)
      const plans = plansOf(dbc, bus, flags)
      let current: FramePlan
      let { ts } = event
      const tried: TriedFrame = {
        hex: '',
        bytes: undefined,
        view: undefined,
        eventOf: () => frameOf(current!, context, ts, tried.hex),
      }
      for (const frame of event.frames) {
        const id = frame[1]
        let plan = plans.get(id)
        if (plan === undefined && !plans.has(id)) {
          if (plans.size >= mostPlansOfBus) plans.clear()
          plan = planOf({ bus, id, flags, dbc })
          plans.set(id, plan)
        }
        if (plan === undefined) continue
        current = plan
        ts = event.ts + frame[0] / 1_000
        tried.hex = frame[2]
        tried.bytes = undefined
        tried.view = undefined
        const matched = plan.match(tried)
        if (matched.length === 0) continue
        const { hex } = tried
        const read = tried.eventOf()
        take(matched, read, () => completed(read, { bus, id, flags, dbc }, context, hex))
      }
    },
  }
}

/** Returns a frame with the fields that rules read. */
function frameOf({ constants, wanted, read }: NonNullable<FramePlan>, context: RuleContext, ts: number, hex: string) {
  const fields = new Map(constants)
  addVehicle(fields, context, wanted)
  read(fields, hex)
  return { id: context.vin, ts, source, fields }
}

/** Returns the frame with all its fields. */
function completed(frame: SigmaEvent, kind: FrameKind, context: RuleContext, hex: string): SigmaEvent {
  const fields = constantFields(kind)
  addVehicle(fields, context, 'all')
  dataReader(kind, 'all')(fields, hex)
  return { ...frame, fields }
}

function evaluated(rules: readonly { readonly number: number; readonly test: FrameTest }[]) {
  return (frame: TriedFrame): readonly number[] => {
    let matched: number[] | undefined
    for (const { number, test } of rules) if (test(frame)) (matched ??= []).push(number)
    return matched ?? none
  }
}

function indexed(candidates: readonly number[], rules: ReadonlyMap<number, DetectionRule>) {
  const index = createRuleIndex(candidates.map((number) => rules.get(number)!))
  return (frame: SigmaEvent): readonly number[] => index.match(frame).map((position) => candidates[position]!)
}
