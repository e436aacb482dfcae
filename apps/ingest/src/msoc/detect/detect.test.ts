import type { Org } from '@carapace/shared/core/owned'
import { detectors } from '@carapace/shared/msoc/detect/all'
import { can, facts, ids, position, syslog, t0 } from '@carapace/shared/msoc/detect/detector.fixture'
import type { PackedFrame, VehicleEvent } from '@carapace/shared/msoc/events/events'
import { expectedFalseAlerts } from '@carapace/shared/msoc/sensitivity/false-alerts'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import { expect, test, vi } from 'vitest'
import type { Log } from '../../core/log.ts'
import { detect, type Raise } from './detect.ts'
import type { Vehicle } from './fleet-facts.ts'

const org = { uuid: 'o', id: 1 } as Org

function vehicle(id: number, saved: Vehicle['saved'] = {}): Vehicle {
  return {
    id: id as VehicleId,
    vin: facts.vin,
    deviceId: null,
    platform: '',
    model: '',
    canGeneration: 0,
    facts,
    memory: new Array<unknown>(detectors.length),
    saved,
    isCold: false,
  }
}

function fold(events: readonly (readonly [Vehicle, VehicleEvent])[], ofOrg = org) {
  const error = vi.fn<(...args: unknown[]) => void>()
  const found = detect(
    events.map(([one, event]) => ({ org: ofOrg, vehicle: one, event, receivedAt: event.ts })),
    { error } as unknown as Log,
    Math.max(...events.map(([, event]) => event.ts)),
  )
  return { ...found, error }
}

const spread = (count: number): PackedFrame[] => Array.from({ length: count }, (_, i) => [i, i % 5, 'AB'])
/** Enough frames for a bus to be learned. */
const lesson = () => Array.from({ length: 62 }, (_, second) => can(spread(20), { ts: t0 + second * 1_000 }))

test('[ALERT-1] findings of one vehicle and key are one raise, with summed counts and the first and last time', () => {
  const one = vehicle(1)
  const { raises } = fold([
    [one, ids({ count: 3, ts: t0 + 5 })],
    [one, ids({ count: 4, ts: t0 })],
    [one, ids({ count: 1, ts: t0 + 9 })],
  ])
  expect(raises).toMatchObject([{ count: 8, firstTs: t0, lastTs: t0 + 9, vehicle: { id: 1 }, finding: { ts: t0 + 9 } }])
})

test('[ALERT-1] another vehicle, another organisation or another key gives a separate raise', () => {
  const [one, two] = [vehicle(1), vehicle(2)]
  expect(
    fold([
      [one, ids({})],
      [two, ids({})],
      [one, ids({ eventId: 9 })],
    ]).raises,
  ).toHaveLength(3)
  expect(fold([[one, ids({})]], { uuid: 'p', id: 2 } as Org).raises).toMatchObject([{ org: { id: 2 } }])
})

test('[ALERT-9] a more severe finding of the same key and batch is a separate raise', () => {
  const one = vehicle(1)
  const severe = vehicle(1)
  severe.facts = { ...facts, meaningOf: () => ({ name: 'Torque injection', severity: 'critical' }) as never }
  const { raises } = fold([
    [one, ids({})],
    [severe, ids({})],
  ])
  expect(raises.map(({ finding, count }) => `${finding.severity} ${count}`)).toEqual(['medium 1', 'critical 1'])
})

test('[ALERT-1] findings without a vehicle belong to the organisation', () => {
  const nobody = vehicle(0)
  expect(fold(Array.from({ length: 5 }, () => [nobody, syslog()] as const)).raises).toMatchObject([
    { vehicle: undefined, count: 5 },
  ])
})

test('each vehicle has its own memory, which lasts from batch to batch', () => {
  const [one, two] = [vehicle(1), vehicle(2)]
  fold([
    [one, position({ lat: 48 })],
    [two, position({ lat: 10 })],
  ])
  expect(
    fold([
      [one, position({ lat: 10, ts: t0 + 1000 })],
      [two, position({ lat: 10, ts: t0 + 1000 })],
    ]).raises,
  ).toMatchObject([{ vehicle: { id: 1 }, finding: { rule: 'impossible-movement' } }])
})

