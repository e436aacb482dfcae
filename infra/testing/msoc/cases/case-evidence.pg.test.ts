import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  addEvidence,
  type CaseEvidence,
  downloadEvidence,
  getEvidence,
  removeEvidence,
  verifyEvidence,
} from '@carapace/shared/msoc/cases/case-evidence.contract'
import { caseReport } from '@carapace/shared/msoc/cases/case-actions.contract'
import { updateCase } from '@carapace/shared/msoc/cases/cases.contract'
import { pagesOf } from '@carapace/api/src/core/documents/pdf-text.fixture.ts'
import { position } from '../../support/events.ts'
import { startInstallation } from '../../support/installation.ts'
import { caseCalls } from './case-calls.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ANALYST: analyst, VIEWER: viewer } = alpha.members
const { opened, got } = caseCalls(site, alpha)

const upload = (uuid: string, bytes: string | Uint8Array<ArrayBuffer>, token = analyst.token) =>
  site.upload(token, 'msoc/v1/cases/evidence/upload', { case_uuid: uuid, file_name: 'dump of ECU.bin' }, bytes)

test('[CASE-30] a file is stored with its hash, and comes back byte by byte', async () => {
  const { uuid } = await opened()
  const bytes = new Uint8Array(2_500_000).map((_, i) => (i * 31) % 251)
  const { status, body } = await upload(uuid, bytes)
  expect(status).toBe(200)
  const evidence = body.evidence as CaseEvidence
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(evidence.source).toEqual({
    kind: 'file',
    file_name: 'dump of ECU.bin',
    content_type: 'application/octet-stream',
    bytes: bytes.length,
    sha256,
  })
  const item = { case_uuid: uuid, uuid: evidence.uuid }
  const response = await fetch(`${site.apiUrl}msoc/v1/cases/evidence/download?${new URLSearchParams(item)}`, {
    headers: { 'access-token': analyst.token },
  })
  expect(
    createHash('sha256')
      .update(new Uint8Array(await response.arrayBuffer()))
      .digest('hex'),
  ).toBe(sha256)
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="dump-of-ECU.bin"')
  expect((await got(uuid)).evidence.map((one) => one.uuid)).toEqual([evidence.uuid])
})

test('[CASE-30] a file that is empty, of a viewer or for no case is refused, and leaves nothing', async () => {
  const { uuid } = await opened()
  expect((await upload(uuid, '')).status).toBe(400)
  expect((await upload(uuid, 'x', viewer.token)).status).toBe(422)
  expect((await upload(crypto.randomUUID(), 'x')).status).toBe(404)
  expect((await got(uuid)).evidence).toEqual([])
  const [row] = await site.sql<
    { rows: number }[]
  >`SELECT count(*)::int AS rows FROM case_evidence WHERE case_uuid = ${uuid}`
  expect(row!.rows).toBe(0)
})

test('[CASE-32] whoever adds, downloads, verifies and removes is in the chain of custody', async () => {
  const { uuid } = await opened()
  const { evidence } = (await upload(uuid, 'the bytes')).body
  const item = { case_uuid: uuid, uuid: evidence.uuid as string }
  await site.request(viewer.token, downloadEvidence, item)
  expect((await site.request(analyst.token, verifyEvidence, item)).intact).toBe(true)
  await site.sql`UPDATE case_evidence_files SET bytes = 'the bytez' WHERE evidence_uuid = ${item.uuid}`
  expect((await site.request(analyst.token, verifyEvidence, item)).intact).toBe(false)
  await site.request(analyst.token, removeEvidence, { ...item, reason: 'Damaged' })

  const { custody } = await site.request(viewer.token, getEvidence, item)
  expect(custody.map(({ action, actor }) => [action, actor])).toEqual([
    ['removed', 'Alpha analyst'],
    ['verified', 'Alpha analyst'],
    ['verified', 'Alpha analyst'],
    ['downloaded', 'Alpha viewer'],
    ['added', 'Alpha analyst'],
  ])
  expect(custody[1]!.detail).toMatchObject({ intact: false })
})

