import { drizzle } from 'drizzle-orm/postgres-js'
import { expect, test, vi } from 'vitest'

import { syslogCommands } from '../../../local/admin/syslog.ts'
import { startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const timeout = { timeout: 20_000, interval: 100 }

const line = (host: string, words: string, data = '-') => `<14>1 - ${host} app - - ${data} ${words}\n`

async function arrived(token: string, words: string): Promise<void> {
  await vi.waitFor(async () => {
    const { body } = await site.get(token, 'msoc/v1/syslog', { q: words })
    expect(body.events).toHaveLength(1)
  }, timeout)
}

async function lossesOf(token: string) {
  const { body } = await site.get(token, 'msoc/v1/ingest/syslog-losses')
  return { unassigned: body.unassigned, wrong_key: body.wrong_key }
}

const admin = (words: string, values: object = {}) => syslogCommands[words]!({ db: drizzle(site.sql), values } as never)

// in this order: the tests share one installation that gains a second organisation
test('[SYSLOG-31] a host of the only organisation stays with it when a second is created', async () => {
  const { token } = alpha.members.ADMIN
  await site.syslog(line('gateway-1', 'alone'))
  await arrived(token, 'alone')
  await vi.waitFor(async () => expect(await admin('syslog list')).toBe('gateway-1: Alpha'), timeout)

  await site.organisation('Beta')
  // the only organisation is remembered for some seconds
  await vi.waitFor(async () => {
    await site.syslog(line('newcomer', 'whose'))
    expect((await lossesOf(token)).unassigned.lines).toBeGreaterThan(0)
  }, timeout)
  await site.syslog(line('gateway-1', 'still'))
  await arrived(token, 'still')
})

test('[SYSLOG-32] lost lines are counted by host and reason, for administrators and the operator', async () => {
  const { token } = alpha.members.ADMIN
  await site.syslog(line('unknown-1', 'lost') + line('unknown-1', 'lost'))
  await site.syslog(line('unknown-2', 'lost', '[carapace@32473 key="no key of ours"]'))
  await vi.waitFor(
    async () =>
      // lines of the test before may still be counted
      expect(await lossesOf(token)).toMatchObject({ unassigned: { hosts: 2 }, wrong_key: { hosts: 1, lines: 1 } }),
    timeout,
  )
  expect(await admin('syslog list')).toMatch(/^unknown-1: no organisation, lines lost without an organisation: 2, /m)
  expect(await admin('syslog list')).toMatch(
    /^unknown-2: no organisation, lines lost with an unknown or revoked key: 1/m,
  )
  expect((await site.get(alpha.members.ANALYST.token, 'msoc/v1/ingest/syslog-losses')).status).toBe(422)
})

test('[SYSLOG-30] [SYSLOG-31] the operator assigns a host, and releases it', async () => {
  const { token } = alpha.members.ADMIN
  await admin('syslog assign', { host: 'unknown-1', organisation: 'Alpha' })
  await vi.waitFor(async () => {
    await site.syslog(line('unknown-1', 'assigned'))
    const { body } = await site.get(token, 'msoc/v1/syslog', { q: 'assigned' })
    expect(body.events.length).toBeGreaterThan(0)
  }, timeout)
  expect(await admin('syslog list')).toMatch(/^unknown-1: Alpha/m)

  expect(await admin('syslog release', { host: 'unknown-1' })).toBe('unknown-1 belongs to no organisation any more.')
  expect(await admin('syslog release', { host: 'nobody' })).toBe('nobody is not in the list.')
})
