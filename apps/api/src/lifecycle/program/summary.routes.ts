import { suspectsByKind } from '../../graph/artefacts/artefacts.queries.ts'
import type { FastifyInstance } from 'fastify'
import { getProgramSummaries, getProgramSummary } from '@carapace/shared/lifecycle/rating/tara.contract'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { seeProgram } from '../../graph/programs/access.queries.ts'
import { complianceOf } from '../compliance/compliance.queries.ts'
import { contradictionsIn } from '../sightings/contradictions.ts'
import { configOf } from './program-config.queries.ts'
import { programsSeenAmong } from '../../graph/programs/programs.queries.ts'
import {
  annex5Items,
  assessedCells,
  kindCounts,
  mostSeen,
  nextMilestone,
  sightingTotals,
  treatedScenarios,
  verifiedRequirements,
  workProductRows,
} from './summary.queries.ts'
import { countedOf, matricesOf, openRisks, progressOf, workProductsOf } from './summary.ts'

/** Maximum scenarios with sightings that are listed individually. */
const shownSeen = 8

/** The figures of a program, over HTTP (rules SUMMARY-9 to SUMMARY-11 of packages/shared/src/lifecycle/SPEC.md). */
export async function summaryRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, getProgramSummaries).with(async ({ input: { uuids }, caller: { org, user } }) => {
    const figures = await complianceOf(db, org, await programsSeenAmong(db, org, user, uuids))
    return { success: true, summaries: [...figures].map(([uuid, each]) => ({ program_uuid: uuid, ...each })) }
  })

  serve(app, getProgramSummary).with(async ({ input: { program_uuid: programUuid }, caller }) => {
    await seeProgram(db, caller, programUuid)
    const of = [db, caller.org, programUuid] as const
    const [
      cells,
      kinds,
      suspects,
      verified,
      { treated, noticed },
      products,
      annex5,
      sighted,
      seen,
      milestone,
      { method },
    ] = await Promise.all([
      assessedCells(...of),
      kindCounts(...of),
      suspectsByKind(...of),
      verifiedRequirements(...of),
      treatedScenarios(...of),
      workProductRows(...of),
      annex5Items(...of),
      sightingTotals(...of),
      mostSeen(...of, shownSeen),
      nextMilestone(...of),
      configOf(...of),
    ])
    const contradictions = await contradictionsIn(...of, method.content)
    const counted = countedOf(kinds)
    const suspect = Object.values(suspects).reduce((sum, links) => sum + links, 0)
    const rated = cells.reduce((sum, { initial, scenarios }) => (initial === null ? sum : sum + scenarios), 0)
    const { content, ...methodNamed } = method
    return {
      success: true,
      scenarios: counted(['threat-scenario']),
      open_risks: openRisks(cells, content.attention),
      attention: content.attention,
      suspect,
      requirements: counted(['requirement']),
      verified,
      alerts: sighted.alerts,
      scenarios_seen: sighted.scenarios,
      contradicted: contradictions.size,
      ...matricesOf(cells, content),
      work_products: workProductsOf(products, counted),
      seen: seen.map((each) => ({ ...each, contradiction: contradictions.get(each.node.uuid) ?? null })),
      suspects: Object.entries(suspects).map(([kind, links]) => ({ kind, count: links })),
      annex5,
      milestone,
      method: methodNamed,
      progress: progressOf({ counted, rated, treated, noticed, verified, suspect }),
    }
  })
}
