import { expect, test, vi } from 'vitest'
import { exportLabelledAlerts, updateAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { expectedFalseAlerts, sensitivityBounds } from '@carapace/shared/msoc/sensitivity/false-alerts'
import {
  getSensitivity,
  previewSensitivity,
  saveSensitivity,
} from '@carapace/shared/msoc/sensitivity/sensitivity.contract'

import { alertsOf, idsEvent, theAlert } from '../../support/events.ts'
import { type Organisation, startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
/** Between what two signs of a flood are worth, and what hundreds are. */
const strict = Math.max(
  sensitivityBounds.least,
  Math.fround(Math.sqrt(expectedFalseAlerts('can-flood', 2)! * expectedFalseAlerts('can-flood', 500)!)),
)

/** Frames of one id within a second: each beyond the 499th is a sign of a flood. */
const flood = (vehicle: string, frames: number) => ({
  type: 'can',
  vehicle,
  bus: 'can0',
  ts: Date.now(),
  frames: Array.from({ length: frames }, (_, i) => [i * 300, 0x123, 'FF']),
})

const heldBack = ({ org }: Organisation) => site.sql<
  { rule: string; count: string; false_alerts: number; dedup_key: string; vin: string }[]
>`SELECT h.rule, h.count, h.false_alerts, h.dedup_key, v.vin
  FROM held_back_findings h JOIN vehicles v ON v.id = h.vehicle_id
  WHERE h.org_uuid = ${org.uuid} ORDER BY v.vin`

async function choose({ members: { ADMIN } }: Organisation, atMost: number | null) {
  const { revision } = await site.request(ADMIN.token, getSensitivity, {})
  return site.request(ADMIN.token, saveSensitivity, { false_alerts_at_most: atMost, revision })
}

/** Sends a small flood of a new vehicle until the setting is in effect: within five seconds. */
async function untilHeldBack(mine: Organisation) {
  await vi.waitFor(
    async () => {
      await site.post(mine.key, [flood(`SCOUT${crypto.randomUUID().slice(0, 8)}`, 501)])
      expect((await heldBack(mine)).length).toBeGreaterThan(0)
    },
    { timeout: 20_000, interval: 500 },
  )
}

test('[SENSITIVITY-3] [SENSITIVITY-4] the uncertain is counted, not raised, until it has more signs', async () => {
  const mine = await site.organisation('Strict')
  await site.post(mine.key, [flood('BEFORE', 501)])
  const before = await theAlert(site, mine, { vehicle: 'BEFORE' })
  expect(before.expected_false_alerts).toBeGreaterThan(strict)

  await choose(mine, strict)
  await untilHeldBack(mine)
  await site.post(mine.key, [flood('UNSURE', 501), idsEvent('UNSURE')])
  expect((await alertsOf(site, mine, { vehicle: 'UNSURE' })).map(({ source }) => source)).toEqual(['ids'])
  expect((await heldBack(mine)).filter(({ vin }) => vin === 'UNSURE')).toMatchObject([{ rule: 'can-flood' }])

  await site.post(mine.key, [flood('SURE', 1_500)])
  const sure = await theAlert(site, mine, { vehicle: 'SURE' })
  expect(sure.rule).toBe('can-flood')
  expect(sure.expected_false_alerts).toBeLessThanOrEqual(strict)
})

test('[SENSITIVITY-5] the preview shows what a setting would have raised, and of these the false ones', async () => {
  const mine = await site.organisation('Trying')
  const { ADMIN, ANALYST, VIEWER } = mine.members
  await site.post(mine.key, [flood('WEAK', 501), flood('STRONG', 1_500), idsEvent('WEAK')])
  const weak = await theAlert(site, mine, { vehicle: 'WEAK', source: 'detector' })
  const change = { status: 'CLOSED', resolution: 'FALSE_POSITIVE' } as const
  await site.request(ANALYST.token, updateAlerts, { uuids: [weak.uuid], change })

  const tried = await site.request(VIEWER.token, previewSensitivity, { false_alerts_at_most: strict, days: 7 })
  expect(tried).toMatchObject({
    vehicles: 2,
    raised: { alerts: 2, false_positives: 1 },
    tried: { alerts: 1, false_positives: 0 },
    detectors: [{ rule: 'can-flood', raised: { alerts: 2 }, tried: { alerts: 1 } }],
    by_day: [{ raised: 2, tried: 1 }],
    gone: [{ alert: { uuid: weak.uuid, resolution: 'FALSE_POSITIVE' }, vin: 'WEAK' }],
    more: [],
    others: 1,
  })

  await choose(mine, strict)
  await untilHeldBack(mine)
  await site.sql`DELETE FROM held_back_findings WHERE org_uuid = ${mine.org.uuid}`
  const { raised } = await site.request(ADMIN.token, previewSensitivity, {})
  await site.post(mine.key, [flood('HELD', 501)])
  const loose = await site.request(ADMIN.token, previewSensitivity, {})
  expect(loose).toMatchObject({ raised, tried: { alerts: raised.alerts + 1 }, gone: [], more: [{ vin: 'HELD' }] })

  // more of the same attack raised it after all: it is one alert
  await site.post(mine.key, [{ ...flood('HELD', 1_500), ts: Date.now() }])
  expect(await site.request(ADMIN.token, previewSensitivity, {})).toMatchObject({
    raised: { alerts: raised.alerts + 1 },
    tried: { alerts: raised.alerts + 1 },
    more: [],
  })
})

test('[SENSITIVITY-6] administrators choose; changes are in the log; an older revision is refused', async () => {
  const mine = await site.organisation('Choosing')
  const { ADMIN, ANALYST } = mine.members
  expect(await site.request(ANALYST.token, getSensitivity, {})).toEqual({ false_alerts_at_most: null, revision: 0 })
  const input = { false_alerts_at_most: 2.5, revision: 0 }
  expect(await site.refusal(ANALYST.token, saveSensitivity, input)).toMatchObject({ code: 'ROLE_REQUIRED' })
  expect(await site.request(ADMIN.token, saveSensitivity, input)).toEqual({
    success: true,
    false_alerts_at_most: 2.5,
    revision: 1,
  })
  expect(await site.refusal(ADMIN.token, saveSensitivity, input)).toMatchObject({ code: 'ROW_CHANGED' })
  await choose(mine, null)
  expect(await site.request(ADMIN.token, getSensitivity, {})).toEqual({ false_alerts_at_most: null, revision: 2 })
  const entries = await site.sql<{ after: unknown }[]>`SELECT after FROM audit_log
    WHERE org_uuid = ${mine.org.uuid} AND action = 'set detection sensitivity' ORDER BY at`
  expect(entries.map(({ after }) => after)).toEqual([{ false_alerts_at_most: 2.5 }, { false_alerts_at_most: null }])
})

test('[LABEL-1] [LABEL-2] closed alerts are exported with labels and without names, others are not', async () => {
  const mine = await site.organisation('Labelling')
  const { ANALYST, VIEWER } = mine.members
  const resolutionOf = { L1: 'FALSE_POSITIVE', L2: 'TRUE_POSITIVE_WITH_IMPACT', L3: 'UNKNOWN', L4: undefined } as const
  for (const [vin, resolution] of Object.entries(resolutionOf)) {
    await site.post(mine.key, [flood(vin, 1_000)])
    const { uuid } = await theAlert(site, mine, { vehicle: vin })
    if (resolution !== undefined)
      await site.request(ANALYST.token, updateAlerts, { uuids: [uuid], change: { status: 'CLOSED', resolution } })
  }
  const text = await site.request(ANALYST.token, exportLabelledAlerts, {})
  const rows = text.trim().split('\r\n').slice(1)
  const labels = new Set(rows.map((row) => row.split(',')[7]))
  expect([rows.length, labels]).toEqual([2, new Set(['attack', 'benign'])])
  expect(text).toContain(',can-flood,')
  expect(text).not.toMatch(/analyst|L1|L2/i)
  expect(await site.refusal(VIEWER.token, exportLabelledAlerts, {})).toMatchObject({ code: 'ROLE_REQUIRED' })
})
