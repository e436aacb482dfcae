import { expect, test } from 'vitest'
import { clockNote } from './clock.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 4, 12, 10, minutes)).toISOString()

test('[VEHICLE-UI-18] a clock ten minutes ahead is named, and what that does to the times', () => {
  const note = clockNote({ ts: at(0), received_at: at(0), device_ts: at(10) })
  expect(note).toMatchObject({ text: 'clock 10 min ahead', why: expect.stringContaining('time of their arrival') })
})

test('[VEHICLE-UI-18] a clock ten minutes behind looks like late data, and both are named', () => {
  const note = clockNote({ ts: at(0), received_at: at(10), device_ts: null })
  expect(note).toMatchObject({ text: 'data 10 min late', why: expect.stringContaining('is behind, or its uplink') })
})

test('[VEHICLE-UI-18] times that agree need no note', () => {
  expect(clockNote({ ts: at(0), received_at: at(1), device_ts: null })).toBeUndefined()
})
