import { Failure } from '@carapace/shared/core/failure'
import type { Node } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { MatchingScenario } from '@carapace/shared/lifecycle/sightings/sightings.contract'
import type { Org } from '@carapace/shared/core/owned'
import type { Proposal } from '@carapace/shared/lifecycle/sightings/contradiction'
import type { Caller } from '../../core/http/caller.ts'
import type { Database } from '../../core/db.ts'
import { nodeOf } from '../../graph/artefacts/artefacts.queries.ts'
import { configOf } from '../program/program-config.queries.ts'
import { contradictionsIn } from './contradictions.ts'
import { type Hop, hopsFrom, isAlert, nodesIn, scenariosOf } from './matching-scenarios.queries.ts'

/** Maximum scenarios that are listed for an alert. */
export const mostScenarios = 20

/**
 * The threat scenarios that match an alert, and what follows from them: damages, goals or claims, and requirements of
 * the goal or of its concepts (rule SIGHTING-11).
 */
export async function matchingScenariosOf(
  db: Database,
  caller: Caller,
  alertUuid: string,
): Promise<MatchingScenario[]> {
  const { org } = caller
  if (!(await isAlert(db, org, alertUuid))) throw new Failure('NOT_FOUND')
  const scenarios = await scenariosOf(db, caller, alertUuid, mostScenarios)
  const contradictions = await contradictionsOf(
    db,
    org,
    scenarios.map(({ row }) => row),
  )
  const near = await hopsFrom(
    db,
    org,
    scenarios.map(({ row }) => row.uuid),
    { onward: ['answered-by'], back: ['leads-to'] },
  )
  const answers = near.filter(({ kind }) => kind === 'answered-by').map(({ to }) => to)
  const far = await hopsFrom(db, org, answers, { onward: ['demands', 'conceived'] })
  const further = await hopsFrom(
    db,
    org,
    far.filter(({ kind }) => kind === 'conceived').map(({ to }) => to),
    { onward: ['demands'] },
  )
  const nodes = await nodesIn(
    db,
    org,
    [...near, ...far, ...further].flatMap(({ from, to }) => [from, to]),
  )
  return scenarios.map(({ row, program, assessment }): MatchingScenario => {
    const damages = near.filter((hop) => hop.kind === 'leads-to' && hop.to === row.uuid)
    const goals = near.filter((hop) => hop.kind === 'answered-by' && hop.from === row.uuid)
    return {
      program_uuid: row.programUuid,
      program,
      threat: nodeOf(row),
      risk: assessment?.initial ?? null,
      today: assessment?.today ?? null,
      target: assessment?.target ?? null,
      impact: assessment?.result.overall ?? null,
      feasibility: assessment?.result.scenarios.today.feasibility ?? null,
      contradiction: contradictions.get(row.uuid) ?? null,
      damages: nodesResponse(
        damages.map(({ from, isSuspect }) => ({ uuid: from, isSuspect })),
        nodes,
      ),
      goals: nodesResponse(goals.map(ended), nodes),
      requirements: nodesResponse(
        demandedBy(
          goals.map(({ to }) => to),
          [...far, ...further],
        ).map(ended),
        nodes,
      ),
    }
  })
}

/** What the field proposes for scenarios of several programs, each by the method of its program. */
async function contradictionsOf(
  db: Database,
  org: Org,
  rows: readonly { readonly uuid: string; readonly programUuid: string }[],
): Promise<Map<string, Proposal>> {
  const found: [string, Proposal][] = []
  for (const [programUuid, threats] of Map.groupBy(rows, (row) => row.programUuid)) {
    const { method } = await configOf(db, org, programUuid)
    const uuids = threats.map(({ uuid }) => uuid)
    found.push(...(await contradictionsIn(db, org, programUuid, method.content, uuids)))
  }
  return new Map(found)
}

const ended = ({ to, isSuspect }: Hop) => ({ uuid: to, isSuspect })

/** The links from goals, and from their concepts, to requirements. */
function demandedBy(goals: readonly string[], hops: readonly Hop[]): Hop[] {
  const concepts = hops.filter(({ kind, from }) => kind === 'conceived' && goals.includes(from)).map(({ to }) => to)
  return hops.filter(({ kind, from }) => kind === 'demands' && (goals.includes(from) || concepts.includes(from)))
}

/** Each node once; suspect if any link to it is suspect. */
function nodesResponse(
  ends: readonly { readonly uuid: string; readonly isSuspect: boolean }[],
  nodes: ReadonlyMap<string, Node>,
) {
  return [...Map.groupBy(ends, ({ uuid }) => uuid)].flatMap(([uuid, ways]) => {
    const node = nodes.get(uuid)
    return node ? [{ ...node, is_suspect: ways.some(({ isSuspect }) => isSuspect) }] : []
  })
}
