import type { ImportRow } from '@carapace/shared/msoc/observables/import/rows'
import type { Pap, Tlp } from '@carapace/shared/msoc/observables/observables'
import { audit } from '../../../account/sign-in/sessions.queries.ts'
import { jobKind } from '../../../core/jobs/jobs.ts'
import { addObservables } from '../adding.ts'
import type { NewObservable } from '../writes.queries.ts'

const rowsAtOnce = 1_000
export const observableImportKind = 'observables.import'

/** What an import sets where a row states nothing. */
export interface ImportDefaults {
  readonly tlp: Tlp
  readonly pap: Pap
  readonly tags: readonly string[]
  readonly isIoc: boolean
  readonly expiresAt: string | null
  readonly listUuid?: string | undefined
}

/** A row with what the import sets for all. */
export function toStore(row: ImportRow, defaults: ImportDefaults): NewObservable {
  return {
    type: row.type,
    value: row.value,
    tlp: row.tlp ?? defaults.tlp,
    pap: row.pap ?? defaults.pap,
    tags: [...new Set([...row.tags, ...defaults.tags])],
    note: row.note,
    isIoc: row.isIoc ?? defaults.isIoc,
    expiresAt: row.expiresAt ?? defaults.expiresAt,
  }
}

interface Input {
  readonly rows: readonly NewObservable[]
  readonly format: string
  readonly listUuid?: string | undefined
}

interface Checkpoint {
  readonly next: number
}

/** Imports observables in the order of the file, a thousand in a transaction. */
export const observableImports = jobKind<Input, Checkpoint>({
  kind: observableImportKind,
  licence: 'MSOC',
  async doPart({ tx, org, actor, input: { rows, format, listUuid }, checkpoint }) {
    const from = checkpoint?.next ?? 0
    const some = rows.slice(from, from + rowsAtOnce)
    const { created, known } = await addObservables(tx, org, some, { source: 'import', author: actor, listUuid })
    const isDone = from + some.length >= rows.length
    if (isDone)
      await audit(
        tx,
        org,
        { ...actor, address: null },
        { action: 'import observables', subject: 'observable', after: { format, rows: rows.length } },
      )
    return {
      checkpoint: { next: from + some.length },
      finished: isDone,
      done: some.length,
      outcome: { created, known },
    }
  },
})
