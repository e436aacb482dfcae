import { expect, test } from 'vitest'
import { getAlert, mergeAlerts, unmergeAlerts, updateAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'

import { alertsOf, idsEvent, theAlert } from '../../support/events.ts'
import { startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ANALYST: analyst, VIEWER: viewer } = alpha.members

let vehicles = 0
const newVin = () => `MERGE${++vehicles}`

/** Two open alerts of two vehicles. */
async function pair() {
  const [first, second] = [newVin(), newVin()]
  await site.post(alpha.key, [idsEvent(first), idsEvent(second)])
  return {
    whole: await theAlert(site, alpha, { vehicle: first }),
    part: await theAlert(site, alpha, { vehicle: second }),
    vin: second,
  }
}

const merge = (uuids: string[], into: string) => site.request(analyst.token, mergeAlerts, { uuids, into })
const unmerge = (uuids: string[]) => site.request(analyst.token, unmergeAlerts, { uuids })
const update = (uuid: string, change: object) => site.request(analyst.token, updateAlerts, { uuids: [uuid], change })
const detailOf = (uuid: string) => site.request(viewer.token, getAlert, { uuid })
const close = (uuid: string) => update(uuid, { status: 'CLOSED', resolution: 'UNKNOWN' })

test('[ALERT-12] [ALERT-13] merged alerts keep everything, and are unmerged as they were', async () => {
  const { whole, part } = await pair()
  await update(part.uuid, { owner: 'me', status: 'PENDING', tags: ['kept'] })
  const { alert: before } = await detailOf(part.uuid)
  const { alerts } = await merge([part.uuid], whole.uuid)
  expect(alerts.map(({ uuid, parts }) => [uuid, parts])).toEqual([
    [whole.uuid, 1],
    [part.uuid, 0],
  ])
  const { alert: merged } = await detailOf(part.uuid)
  expect(merged).toMatchObject({
    status: 'MERGED',
    merged_into: { uuid: whole.uuid, number: whole.number },
    owner: before.owner,
    acknowledged_at: before.acknowledged_at,
    tags: ['kept'],
  })
  const { parts, changes } = await detailOf(whole.uuid)
  expect(parts.map(({ uuid }) => uuid)).toEqual([part.uuid])
  expect(changes.find(({ kind }) => kind === 'merge')).toMatchObject({
    actor: 'Alpha analyst',
    detail: { alerts: 1, numbers: [part.number] },
  })

  expect(await unmerge([part.uuid, whole.uuid])).toMatchObject({ unmerged: 1, refused: 1 })
  const { alert: after, changes: activity } = await detailOf(part.uuid)
  expect({ ...after, revision: 0, seq: 0 }).toEqual({ ...before, revision: 0, seq: 0 })
  expect(activity.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['merge', 'unmerge']))
  expect((await detailOf(whole.uuid)).parts).toEqual([])
})

test('[ALERT-14] repeats of a merged alert are counted on it until the other one is closed', async () => {
  const { whole, part, vin } = await pair()
  await merge([part.uuid], whole.uuid)
  await site.post(alpha.key, [idsEvent(vin)])
  expect(await alertsOf(site, alpha, { vehicle: vin, status: 'NEW' })).toEqual([])
  expect((await detailOf(part.uuid)).alert).toMatchObject({ status: 'MERGED', count: 2 })

  await close(whole.uuid)
  await site.post(alpha.key, [idsEvent(vin)])
  const raised = await theAlert(site, alpha, { vehicle: vin, status: 'NEW' })
  expect(raised).toMatchObject({ count: 1, previous_uuid: part.uuid })
  expect(await unmerge([part.uuid])).toMatchObject({ unmerged: 0, refused: 1 })

  await update(whole.uuid, { status: 'NEW' })
  await site.post(alpha.key, [idsEvent(vin)])
  expect((await detailOf(raised.uuid)).alert.count).toBe(2)
  await close(raised.uuid)
  await close(whole.uuid)
  await update(whole.uuid, { status: 'NEW' })
  await site.post(alpha.key, [idsEvent(vin)])
  expect((await detailOf(part.uuid)).alert.count).toBe(3)
})

test('[ALERT-12] what is not open, has parts, or does not exist is refused, and nothing is merged', async () => {
  const { whole, part } = await pair()
  const { whole: other, part: closed } = await pair()
  await merge([part.uuid], whole.uuid)
  await close(closed.uuid)
  const refused = (uuids: string[], into: string) => site.refusal(analyst.token, mergeAlerts, { uuids, into })
  expect((await refused([closed.uuid, other.uuid], whole.uuid)).code).toBe('RULE_REFUSED')
  expect((await refused([whole.uuid], other.uuid)).message).toContain(`ALR-${whole.number}`)
  expect((await refused([other.uuid], part.uuid)).code).toBe('RULE_REFUSED')
  expect((await refused([other.uuid], '00000000-0000-4000-8000-000000000000')).code).toBe('NOT_FOUND')
  expect((await site.refusal(viewer.token, mergeAlerts, { uuids: [other.uuid], into: whole.uuid })).code).toBe(
    'ROLE_REQUIRED',
  )
  expect((await detailOf(other.uuid)).alert.status).toBe('NEW')
})
