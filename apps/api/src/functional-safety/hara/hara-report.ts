import type { Org } from '@carapace/shared/core/owned'
import { ratedKinds } from '@carapace/shared/functional-safety/asil-graph'
import { haraReport } from '@carapace/shared/functional-safety/reports/hara-report'
import type { ReportSource } from '@carapace/shared/lifecycle/reports/report-source'
import type { Tx } from '../../core/db.ts'
import { codeOfRow } from '../../graph/artefacts/artefacts.queries.ts'
import { storedAsils } from '../asil/asils.queries.ts'
import { hazopJudged } from '../hazop/hazop.ts'
import { situationsOf } from '../methods/safety-methods.ts'
import { nodesOf } from '../safety-graph.queries.ts'
import { haraChecked } from './hara.ts'

/** The report on the hazard analysis of a program; `tx` must see one snapshot (rule HARA-25). */
export async function haraReportOf(tx: Tx, org: Org, programUuid: string, source: ReportSource) {
  const { findings, byUuid } = await haraChecked(tx, org, programUuid)
  const rated = await nodesOf(tx, org, programUuid, ratedKinds)
  const codes = new Map([...byUuid.values(), ...rated].map((row) => [row.uuid, codeOfRow(row)]))
  const hazop = await hazopJudged(tx, org, programUuid)
  return haraReport(source, {
    asils: await storedAsils(
      tx,
      org,
      rated.map(({ uuid }) => uuid),
    ),
    guidewords: hazop.method,
    situations: await situationsOf(tx, org, programUuid),
    coverage: hazop.coverage,
    findings,
    codeOf: (uuid) => codes.get(uuid) ?? 'removed',
  })
}
