import { expect, test, vi } from 'vitest'
import { notifyOfEndings } from '@carapace/api/src/sbom/crypto/expiry-notices.ts'
import type { NewNotification } from '@carapace/api/src/core/notifications.ts'
import { getBomDocument } from '@carapace/shared/sbom/bom-documents.contract'
import {
  exportCryptoAssets,
  getCryptoAsset,
  getCryptoMigration,
  getCryptoPolicy,
  getCryptoPosture,
  listCryptoAssets,
  listCryptoExpiries,
  saveCryptoPolicy,
} from '@carapace/shared/sbom/crypto.contract'
import { saveSoftware } from '@carapace/shared/sbom/software.contract'
import { createProgram } from '../support/factories.ts'
import { startInstallation } from '../support/installation.ts'
import { cryptoBom, manyAlgorithms } from './cboms.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const beta = await site.organisation('Beta')
const { ENGINEER: engineer, ADMIN: admin, VIEWER: viewer } = alpha.members
const program = await createProgram(site, engineer.token, { name: 'Gateway program' })

async function uploaded(software: string, version: string, text: string): Promise<string> {
  const { body } = await site.upload(engineer.token, 'v2/app/sbom/documents/upload', { software, version }, text)
  return vi.waitFor(
    async () => {
      const { document } = await site.request(engineer.token, getBomDocument, { uuid: body.document.uuid })
      expect(document.state).toBe('READY')
      return document.release_uuid
    },
    { timeout: 60_000, interval: 50 },
  )
}

await site.request(engineer.token, saveSoftware, { name: 'Gateway', program_uuid: program.uuid })
await site.request(engineer.token, saveSoftware, { name: 'Backend' })
const gateway = await uploaded('Gateway', '1.0', cryptoBom('a'))
const backend = await uploaded('Backend', '1.0', cryptoBom('b'))
const list = (input: object = {}, token = viewer.token) => site.request(token, listCryptoAssets, input)
const named = async (name: string) => (await list({ q: name })).assets.find((one) => one.name === name)!

test('[CBOM-API-1] assets of the organisation, a software, a release and a program are listed', async () => {
  const all = await list()
  expect(all).toMatchObject({ total: 7, next_cursor: null, is_cut: false })
  expect(all.assets[0]!.hits[0]!.severity).toBe('critical')
  expect(new Set(all.assets.map(({ releases }) => releases))).toEqual(new Set([2]))
  expect((await list({ release_uuid: gateway })).assets.map(({ releases }) => releases)).toEqual(Array(7).fill(1))
  expect((await list({ program_uuid: program.uuid }, engineer.token)).total).toBe(7)
  expect((await list({ type: 'algorithm', rule: 'weak-hash' })).assets.map(({ name }) => name)).toEqual(['MD5'])
  expect((await list({ severity: 'critical', class: 'key' })).assets.map(({ name }) => name)).toEqual(['Signing key'])
  const pages = await list({ limit: 4 })
  const rest = await list({ limit: 4, cursor: pages.next_cursor })
  expect([...pages.assets, ...rest.assets].map(({ id }) => id)).toEqual(all.assets.map(({ id }) => id))
  expect(rest.next_cursor).toBeNull()
  expect((await site.refusal(viewer.token, listCryptoAssets, { cursor: 'x' })).errors).toHaveProperty('cursor')
  expect((await list({}, beta.members.VIEWER.token)).total).toBe(0)
  const theirs = beta.members.ADMIN.token
  expect((await site.refusal(theirs, listCryptoAssets, { release_uuid: gateway })).status).toBe(404)
  expect((await site.refusal(theirs, listCryptoAssets, { program_uuid: program.uuid })).status).toBe(404)
})

test('[CBOM-API-2] the same asset of two documents is one, with all places and what implements it', async () => {
  const { id } = await named('RSA-2048')
  const found = await site.request(viewer.token, getCryptoAsset, { id })
  expect(found.asset).toMatchObject({ algorithm: 'RSA-2048', is_quantum_safe: false, releases: 2 })
  const byName = found.places.toSorted((one, other) => one.software.localeCompare(other.software))
  expect(byName.map(({ software, provided_by }) => [software, provided_by])).toEqual([
    ['Backend', ['mbedtls 3.6.0']],
    ['Gateway', ['mbedtls 3.6.0']],
  ])
  const md5 = await site.request(viewer.token, getCryptoAsset, { id: (await named('MD5')).id, release_uuid: backend })
  expect(md5.places).toMatchObject([{ release_uuid: backend, provided_by: [], used_by: ['mbedtls 3.6.0'] }])
  const certificate = await named('Backend certificate')
  const of = await site.request(viewer.token, getCryptoAsset, { id: certificate.id })
  expect(of.refers_to).toEqual([{ role: 'signature', id, name: 'RSA-2048' }])
  expect(of.properties).toContainEqual({ name: 'subjectName', value: 'CN=backend.example' })
  const key = await site.request(viewer.token, getCryptoAsset, { id: (await named('Signing key')).id })
  expect(JSON.stringify(key)).not.toContain('the-secret-itself')
})

