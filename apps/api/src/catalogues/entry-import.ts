import type { Catalogue, CatalogueEntry } from '@carapace/shared/catalogues/catalogue.contract'
import { changeEntry, type EntryState } from '@carapace/shared/catalogues/entries'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { audit } from '../account/sign-in/sessions.queries.ts'
import type { Database, Tx } from '../core/db.ts'
import { jobKind } from '../core/jobs/jobs.ts'
import { insertEntries, lockCatalogue, type NewEntry, updateEntry } from './entries.queries.ts'
import type { FileRow, RowRefused } from './entry-file.ts'
import { entriesCoded, recorded, refuseMany } from './entry-writes.ts'

export const entryImportKind = 'catalogues.import'
const rowsAtOnce = 100
/** Rows per query in a preview of a file. */
const lookedUpAtOnce = 1_000

type RowPlan =
  | { readonly action: 'make' | 'change'; readonly before: CatalogueEntry | undefined; readonly state: EntryState }
  | { readonly action: 'same' }
  | { readonly action: 'refuse'; readonly reason: string }

interface Planned {
  readonly row: FileRow
  readonly plan: RowPlan
}

/** The changes that rows would make to the current catalogue (rule CATALOGUE-8). */
async function planRows(
  db: Database | Tx,
  org: Org,
  catalogue: Catalogue,
  rows: readonly FileRow[],
): Promise<Planned[]> {
  const known = await entriesCoded(
    db,
    org,
    catalogue,
    rows.map(({ code }) => code),
  )
  return rows.map((row) => ({ row, plan: planRow(catalogue, row, known.get(row.code)) }))
}

function planRow(catalogue: Catalogue, row: FileRow, before: CatalogueEntry | undefined): RowPlan {
  const change = changeEntry(catalogue, before, row)
  if (!change.ok) return { action: 'refuse', reason: change.reason }
  return change.value === undefined
    ? { action: 'same' }
    : { action: before ? 'change' : 'make', before, state: change.value }
}

/** The changes that an import would make now. */
export async function lookThrough(db: Database, org: Org, catalogue: Catalogue, rows: readonly FileRow[]) {
  const counts = { make: 0, change: 0, same: 0, refuse: 0 }
  const refused: RowRefused[] = []
  for (let at = 0; at < rows.length; at += lookedUpAtOnce) {
    for (const { row, plan } of await planRows(db, org, catalogue, rows.slice(at, at + lookedUpAtOnce))) {
      counts[plan.action] += 1
      if (plan.action === 'refuse') refused.push({ row: row.row, reason: plan.reason })
    }
  }
  return { made: counts.make, changed: counts.change, same: counts.same, refused }
}

export interface ImportInput {
  readonly catalogue: Catalogue
  readonly rows: readonly FileRow[]
}

/** Imports entries, in the order of the file. */
export const entryImports = jobKind<ImportInput, { readonly next: number }>({
  kind: entryImportKind,
  licence: 'CATALOGUES',
  async doPart({ tx, org, actor, input: { catalogue, rows }, checkpoint }) {
    const from = checkpoint?.next ?? 0
    const some = rows.slice(from, from + rowsAtOnce)
    const own = await lockCatalogue(tx, org, catalogue)
    const planned = await planRows(tx, org, catalogue, some)
    const { made, changed } = await writePlanned(tx, org, catalogue, planned, own, actor.uuid)
    if (made.length + changed.length > 0) {
      await audit(
        tx,
        org,
        { ...actor, address: null },
        {
          action: 'import catalogue entries',
          subject: 'catalogue entry',
          before: changed.map(({ before }) => recorded(before)),
          after: [...made, ...changed.map(({ after }) => after)].map(recorded),
        },
      )
    }
    const refused = planned.flatMap(({ row, plan }) =>
      plan.action === 'refuse' ? [`Row ${row.row}: ${plan.reason}`] : [],
    )
    const actions = planned.map(({ plan }) => plan.action)
    return {
      checkpoint: { next: from + some.length },
      finished: from + some.length >= rows.length,
      done: some.length,
      messages: refused,
      outcome: {
        added: actions.filter((action) => action === 'make').length,
        changed: actions.filter((action) => action === 'change').length,
        unchanged: actions.filter((action) => action === 'same').length,
        refused: refused.length,
      },
    }
  },
})

/** Writes the planned changes. A shipped entry that is changed for the first time becomes the organisation's own. */
async function writePlanned(
  tx: Tx,
  org: Org,
  catalogue: Catalogue,
  planned: readonly Planned[],
  own: number,
  by: string,
) {
  const writing = planned.flatMap(({ row, plan }) =>
    plan.action === 'make' || plan.action === 'change' ? [{ row, ...plan }] : [],
  )
  const fresh = writing.filter(({ before }) => before === undefined || before.revision === 0)
  refuseMany(own + fresh.length)
  const inserted = await insertEntries(
    tx,
    org,
    fresh.map(({ row, before, state }): NewEntry => ({
      ...state,
      catalogue,
      ...(before
        ? { uuid: before.uuid, source: before.source, sourceId: before.source_id }
        : { source: row.source, sourceId: row.sourceId }),
    })),
    by,
  )
  const changed: { before: CatalogueEntry; after: CatalogueEntry }[] = []
  for (const { before, state } of writing)
    if (before && before.revision > 0) changed.push({ before, after: await updateEntry(tx, org, before, state, by) })
  return { made: inserted, changed }
}

/** Throws if an import would leave more entries than an organisation may have (rule CATALOGUE-6). */
export async function refuseOverfull(db: Database, org: Org, catalogue: Catalogue, fresh: number): Promise<void> {
  await db.transaction(async (tx) => refuseMany((await lockCatalogue(tx, org, catalogue)) + fresh))
}

export function titleOf({ catalogue, rows }: ImportInput): string {
  if (rows.length === 0) throw new Failure('RULE_REFUSED', { message: 'The file has no entry to import.' })
  const entries = rows.length === 1 ? 'entry' : 'entries'
  return `Read ${rows.length.toLocaleString('en')} ${entries} into the ${catalogue} catalogue`
}
