import type { Org, OrgUuid } from '@carapace/shared/core/owned'
import { isSame } from '@carapace/shared/graph/artefacts/changes'
import {
  concerns,
  createMatcher,
  hasIndicators,
  type Indicators,
} from '@carapace/shared/lifecycle/sightings/indicators'
import type { Tx } from '../../core/db.ts'
import type { AlertSeen } from './sighting-feed.queries.ts'
import {
  graphVersionsOf,
  indicatorStatesAfter,
  indicatorStatesAt,
  type IndicatorState,
  indicatorStates,
} from './sighting-scenarios.queries.ts'

/** A threat scenario as alerts are held against it. */
export interface Scenario {
  readonly uuid: string
  readonly programUuid: string
  readonly indicators: Indicators
}

/** What a program foresees, as of a moment of its graph. */
interface Program {
  seq: number
  readonly scenarios: Map<string, Scenario>
  /** What its vehicles are called in the fleet, by the artefact that says so. */
  readonly models: Map<string, readonly string[]>
}

/** What an organisation's programs foresee. */
export interface Scenarios {
  /** Of each program, the moment that is known. */
  readonly graphVersions: ReadonlyMap<string, number>
  readonly all: readonly Scenario[]
  /** Which of them an alert shows. */
  readonly shown: (alert: AlertSeen) => readonly Scenario[]
}

/** Reads what is foreseen now. */
export type ReadScenarios = (tx: Tx, org: Org) => Promise<Scenarios>

interface Known {
  readonly programs: Map<string, Program>
  scenarios: Scenarios
}

/**
 * Keeps what organisations' programs foresee in memory, and reads only what changed since: a program that is known
 * costs one look at where its graph is, and one at the states that came after.
 */
export function rememberScenarios(): ReadScenarios {
  const known = new Map<OrgUuid, Known>()
  return async (tx, org) => {
    const mine = known.get(org.uuid) ?? { programs: new Map(), scenarios: scenariosOf(new Map()) }
    // a reading that fails half-way is forgotten: the next one begins anew
    known.delete(org.uuid)
    const isChanged = await refresh(tx, org, mine.programs)
    const graphVersions = new Map([...mine.programs].map(([uuid, { seq }]) => [uuid, seq]))
    mine.scenarios = isChanged ? scenariosOf(mine.programs) : { ...mine.scenarios, graphVersions }
    known.set(org.uuid, mine)
    return mine.scenarios
  }
}

/** Brings programs to where their graphs are; answers whether anything is foreseen otherwise. */
async function refresh(tx: Tx, org: Org, programs: Map<string, Program>): Promise<boolean> {
  const graphVersions = await graphVersionsOf(tx, org)
  const gone = [...programs.keys()].filter((uuid) => !graphVersions.has(uuid))
  for (const uuid of gone) programs.delete(uuid)
  const fresh = [...graphVersions.keys()].filter((uuid) => !programs.has(uuid))
  let isChanged = gone.length + fresh.length > 0
  for (const uuid of fresh)
    programs.set(uuid, { seq: graphVersions.get(uuid)!, scenarios: new Map(), models: new Map() })
  for (const state of await indicatorStates(tx, org, fresh)) take(programs.get(state.programUuid)!, state)
  for (const [uuid, program] of programs) {
    if (program.seq >= graphVersions.get(uuid)!) continue
    for (const state of await indicatorStatesAfter(tx, org, uuid, program.seq))
      isChanged =
        take(program, state.action === 'removed' ? { ...state, indicators: null, models: null } : state) || isChanged
    program.seq = graphVersions.get(uuid)!
  }
  return isChanged
}

/** Takes what an artefact says in the place of what it said; answers whether that is something else. */
function take(
  { scenarios, models }: Program,
  { uuid, programUuid, kind, indicators, models: named }: IndicatorState,
): boolean {
  if (kind === 'vehicle-model') return put(models, uuid, named === null || named.length === 0 ? undefined : named)
  return put(
    scenarios,
    uuid,
    indicators === null || !hasIndicators(indicators) ? undefined : { uuid, programUuid, indicators },
  )
}

function put<T>(all: Map<string, T>, key: string, value: T | undefined): boolean {
  if (isSame(all.get(key), value)) return false
  if (value === undefined) all.delete(key)
  else all.set(key, value)
  return true
}

function scenariosOf(programs: ReadonlyMap<string, Program>): Scenarios {
  const all = [...programs.values()].flatMap(({ scenarios }) => [...scenarios.values()])
  const models = new Map([...programs].map(([uuid, program]) => [uuid, [...program.models.values()].flat()]))
  const find = createMatcher(all)
  return {
    graphVersions: new Map([...programs].map(([uuid, { seq }]) => [uuid, seq])),
    all,
    shown: (alert) => find(alert).filter(({ programUuid }) => concerns(models.get(programUuid)!, alert.vehicle)),
  }
}

/**
 * Scenarios of a program that foresee something else than at an earlier moment, those that foresee nothing any more
 * among them (rule SIGHTING-7).
 */
export async function changedScenarios(
  tx: Tx,
  org: Org,
  programUuid: string,
  since: number,
  now: Scenarios,
): Promise<string[]> {
  const whole = now.all.filter((scenario) => scenario.programUuid === programUuid).map(({ uuid }) => uuid)
  if (since === 0) return whole
  const later = await indicatorStatesAfter(tx, org, programUuid, since)
  const last = new Map<string, IndicatorState>(
    later.map((state) => [
      state.uuid,
      state.action === 'removed' ? { ...state, indicators: null, models: null } : state,
    ]),
  )
  const before = await indicatorStatesAt(tx, org, programUuid, since, [...last.keys()])
  const other = [...last.values()].filter(({ uuid, kind, indicators, models }) =>
    kind === 'vehicle-model'
      ? !isSame(models ?? [], before.get(uuid)?.models ?? [])
      : !isSame(indicators, before.get(uuid)?.indicators ?? null),
  )
  return other.some(({ kind }) => kind === 'vehicle-model')
    ? [...new Set([...whole, ...other.filter(({ kind }) => kind !== 'vehicle-model').map(({ uuid }) => uuid)])]
    : other.map(({ uuid }) => uuid)
}