test('[CBOM-API-3] the posture is counted as a whole and by program', async () => {
  const { posture, releases, programs } = await site.request(engineer.token, getCryptoPosture, {})
  expect(releases).toBe(2)
  expect(posture.assets).toEqual({ algorithm: 4, certificate: 1, protocol: 1, 'related-crypto-material': 1 })
  expect(posture.quantum).toEqual({ safe: 2, unsafe: 2, unknown: 0, share: 0.5 })
  expect(posture.next_expiry?.name).toBe('Backend certificate')
  expect(programs.map(({ name }) => name)).toEqual(['Gateway program', ''])
  expect(programs[0]!.posture.by_class.weak).toBe(1)
})

test('[CBOM-API-4] what to migrate is listed with its replacement and its urgency', async () => {
  const { lines } = await site.request(viewer.token, getCryptoMigration, {})
  expect(lines.find(({ from }) => from === 'MD5')).toMatchObject({ urgency: 'now', releases: 2, assets: 1 })
  expect(lines.filter(({ from }) => from === 'RSA-2048').map(({ to }) => to)).toEqual(
    expect.arrayContaining([expect.stringContaining('ML-DSA')]),
  )
})

test('[CBOM-API-5] certificates and keys that end are listed, the earliest first, and the list is a file', async () => {
  const { expiries } = await site.request(viewer.token, listCryptoExpiries, {})
  expect(expiries).toMatchObject([{ subject: 'CN=backend.example', releases: 2, severity: 'high' }])
  const text = await site.request(viewer.token, exportCryptoAssets, { q: 'md5' })
  expect(text).toContain('Broken hash')
  expect(text.trim().split('\r\n').length).toBe(2)
})

test('[CBOM-API-6] the policy switches rules and severities, with its revision', async () => {
  const { policy } = await site.request(viewer.token, getCryptoPolicy, {})
  expect(policy).toMatchObject({ revision: 0, expiry_days: 90, severities: {} })
  const severities = { 'weak-hash': 'off', 'protocol-version': 'critical' } as const
  const change = { revision: 0, severities, expiry_days: 5 }
  expect((await site.refusal(engineer.token, saveCryptoPolicy, change)).code).toBe('ROLE_REQUIRED')
  const saved = await site.request(admin.token, saveCryptoPolicy, change)
  expect(saved.policy).toMatchObject({ revision: 1, expiry_days: 5, end_of_life: null })
  expect((await site.refusal(admin.token, saveCryptoPolicy, change)).status).toBe(409)
  expect((await named('MD5')).hits.map(({ rule }) => rule)).not.toContain('weak-hash')
  expect((await named('TLS')).hits[0]).toMatchObject({ rule: 'protocol-version', severity: 'critical' })
  const [entry] = await site.sql`SELECT action, after->>'expiry_days' AS days FROM audit_log
    WHERE org_uuid = ${alpha.org.uuid} AND action = 'change cryptography policy'`
  expect(entry).toEqual({ action: 'change cryptography policy', days: '5' })
  await site.request(admin.token, saveCryptoPolicy, { revision: 1, expiry_days: 30, end_of_life: '2040-01-01' })
})

test('[CBOM-API-7] people are notified once of a certificate at each threshold', async () => {
  const sent: NewNotification[] = []
  const notifications = {
    add: async (_tx: unknown, org: { uuid: string }, notification: NewNotification) => {
      if (org.uuid === alpha.org.uuid) sent.push(notification)
    },
    wake: () => undefined,
  }
  const failed: unknown[] = []
  const deps = {
    db: site.db,
    services: { notifications: notifications as never },
    onError: (error: unknown) => failed.push(error),
  }
  const round = async () => notifyOfEndings(deps, new AbortController().signal)
  await round()
  expect(failed).toEqual([])
  expect(sent).toMatchObject([
    {
      kind: 'certificate-expiry',
      title: 'CN=backend.example ends within 30 days',
      to: { permission: 'software.manage' },
    },
  ])
  await round()
  expect(sent.length).toBe(1)
  // the same certificate days later: it passes the next threshold
  await site.sql`UPDATE crypto_notices SET days = 90`
  await round()
  expect(sent.length).toBe(2)
  await uploaded('Backend', '2.0', cryptoBom('c', -3))
  await round()
  expect(sent.at(-1)).toMatchObject({ title: 'CN=backend.example has ended', urgency: 'high' })
})

test('[CBOM-API-8] ten thousand assets are answered', async () => {
  await site.request(engineer.token, saveSoftware, { name: 'Large' })
  const release = await uploaded('Large', '1.0', manyAlgorithms(10_000))
  const start = performance.now()
  const first = await list({ release_uuid: release, limit: 1_000 })
  const took = performance.now() - start
  const again = performance.now()
  await list({ release_uuid: release, limit: 1_000 })
  if (process.env['CARAPACE_TIMES'])
    console.log(`10,000 assets: ${Math.round(took)} ms, then ${Math.round(performance.now() - again)} ms`)
  expect(first).toMatchObject({ total: 10_000, is_cut: false })
  expect(first.assets.length).toBe(1_000)
}, 120_000)
