import type { FastifyInstance } from 'fastify'
import { type Alert, exportAlerts, exportLabelledAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { exportVehicles, type Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { type Cell, csvText } from '../core/documents/csv.ts'
import type { Database } from '../core/db.ts'
import { serve } from '../core/http/serve.ts'
import { alertRows } from './alerts/alerts.queries.ts'
import { labelledAlerts, labelledColumns } from './alerts/labelled.queries.ts'
import { spanOf } from './span.ts'
import { vehiclesPage } from './vehicles/vehicles.queries.ts'

const rowsAtOnce = 1_000
const rowsAtMost = 200_000
/** The span of the labelled set if none is given. */
const labelledUsualMs = 90 * 86_400_000

/** Tables as CSV, streamed as they are read (rules BULK-4 to BULK-6 of packages/shared/src/msoc/SPEC.md). */
export async function exportRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, exportAlerts).streams(async ({ input: { sort, ...filter }, caller }) => ({
    fileName: fileName('alerts'),
    content: csvText(
      Object.keys(alertColumns),
      pages(async (cursor) => {
        const { alerts, next_cursor: next } = await alertRows(db, caller.org, filter, caller.user.uuid, {
          sort,
          cursor,
          limit: rowsAtOnce,
        })
        return { rows: cellsOf(Object.values(alertColumns), alerts), next }
      }),
    ),
  }))

  serve(app, exportLabelledAlerts).streams(async ({ input: { from, to }, caller }) => {
    const span = spanOf(from, to, labelledUsualMs)
    return {
      fileName: fileName('labelled-alerts'),
      content: csvText(
        labelledColumns,
        pages(async (after) => labelledAlerts(db, caller.org, span, after, rowsAtOnce)),
      ),
    }
  })

  serve(app, exportVehicles).streams(async ({ input, caller }) => ({
    fileName: fileName('vehicles'),
    content: csvText(
      Object.keys(vehicleColumns),
      pages(async (cursor) => {
        const { vehicles, next_cursor: next } = await vehiclesPage(db, caller.org, {
          ...input,
          cursor,
          limit: rowsAtOnce,
        })
        return { rows: cellsOf(Object.values(vehicleColumns), vehicles), next }
      }),
    ),
  }))
}

function fileName(what: string): string {
  return `carapace-${what}-${new Date().toISOString().slice(0, 16).replaceAll(':', '')}Z.csv`
}

type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>

const alertColumns: Columns<Alert> = {
  number: ({ number }) => `ALR-${number}`,
  title: ({ title }) => title,
  severity: ({ severity }) => severity,
  status: ({ status }) => status,
  resolution: ({ resolution }) => resolution,
  risk: ({ risk }) => risk,
  count: ({ count }) => count,
  first_seen: ({ first_seen: at }) => at,
  last_seen: ({ last_seen: at }) => at,
  raised_at: ({ raised_at: at }) => at,
  acknowledged_at: ({ acknowledged_at: at }) => at,
  acknowledged_by: ({ acknowledged_by: by }) => by?.name ?? null,
  closed_at: ({ closed_at: at }) => at,
  owner: ({ owner }) => owner?.name ?? null,
  source: ({ source }) => source,
  rule: ({ rule }) => rule,
  vin: ({ vehicle }) => vehicle?.vin ?? null,
  vehicle: ({ vehicle }) => vehicle?.name ?? null,
  model: ({ vehicle }) => vehicle?.model ?? null,
  software_version: ({ vehicle }) => vehicle?.software_version ?? null,
  ecu: ({ ecu }) => ecu,
  bus: ({ bus }) => bus,
  tags: ({ tags }) => tags.join(' '),
  tactics: ({ tactics }) => tactics.join(' '),
  observables: ({ observables }) => observables.map(({ kind, value }) => `${kind}:${value}`).join(' '),
  case_uuid: ({ case_uuid: uuid }) => uuid,
  uuid: ({ uuid }) => uuid,
}

/** First the columns that an import reads, then the other known fields. */
const vehicleColumns: Columns<Vehicle> = {
  vin: ({ vin }) => vin,
  device_id: ({ device_id: id }) => id,
  name: ({ name }) => name,
  model: ({ model }) => model,
  platform: ({ platform }) => platform,
  software_version: ({ software_version: version }) => version,
  reports_every_seconds: ({ reports_every_seconds: seconds }) => seconds,
  health: ({ health }) => health,
  risk: ({ risk }) => risk,
  open_alerts: ({ open_alerts: open }) => open,
  last_seen: ({ last_seen: at }) => at,
}

function cellsOf<Row>(columns: readonly ((row: Row) => Cell)[], rows: readonly Row[]): Cell[][] {
  return rows.map((row) => columns.map((cell) => cell(row)))
}

/** All pages that `read` returns, one after the other, up to the maximum of an export. */
async function* pages(
  read: (cursor: string | undefined) => Promise<{ rows: Cell[][]; next: string | null }>,
): AsyncGenerator<Cell[][]> {
  let cursor: string | undefined
  for (let written = 0; written < rowsAtMost;) {
    const { rows, next } = await read(cursor)
    yield rows
    if (next === null) return
    written += rows.length
    cursor = next
  }
}
