import { expect, test } from 'vitest'

import { alertsOf, idsEvent, position } from '../../support/events.ts'
import { startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const year = 365 * 86_400_000

test.for([
  { what: 'in the year 275760', ts: 8.64e15 },
  { what: 'in ten years', ts: Date.now() + 10 * year },
  { what: 'two days ahead', ts: Date.now() + 2 * 86_400_000 },
  { what: 'in 1970', ts: 0 },
])(
  '[EVENT-4] an event $what is refused by its line, and its neighbours and later events are stored',
  async ({ ts }) => {
    const can = { type: 'can', vehicle: 'V1', ts, bus: 'can0', frames: [[3_600_000_000, 1, 'ff']] }
    const { status, body } = await site.post(alpha.key, [position('V1', 1, 2), position('V1', 1, 2, { ts }), can])
    expect([status, body.accepted]).toEqual([200, 1])
    expect(body.rejected.map(({ line }: { line: number }) => line)).toEqual([2, 3])

    expect((await site.post(alpha.key, [position('V1', 1, 2), idsEvent('V1')])).body).toEqual({
      accepted: 2,
      rejected: [],
    })
  },
)

test('[ALERT-9] no alert is last seen in the future', async () => {
  const soon = Date.now() + 60_000
  const alerts = await alertsOf(site, alpha)
  expect(alerts.length).toBeGreaterThan(0)
  for (const { last_seen: seen } of alerts) expect(Date.parse(seen)).toBeLessThan(soon)
})
