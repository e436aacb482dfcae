import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { OutputOf } from '@carapace/shared/core/endpoint'
import { Failure } from '@carapace/shared/core/failure'
import type { ImportRead } from '@carapace/shared/msoc/observables/import/rows'
import { readMisp } from '@carapace/shared/msoc/observables/import/misp'
import { readStix } from '@carapace/shared/msoc/observables/import/stix'
import { readText } from '@carapace/shared/msoc/observables/import/text'
import type { ImportFormat } from '@carapace/shared/msoc/observables/observables'
import { importObservables } from '@carapace/shared/msoc/observables/observables.contract'
import { audit, byCaller } from '../../../account/sign-in/sessions.queries.ts'
import type { Database } from '../../../core/db.ts'
import { serve } from '../../../core/http/serve.ts'
import type { Jobs } from '../../../core/jobs/jobs.ts'
import { addObservables } from '../adding.ts'
import { storedList } from '../lists/lists.queries.ts'
import { keyOf, uuidsOfValues } from '../observables.queries.ts'
import { readObservableCsv } from './csv.ts'
import { type ImportDefaults, observableImportKind, toStore } from './importing.ts'

const rowsShown = 200
/** More rows are imported by a job. */
const rowsAtOnce = 1_000

const readers: Readonly<Record<ImportFormat, (text: string) => ImportRead | Promise<ImportRead>>> = {
  text: readText,
  csv: readObservableCsv,
  misp: readMisp,
  stix: readStix,
}

type Preview = OutputOf<typeof importObservables>['preview']

/** Imports of observables. Rules OBSERVABLE-19 to OBSERVABLE-23 of the SPEC.md. */
export async function observableImportRoutes(
  app: FastifyInstance,
  { db, jobs }: { db: Database; jobs: Jobs },
): Promise<void> {
  serve(app, importObservables).with(async ({ input, caller }) => {
    const { org } = caller
    if (input.list_uuid !== undefined) await storedList(db, org, input.list_uuid)
    const read = await readers[input.format](input.text)
    const known = await uuidsOfValues(db, org, read.rows)
    const created = read.rows.filter((row) => !known.has(keyOf(row))).length
    const result = {
      success: true as const,
      rows: read.rows.length + read.faults.length,
      created,
      known: read.rows.length - created,
      invalid: read.faults.length,
      preview: previewOf(read, known),
    }
    if (input.dry_run) return { ...result, job: null }
    if (read.rows.length === 0)
      throw new Failure('INVALID_INPUT', { errors: { text: read.faults[0]?.reason ?? 'There is nothing in it.' } })
    const defaults = defaultsOf(input)
    const rows = read.rows.map((row) => toStore(row, defaults))
    if (rows.length <= rowsAtOnce) {
      await db.transaction(async (tx) => {
        await addObservables(tx, org, rows, { source: 'import', author: caller.user, listUuid: defaults.listUuid })
        await audit(tx, org, byCaller(caller), {
          action: 'import observables',
          subject: 'observable',
          after: { format: input.format, rows: rows.length },
        })
      })
      return { ...result, job: null }
    }
    const title = `Import ${rows.length.toLocaleString('en')} observables`
    const work = { rows, format: input.format, listUuid: defaults.listUuid }
    const job = await db.transaction((tx) =>
      jobs.add(tx, caller, { kind: observableImportKind, title, total: rows.length, input: work }),
    )
    jobs.wake(org)
    return { ...result, job }
  })
}

function defaultsOf(input: z.output<typeof importObservables.input>): ImportDefaults {
  const { tlp, pap, tags, is_ioc: isIoc, expires_at: expiresAt, list_uuid: listUuid } = input
  return { tlp, pap, tags, isIoc, expiresAt, listUuid }
}

/** What cannot be imported comes first: it is what somebody must look at. */
function previewOf({ rows, faults }: ImportRead, known: ReadonlyMap<string, string>): Preview {
  const wrong = faults.slice(0, rowsShown).map(({ line, reason }): Preview[number] => {
    return { line, state: 'invalid', type: null, value: '', reason }
  })
  const right = rows.slice(0, rowsShown - wrong.length).map((row): Preview[number] => {
    const state = known.has(keyOf(row)) ? 'known' : 'new'
    return { line: row.line, state, type: row.type, value: row.value, reason: '' }
  })
  return [...wrong, ...right]
}
