import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import {
  getHara,
  getHaraFindings,
  getHaraReport,
  suggestExposure,
} from '@carapace/shared/functional-safety/hara.contract'
import {
  normalSituation,
  proposedExposure,
  type SituationDimension,
  situationTitle,
  type Situation,
} from '@carapace/shared/functional-safety/situations'
import { artefactLinks } from '@carapace/shared/graph/artefacts/artefacts.table'
import { serve } from '../../core/http/serve.ts'
import { nodeOf, nodesNamed } from '../../graph/artefacts/artefacts.queries.ts'
import { seeProgram } from '../../graph/programs/access.queries.ts'
import type { Deps } from '../../module.ts'
import { storedAsils } from '../asil/asils.queries.ts'
import { situationsOf } from '../methods/safety-methods.ts'
import { countsOf, fieldsOf, linksFrom, nodesAfter } from '../safety-graph.queries.ts'
import { haraReportOf } from './hara-report.ts'
import { haraFindingsIn } from './hara.ts'
import { countsByAsil } from './hara.queries.ts'

type HaraDeps = Pick<Deps, 'db' | 'services'>

/** The hazard analysis of programs over HTTP (rules HARA-1 to HARA-24, SITUATION-1 to SITUATION-4). */
export async function haraRoutes(app: FastifyInstance, { db, services }: HaraDeps): Promise<void> {
  serve(app, getHara).with(async ({ input: { program_uuid: programUuid, after, limit }, caller }) => {
    await seeProgram(db, caller, programUuid)
    const { org } = caller
    const [rows, catalogue, counts, events, goals] = await Promise.all([
      nodesAfter(db, org, programUuid, {
        kind: 'hazardous-event',
        after,
        limit: limit + 1,
        fields: fieldsOf(['situation']),
      }),
      situationsOf(db, org, programUuid),
      countsOf(db, org, programUuid, ['hazard', 'hazardous-event', 'safety-goal']),
      countsByAsil(db, org, programUuid, 'hazardous-event'),
      countsByAsil(db, org, programUuid, 'safety-goal'),
    ])
    const page = rows.slice(0, limit)
    const uuids = page.map(({ uuid }) => uuid)
    const [hazards, prevented, asils] = await Promise.all([
      linksFrom(db, org, programUuid, ['arises-in'], artefactLinks.toUuid, uuids),
      linksFrom(db, org, programUuid, ['prevented-by'], artefactLinks.fromUuid, uuids),
      storedAsils(db, org, uuids),
    ])
    const ends = [...new Set([...hazards.map(({ from }) => from), ...prevented.map(({ to }) => to)])]
    const nodes = await nodesNamed(db, org, programUuid, ends)
    const [hazardsOf, goalsOf] = [Map.groupBy(hazards, ({ to }) => to), Map.groupBy(prevented, ({ from }) => from)]
    return {
      success: true,
      events: page.map((row) => ({
        ...nodeOf(row),
        situation: titleOf(catalogue.content.dimensions, (row.fields.situation ?? {}) as Situation),
        hazards: (hazardsOf.get(row.uuid) ?? []).flatMap(({ from }) => nodes.get(from) ?? []),
        goals: (goalsOf.get(row.uuid) ?? []).flatMap(({ to }) => nodes.get(to) ?? []),
        asil: asils.get(row.uuid) ?? null,
      })),
      next: rows.length > limit ? page.at(-1)!.number : null,
      counts: {
        hazards: counts.get('hazard') ?? 0,
        events: counts.get('hazardous-event') ?? 0,
        goals: counts.get('safety-goal') ?? 0,
        events_by_asil: events,
        goals_by_asil: goals,
      },
      catalogue: { uuid: catalogue.uuid, name: catalogue.name, version: catalogue.version },
    }
  })

  serve(app, getHaraFindings).with(async ({ input: { program_uuid: programUuid, rule, page }, caller }) => {
    await seeProgram(db, caller, programUuid)
    return { success: true, ...(await haraFindingsIn(db, caller.org, programUuid, { rule, page })) }
  })

  serve(app, suggestExposure).with(async ({ input: { program_uuid: programUuid, situation, basis }, caller }) => {
    await seeProgram(db, caller, programUuid)
    const { dimensions } = (await situationsOf(db, caller.org, programUuid)).content
    const normal = normalSituation(dimensions, situation)
    if (!normal.ok) throw new Failure('INVALID_INPUT', { message: normal.reason, errors: { situation: normal.reason } })
    const { exposure, reason, mayBeLower } = proposedExposure(dimensions, normal.value, basis)
    return {
      success: true,
      exposure,
      reason,
      may_be_lower: mayBeLower,
      situation: wire(normal.value),
      title: situationTitle(dimensions, normal.value),
    }
  })

  serve(app, getHaraReport).streams(
    async ({ input: { program_uuid: programUuid, project_uuid: projectUuid, form }, caller }) =>
      services.programReport(db, caller, { programUuid, projectUuid, form, name: 'hara' }, (tx, source) =>
        haraReportOf(tx, caller.org, programUuid, source),
      ),
  )
}

const wire = (situation: Situation) =>
  Object.fromEntries(Object.entries(situation).map(([key, values]) => [key, [...values]]))

/** A situation in words; one that the catalogue does not have by its keys (rule HARA-23). */
function titleOf(dimensions: readonly SituationDimension[], situation: Situation): string {
  const normal = normalSituation(dimensions, situation)
  return normal.ok
    ? situationTitle(dimensions, normal.value)
    : Object.entries(situation)
        .map(([key, values]) => `${key}: ${values.join(' or ')}`)
        .join(', ')
}
