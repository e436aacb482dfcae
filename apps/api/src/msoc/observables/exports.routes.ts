import type { FastifyInstance } from 'fastify'
import type { Org } from '@carapace/shared/core/owned'
import { stixIndicator } from '@carapace/shared/msoc/observables/import/stix-export'
import {
  exportObservables,
  exportStix,
  type ObservableRow,
} from '@carapace/shared/msoc/observables/observables.contract'
import type { Database } from '../../core/db.ts'
import { type Cell, csvText } from '../../core/documents/csv.ts'
import { serve } from '../../core/http/serve.ts'
import { type ObservableFilter, observablesPage } from './observables.queries.ts'

const rowsAtOnce = 1_000
const rowsAtMost = 200_000

const columns: Readonly<Record<string, (row: ObservableRow) => Cell>> = {
  type: ({ type }) => type,
  value: ({ value }) => value,
  tlp: ({ tlp }) => tlp,
  pap: ({ pap }) => pap,
  tags: ({ tags }) => tags.join(';'),
  note: ({ note }) => note,
  is_ioc: ({ is_ioc: isIoc }) => String(isIoc),
  expires_at: ({ expires_at: at }) => at,
  first_seen: ({ first_seen: at }) => at,
  last_seen: ({ last_seen: at }) => at,
  sightings: ({ sightings }) => sightings,
  source: ({ source }) => source,
  uuid: ({ uuid }) => uuid,
}

/** Observables as files, written while they are read (rule OBSERVABLE-24). */
export async function observableExportRoutes(app: FastifyInstance, { db }: { db: Database }): Promise<void> {
  serve(app, exportObservables).streams(async ({ input, caller: { org } }) => ({
    fileName: `observables-${today()}.csv`,
    content: csvText(Object.keys(columns), cells(db, org, input)),
  }))

  serve(app, exportStix).streams(async ({ input, caller: { org } }) => ({
    fileName: `observables-${today()}.stix.json`,
    content: bundle(db, org, input),
  }))
}

const today = () => new Date().toISOString().slice(0, 10)

async function* pages(db: Database, org: Org, filter: ObservableFilter): AsyncGenerator<ObservableRow[]> {
  let cursor: string | undefined
  for (let written = 0; written < rowsAtMost;) {
    const page = await observablesPage(db, org, filter, { cursor, limit: rowsAtOnce })
    yield page.observables
    if (page.next_cursor === null) return
    written += page.observables.length
    cursor = page.next_cursor
  }
}

async function* cells(db: Database, org: Org, filter: ObservableFilter): AsyncGenerator<Cell[][]> {
  for await (const rows of pages(db, org, filter))
    yield rows.map((row) => Object.values(columns).map((cell) => cell(row)))
}

async function* bundle(db: Database, org: Org, filter: ObservableFilter): AsyncGenerator<string> {
  yield `{"type":"bundle","id":"bundle--${crypto.randomUUID()}","objects":[`
  let before = '\n'
  for await (const rows of pages(db, org, filter)) {
    const texts = rows.map((row) =>
      JSON.stringify(
        stixIndicator({
          ...row,
          firstSeen: new Date(row.first_seen),
          expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
        }),
      ),
    )
    if (texts.length > 0) yield before + texts.join(',\n')
    before = ',\n'
  }
  yield '\n]}\n'
}
