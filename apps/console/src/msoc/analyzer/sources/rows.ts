import { canFlags, dlcOf, readHex } from '@carapace/shared/msoc/can/frame'
import { emptyColumns, type FrameColumns } from '@carapace/shared/msoc/can/frame-columns'
import type { CanFrameRow } from '@carapace/shared/msoc/history/history.contract'
import { preciseMs } from '../../alert-management/evidence/evidence.ts'

/**
 * Converts frames of the live channel or of an alert's evidence to columns. A payload of more than 64 bytes is
 * truncated.
 */
export function columnsOfRows(rows: readonly CanFrameRow[]): FrameColumns {
  const buses = [...new Set(rows.map(({ bus }) => bus))].slice(0, 256)
  const bytes = rows.reduce((sum, { data }) => sum + (data.length >> 1), 0)
  const columns = emptyColumns(rows.length, bytes, buses)
  rows.forEach((row, i) => {
    const from = columns.at[i]!
    const length = readHex(row.data, columns.data.subarray(from))
    columns.ts[i] = preciseMs(row.ts)
    columns.id[i] = row.id
    columns.flags[i] = (row.ext ? canFlags.ext : 0) | (row.fd ? canFlags.fd : 0) | (row.rtr ? canFlags.rtr : 0)
    columns.dlc[i] = dlcOf(length)
    columns.bus[i] = buses.indexOf(row.bus)
    columns.at[i + 1] = from + length
  })
  return columns
}
