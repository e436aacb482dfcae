import { canFlags, lengthOfDlc } from '@carapace/shared/msoc/can/frame'
import type { FrameColumns } from '@carapace/shared/msoc/can/frame-columns'
import type { CanFrameRow } from '@carapace/shared/msoc/history/history.contract'
import { rowBatch, type RowBatch, type RowPlan } from '../../../core/live/rows.ts'

/** The columns of the CAN channel: those of `FrameColumns`, so that no frame is converted again on its way. */
export const framePlan = {
  list: 'frames',
  columns: {
    ts: { as: 'time', of: 'ts' },
    id: { as: 'number', of: 'id' },
    flags: { as: 'flags', bits: { ext: canFlags.ext, fd: canFlags.fd, rtr: canFlags.rtr } },
    dlc: { as: 'size', sizes: lengthOfDlc },
    bus: { as: 'word', of: 'bus' },
    at: { as: 'start' },
  },
  bytes: 'data',
} as const satisfies RowPlan

/** The frames of a batch, whose arrays they are. */
export function framesOf({ length, columns, words, bytes }: RowBatch<typeof framePlan>): FrameColumns {
  return { length, ...columns, buses: words, data: bytes }
}

/** Converts frames of an alert's evidence to columns. */
export function columnsOfRows(rows: readonly CanFrameRow[]): FrameColumns {
  return framesOf(rowBatch(framePlan, 'snapshot', rows))
}