test('[CASE-31] what is removed loses its bytes, and keeps its hash and its entry', async () => {
  const { uuid } = await opened()
  const { evidence } = (await upload(uuid, 'secret')).body
  const item = { case_uuid: uuid, uuid: evidence.uuid as string }
  await site.request(analyst.token, removeEvidence, { ...item, reason: 'By order of the court' })
  const [shown] = (await got(uuid)).evidence
  expect(shown).toMatchObject({ source: evidence.source, removed_at: expect.any(String) })
  expect((await site.refusal(analyst.token, downloadEvidence, item)).status).toBe(422)
  expect(await site.sql`SELECT 1 FROM case_evidence_files WHERE evidence_uuid = ${item.uuid}`).toHaveLength(0)
  expect((await site.refusal(analyst.token, removeEvidence, { ...item, reason: 'x' })).status).toBe(422)
})

test("an alert's events and recorded frames are evidence by reference, if they are there", async () => {
  const { uuid, alerts } = await opened()
  const add = (source: object) => ({ case_uuid: uuid, name: 'Frames', source })
  const window = { kind: 'window', vehicle: alerts[0]!.vehicle!.vin, bus: 'can0', from: '2026-10-22T17:00:00Z' }
  await site.request(analyst.token, addEvidence, add({ kind: 'alert', alert_uuid: alerts[0]!.uuid }) as never)
  const { evidence } = await site.request(
    analyst.token,
    addEvidence,
    add({ ...window, to: '2026-10-22T17:01:00Z' }) as never,
  )
  expect(evidence.source).toMatchObject({ kind: 'window', vehicle: { vin: alerts[0]!.vehicle!.vin }, bus: 'can0' })
  for (const [source, status] of [
    [{ kind: 'alert', alert_uuid: crypto.randomUUID() }, 404],
    [{ kind: 'capture', capture_uuid: crypto.randomUUID() }, 404],
    [{ ...window, to: window.from }, 400],
    [{ ...window, vehicle: 'nobody', to: '2026-10-22T17:01:00Z' }, 404],
  ] as const)
    expect((await site.refusal(analyst.token, addEvidence, add(source))).status).toBe(status)
})

test('[CASE-60] the report is a PDF or a Word document, and its export is in the audit log', async () => {
  const { uuid } = await opened(2, { description: 'Many **frames**.\n\nMore.', tlp: 'RED' })
  await upload(uuid, 'evidence')
  await site.request(analyst.token, updateCase, {
    uuid,
    revision: 1,
    lessons: 'Sign the frames.',
    stage: 'IN_PROGRESS',
  })
  expect(await site.request(viewer.token, caseReport, { uuid, form: 'pdf' })).toMatch(/^%PDF-1\./)
  expect(await site.request(viewer.token, caseReport, { uuid, form: 'docx' })).toMatch(/^PK/)
  const exports = await site.sql`SELECT 1 FROM audit_log WHERE action = 'export case report' AND subject_uuid = ${uuid}`
  expect(exports).toHaveLength(2)
})

test('[CASE-61] the report has a map of where its alerts were last seen', async () => {
  const { uuid, alerts } = await opened(2)
  const [moving] = alerts
  const seenAt = Date.parse(moving!.last_seen)
  const drive = [9, 6, 3, 1].map((minutes, i) =>
    position(moving!.vehicle!.vin, 48 + i / 100, 9.123, { ts: seenAt - minutes * 60_000 }),
  )
  await site.post(alpha.key, [...drive, position(moving!.vehicle!.vin, 50, 9, { ts: seenAt + 60_000 })])
  const response = await fetch(`${site.apiUrl}msoc/v1/cases/report?${new URLSearchParams({ uuid, form: 'pdf' })}`, {
    headers: { 'access-token': viewer.token },
  })
  const lines = pagesOf(Buffer.from(await response.arrayBuffer())).flatMap((page) => page.lines.map(({ text }) => text))
  expect(lines).toContain('Where the alerts were seen')
  expect(lines).toContain('48.03000, 9.12300')
  expect(lines.filter((line) => line.endsWith(', 9.12300'))).toHaveLength(1)
  expect(lines.some((line) => /^\d+ k?m$/.test(line))).toBe(true)
})
