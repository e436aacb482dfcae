import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { type Parsed, parsed } from '@carapace/shared/core/parsed'
import type { Tree } from '@carapace/shared/lifecycle/attack-tree/tree'
import { effortsWith } from '@carapace/shared/lifecycle/exchange/effort-cells'
import { type PlannedRow, plannedAction, type RefusedRow } from '@carapace/shared/lifecycle/exchange/import-plan'
import type { ImportRow } from '@carapace/shared/lifecycle/exchange/import-rows'
import { treeOfCell } from '@carapace/shared/lifecycle/exchange/steps-cell'
import type { Method } from '@carapace/shared/lifecycle/methods/method'
import type { Caller } from '../../core/http/caller.ts'
import type { Database } from '../../core/db.ts'
import { type ArtefactRow, artefactRows, linksAt } from '../../graph/artefacts/artefacts.queries.ts'
import { configOf } from '../program/program-config.queries.ts'

const atOnce = 300
const mostRefusedShown = 200
const mostSampled = 20

interface Sample {
  readonly row: number
  readonly action: 'made' | 'changed' | 'same'
  readonly title: string
  readonly fields: Record<string, unknown>
}

/** The changes that an import would make now (rule EXCHANGE-13). */
export interface LookedThrough {
  readonly rows: number
  readonly made: number
  readonly changed: number
  readonly same: number
  readonly refused: RefusedRow[]
  readonly refused_total: number
  readonly sample: Sample[]
}

/** The row with the efforts and the steps that its cells state, in the levels of the program's method. */
function withRatings(method: Method, row: ImportRow, before: ArtefactRow | undefined): Parsed<ImportRow> {
  const efforts = effortsWith(method, artefactKindNamed(row.kind)!, before?.fields ?? {}, row.efforts ?? {})
  if (!efforts.ok) return efforts
  const fields = { ...row.fields, ...efforts.value }
  if (row.steps === undefined) return parsed({ ...row, fields })
  const title = row.title ?? before?.title ?? ''
  const tree = treeOfCell(method, row.steps, title, (before?.fields.tree as Tree | null | undefined) ?? null)
  return tree.ok ? parsed({ ...row, fields: { ...fields, tree: tree.value } }) : tree
}

/**
 * What the planned rows would change now: counts, samples, refused rows, and the rows that are to be written (rule
 * EXCHANGE-13).
 */
export async function lookedThrough(
  db: Database,
  { org }: Caller,
  programUuid: string,
  planned: readonly PlannedRow[],
  refusedBefore: readonly RefusedRow[],
) {
  const {
    method: { content: method },
  } = await configOf(db, org, programUuid)
  const counts = { made: 0, changed: 0, same: 0 }
  const refused = [...refusedBefore]
  const sample: Sample[] = []
  const writing: PlannedRow[] = []
  for (let from = 0; from < planned.length; from += atOnce) {
    const some = planned.slice(from, from + atOnce)
    const there = some.flatMap(({ uuid, isNew }) => (isNew ? [] : [uuid]))
    const rows = await artefactRows(db, org, programUuid, there)
    const links = new Set(
      (await linksAt(db, org, programUuid, there)).map(({ kind, fromUuid, toUuid }) => `${kind} ${fromUuid} ${toUuid}`),
    )
    for (const { row, ...one } of some) {
      const rated = withRatings(method, row, rows.get(one.uuid))
      if (!rated.ok) {
        refused.push({ row: row.row, reason: rated.reason })
        continue
      }
      const plan = plannedAction(rated.value, rows.get(one.uuid))
      if (plan.action === 'refused') {
        refused.push({ row: row.row, reason: plan.reason })
        continue
      }
      const action =
        plan.action === 'same' && one.links.some(({ kind, from: begin, to }) => !links.has(`${kind} ${begin} ${to}`))
          ? 'changed'
          : plan.action
      counts[action] += 1
      if (action !== 'same') writing.push({ ...one, row: rated.value })
      if (sample.length < mostSampled)
        sample.push({ row: row.row, action, title: plan.title, fields: { ...plan.fields } })
    }
  }
  refused.sort((a, b) => a.row - b.row)
  return {
    writing,
    result: { ...counts, refused: refused.slice(0, mostRefusedShown), refused_total: refused.length, sample },
  }
}
