import { frameAt } from '@carapace/shared/msoc/can/frame-columns'
import { expect, test } from 'vitest'
import { rowBatch, rowBuffers } from '../../../core/live/rows.ts'
import { buffersOf } from '../engine/buffers.ts'
import { columnsOfRows, framePlan, framesOf } from './rows.ts'

const row = { ts: '2026-01-02T03:04:05.000Z', bus: 'can0', id: 0x2c1, ext: false, fd: false, rtr: false, data: '' }

test('[ANALYZER-50] rows become columns, including the microseconds that a Date loses', () => {
  const columns = columnsOfRows([
    { ...row, data: '00FF10', ts: '2026-01-02T03:04:05.123456Z' },
    { ...row, bus: 'can1', id: 0x18daf110, ext: true, rtr: true },
    { ...row, fd: true, data: 'AB'.repeat(12) },
  ])
  expect(frameAt(columns, 0)).toEqual({
    ts: Date.parse('2026-01-02T03:04:05.123Z') + 0.456,
    bus: 'can0',
    id: 0x2c1,
    flags: 0,
    dlc: 3,
    data: Uint8Array.of(0, 255, 16),
  })
  expect(frameAt(columns, 1)).toMatchObject({ bus: 'can1', id: 0x18daf110, flags: 5, dlc: 0 })
  expect(frameAt(columns, 2)).toMatchObject({ flags: 2, dlc: 9, data: new Uint8Array(12).fill(0xab) })
  expect(columnsOfRows([]).length).toBe(0)
})

test('[ANALYZER-56] the frames for the analyzer are the arrays that the live socket decoded', () => {
  const batch = rowBatch(framePlan, 'changes', [{ ...row, data: '00FF10' }, row])
  const order = { op: 'frames', frames: framesOf(batch) } as const
  expect(new Set(buffersOf(order))).toEqual(new Set(rowBuffers(batch)))
  expect(order.frames.data).toBe(batch.bytes)
})
