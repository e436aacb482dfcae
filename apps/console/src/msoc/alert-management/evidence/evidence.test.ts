import type { CanFrameRow } from '@carapace/shared/msoc/history/history.contract'
import { describe, expect, test } from 'vitest'
import { timeAt } from '../an-alert.ts'
import { firedAt, type FrameLine, inRuns, lineReader, offsetText, ownIds, readEvidence } from './evidence.ts'

const frame = (data: string, overrides: Partial<CanFrameRow> = {}): CanFrameRow => ({
  ts: timeAt(10),
  bus: 'CAN0',
  id: 0x2c1,
  ext: false,
  fd: false,
  rtr: false,
  data,
  ...overrides,
})
const at = Date.parse(timeAt(10))
const frameLines = (frames: readonly CanFrameRow[], around: number, own: ReadonlySet<number>) => {
  const read = lineReader(around, own)
  return frames.map((each) => read(each))
}
const marks = (line: FrameLine | undefined) => line?.bytes.map(({ changed }) => (changed ? 'x' : '.')).join('')

describe('changed bytes', () => {
  test('[QUEUE-50] a byte is marked if it differs from the previous frame with the same id', () => {
    const lines = frameLines([frame('126003E8'), frame('0FFF', { id: 0x1a4 }), frame('126007D0')], at, new Set())
    expect(lines.map(marks)).toEqual(['....', '..', '..xx'])
  })

  test('[QUEUE-50] the same id on another bus, or as an extended id, is another message', () => {
    const lines = frameLines([frame('00'), frame('01', { bus: 'CAN1' }), frame('02', { ext: true })], at, new Set())
    expect(lines.map(marks)).toEqual(['.', '.', '.'])
  })

  test('[QUEUE-51] additional bytes of a longer frame are marked as changed', () => {
    expect(marks(frameLines([frame('11'), frame('1122')], at, new Set())[1])).toBe('.x')
  })

  test('[QUEUE-50] adjacent changed bytes are marked together', () => {
    const [, line] = frameLines([frame('126003E80000'), frame('126007D00001')], at, new Set())
    expect(inRuns(line?.bytes ?? [])).toEqual([
      { changed: false, text: '12 60' },
      { changed: true, text: '07 D0' },
      { changed: false, text: '00' },
      { changed: true, text: '01' },
    ])
  })

  test('[QUEUE-51] a frame without data has no bytes', () => {
    expect(frameLines([frame('')], at, new Set())[0]?.bytes).toEqual([])
  })
})

describe("the alert's own frames", () => {
  test('[QUEUE-52] they are the frames with its arbitration id, in any notation', () => {
    const about = (value: string) => ownIds([{ kind: 'arbitration_id', value }])
    expect(about('0x2C1')).toEqual(new Set([0x2c1]))
    expect(about('2c1')).toEqual(new Set([0x2c1]))
    expect(about('18FEF100')).toEqual(new Set([0x18fef100]))
    expect(about('TorqueRequest')).toEqual(new Set())
  })

  test('[QUEUE-53] the alert fired on the nearest of them', () => {
    const frames = [frame('00', { ts: timeAt(8) }), frame('00', { id: 1 }), frame('00', { ts: timeAt(11) })]
    expect(firedAt(frameLines(frames, at, new Set([0x2c1])))).toBe(2)
    expect(firedAt(frameLines(frames, at, new Set()))).toBe(1)
    expect(firedAt([])).toBe(-1)
  })
})

describe('reading', () => {
  test('[QUEUE-54] rows that violate the contract are counted, not shown', async () => {
    const events = [frame('00'), { ts: 'yesterday' }]
    const read = await readEvidence(
      {
        kind: 'can',
        bus: 'CAN0',
        around: timeAt(10),
        filled_at: timeAt(12),
        total: 2,
        events,
        dbc: null,
        profile: null,
      },
      [],
    )
    expect(read).toMatchObject({ kind: 'can', unread: 1, rows: [{ frame: frame('00'), fromAlertMs: 0 }] })
  })

  test('[QUEUE-53] frames within the same millisecond are distinguished', () => {
    const [line] = frameLines([frame('00', { ts: '2025-11-18T00:00:10.000250Z' })], at, new Set())
    expect(offsetText(line?.fromAlertMs ?? 0)).toBe('+0.0003')
  })

  test('[QUEUE-54] a position that was stored without the time of the clock is read', async () => {
    const event = {
      ts: timeAt(1),
      received_at: timeAt(1),
      lat: 48.7,
      lon: 9.1,
      speed_kph: null,
      heading_deg: null,
      altitude_m: null,
      hdop: null,
      clock_suspect: false,
    }
    const read = await readEvidence(
      {
        kind: 'position',
        bus: null,
        around: timeAt(1),
        filled_at: timeAt(2),
        total: 1,
        events: [event],
        dbc: null,
        profile: null,
      },
      [],
    )
    expect(read).toMatchObject({ rows: [event], unread: 0 })
  })

  test('[QUEUE-54] an intrusion event without a name is read', async () => {
    const event = {
      ts: timeAt(1),
      vin: null,
      kind: 'ids.eth',
      event_id: 0x8020,
      severity: 'low',
      idsm_instance: 1,
      sensor_instance: 2,
      count: 1,
      context: null,
      detail: null,
    }
    const read = await readEvidence(
      {
        kind: 'ids',
        bus: null,
        around: timeAt(1),
        filled_at: timeAt(3),
        total: 1,
        events: [event],
        dbc: null,
        profile: null,
      },
      [],
    )
    expect(read).toMatchObject({ kind: 'ids', unread: 0, rows: [event] })
  })

  test('[QUEUE-53] times are written as CAN tools write them', () => {
    expect([offsetText(-20), offsetText(0), offsetText(4.9)]).toEqual(['\u22120.0200', ' 0.0000', '+0.0049'])
  })
})

test('[QUEUE-78] much evidence is read in batches, and bytes are compared across batches', async () => {
  const events = Array.from({ length: 2_500 }, (_, n) => frame(n === 1_000 ? 'FF' : '00'))
  const turns: number[] = []
  const others = setInterval(() => turns.push(1))
  const read = await readEvidence(
    {
      kind: 'can',
      bus: 'CAN0',
      around: timeAt(10),
      filled_at: timeAt(12),
      total: 2_500,
      events,
      dbc: null,
      profile: null,
    },
    [],
  )
  clearInterval(others)
  expect(turns.length).toBeGreaterThan(0)
  const lines = read.kind === 'can' ? read.rows : []
  expect([lines.length, marks(lines[999]), marks(lines[1_000]), marks(lines[1_001]), marks(lines[1_002])]).toEqual([
    2_500,
    '.',
    'x',
    'x',
    '.',
  ])
})