test('[CAN-5] changed memory that a detector must not lose is returned with the batch', () => {
  const one = vehicle(1)
  const { memories } = fold([...lesson().map((event) => [one, event] as const), [one, position({})]])
  expect(memories).toMatchObject([
    {
      vehicle: { id: 1 },
      detector: 'can',
      memory: { generation: 0, buses: { can0: { isLearned: true, learner: { ids: 5 } } } },
    },
  ])
  expect(fold([[one, can(spread(10), { ts: t0 + 62_000 })]]).memories).toEqual([])
  expect(fold([[one, position({})]]).memories).toEqual([])
})

test('[CAN-5] a detector starts from its saved memory', () => {
  const one = vehicle(1)
  const [{ memory } = { memory: undefined }] = fold(lesson().map((event) => [one, event] as const)).memories
  const saved = JSON.parse(JSON.stringify({ can: memory })) as Vehicle['saved']
  expect(
    fold([
      [
        vehicle(1, saved),
        can(
          [
            [0, 1, 'AB'],
            [0, 9, ''],
          ],
          { ts: t0 + 62_000 },
        ),
      ],
    ]).raises,
  ).toMatchObject([{ finding: { key: 'can:can0:9' } }])
})

test("[ALERT-9] a clock that is years ahead does not move a finding out of its event's time", () => {
  const one = vehicle(1)
  fold(lesson().map((event) => [one, event] as const))
  const times = Array.from({ length: 30 }, (_, i) => t0 + 61_000 + i * 1_000)
  const deviceTs = t0 + 10 * 365 * 86_400_000
  const { raises } = times
    .map((ts) => fold([[one, position({ ts, deviceTs, speedKph: 50 })]]))
    .reduce((all, { raises: found }) => ({ raises: [...all.raises, ...found] }), { raises: [] as Raise[] })
  expect(raises.length).toBeGreaterThan(0)
  for (const { firstTs, lastTs } of raises) expect(times).toEqual(expect.arrayContaining([firstTs, lastTs]))
})

test('a failing detector is logged and restarted, and stops neither the other detectors nor the storing', () => {
  const one = vehicle(1)
  fold([[one, can(spread(1))]])
  const index = detectors.findIndex(({ name }) => name === 'can')
  one.memory[index] = { generation: 0, buses: null }
  const { raises, error } = fold([
    [one, can(spread(1))],
    [one, ids({})],
    [one, can(Array.from({ length: 500 }, () => [0, 1, '']))],
  ])
  expect(error).toHaveBeenCalledTimes(1)
  expect(error.mock.calls[0]![0]).toMatchObject({ detector: 'can' })
  expect(raises.map(({ finding }) => finding.rule)).toEqual(['ids.can 0x8001', 'can-flood'])
})

test('a detector whose saved memory is broken does not stop the storing', () => {
  const { raises, error } = fold([
    [
      vehicle(1, {
        can: {
          generation: 0,
          buses: { can0: { seconds: 60, isLearned: true, learner: { ids: 3, others: [], columns: null } } },
        },
      }),
      can(spread(1)),
    ],
    [vehicle(1), ids({})],
  ])
  expect(error).toHaveBeenCalledTimes(1)
  expect(raises).toHaveLength(1)
})

test('[SENSITIVITY-3] findings above the setting are held back, certain ones and other sources are raised', () => {
  const strict = Math.sqrt(expectedFalseAlerts('can-flood', 2)! * expectedFalseAlerts('can-flood', 500)!)
  const one: Vehicle = { ...vehicle(1), facts: { ...facts, falseAlertsAtMost: strict } }
  const flood = (frames: number, ts: number) =>
    can(
      Array.from({ length: frames }, (_, i): PackedFrame => [i * 300, 0x123, 'FF']),
      { ts },
    )
  const unsure = fold([
    [one, flood(501, t0)],
    [one, ids({ ts: t0 })],
  ])
  expect(unsure.raises.map(({ finding }) => finding.source)).toEqual(['ids'])
  expect(unsure.held).toMatchObject([{ finding: { rule: 'can-flood' } }])
  expect(unsure.held[0]!.falseAlerts).toBeGreaterThan(strict)

  const sure = fold([[one, flood(1_500, t0 + 5_000)]])
  expect(sure.raises).toMatchObject([{ finding: { rule: 'can-flood' } }])
  expect(sure.raises[0]!.falseAlerts).toBeLessThanOrEqual(strict)
})
