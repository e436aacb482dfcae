import type { Org } from '@carapace/shared/core/owned'
import type { Asil } from '@carapace/shared/functional-safety/asil'
import { fieldsOfFix, haraLinks, haraOf } from '@carapace/shared/functional-safety/hara-graph'
import { type HaraFinding, haraFindings, haraRules } from '@carapace/shared/functional-safety/hara-rules'
import { findingsPerPage, mostInFinding } from '@carapace/shared/functional-safety/hara.contract'
import type { Database, Tx } from '../../core/db.ts'
import { nodeOf } from '../../graph/artefacts/artefacts.queries.ts'
import { storedAsils } from '../asil/asils.queries.ts'
import { situationsOf } from '../methods/safety-methods.ts'
import { fieldsOf, linksIn, nodesOf, type SafetyNodeRow } from '../safety-graph.queries.ts'

const kinds = ['hazard', 'hazardous-event', 'safety-goal'] as const

const fields = [
  'situation',
  'severity',
  'exposure',
  'exposure_basis',
  'controllability',
  'ftti_ms',
  'handling_ms',
] as const
const texts = ['severity_reason', 'exposure_reason', 'controllability_reason', 'safe_state'] as const

interface HaraChecked {
  readonly findings: readonly HaraFinding[]
  readonly byUuid: ReadonlyMap<string, SafetyNodeRow>
}

/** The findings in the hazard analysis of a program (rules HARA-1 to HARA-24). */
export async function haraChecked(db: Database | Tx, org: Org, programUuid: string): Promise<HaraChecked> {
  const rows = await nodesOf(db, org, programUuid, kinds, fieldsOf(fields, texts))
  const links = await linksIn(db, org, programUuid, haraLinks)
  const catalogue = await situationsOf(db, org, programUuid)
  const goals = rows.filter(({ kind }) => kind === 'safety-goal').map(({ uuid }) => uuid)
  const stored = await storedAsils(db, org, goals)
  const asils = new Map([...stored].map(([uuid, { tag }]): [string, Asil | null] => [uuid, tag && tag.level]))
  return {
    findings: haraFindings(haraOf(rows, links, asils, catalogue.content.dimensions)),
    byUuid: new Map(rows.map((row) => [row.uuid, row])),
  }
}

/** The findings rule by rule, a page of each. */
export async function haraFindingsIn(
  db: Database,
  org: Org,
  programUuid: string,
  { rule: only, page }: { rule: string | undefined; page: number },
) {
  const { findings, byUuid } = await haraChecked(db, org, programUuid)
  const rules = [...Map.groupBy(findings, ({ code }) => code)]
    .filter(([code]) => only === undefined || code === only)
    .map(([code, all]) => ({
      rule: code,
      title: haraRules[code].title,
      severity: haraRules[code].severity,
      total: all.length,
      findings: all
        .slice((page - 1) * findingsPerPage, page * findingsPerPage)
        .map((finding) => findingResponse(finding, byUuid)),
    }))
  return { rules, checked: Object.keys(haraRules).length }
}

function findingResponse({ message, rows, fix }: HaraFinding, byUuid: ReadonlyMap<string, SafetyNodeRow>) {
  const set = fix && fieldsOfFix(fix)
  const row = fix && byUuid.get(fix.change.id)
  return {
    message,
    nodes: rows.slice(0, mostInFinding).map((uuid) => nodeOf(byUuid.get(uuid)!)),
    fix: set && row ? { title: fix.title, uuid: row.uuid, kind: row.kind, revision: row.revision, fields: set } : null,
  }
}
