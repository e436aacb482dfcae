import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import {
  type BomDocument,
  deleteBomDocument,
  fetchBom,
  getBomDocument,
  listBomDocuments,
  readBomAgain,
  useBomDocument,
} from '@carapace/shared/sbom/bom-documents.contract'
import { sbomLimits } from '@carapace/shared/sbom/limits'
import {
  deleteRelease,
  getRelease,
  listReleases,
  saveRelease,
  setReleaseState,
} from '@carapace/shared/sbom/releases.contract'
import { deleteSoftware, listSoftware, saveSoftware } from '@carapace/shared/sbom/software.contract'
import { createProgram } from '../support/factories.ts'
import { type Member, startInstallation } from '../support/installation.ts'
import { chainBom } from './boms.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const beta = await site.organisation('Beta')
const { ENGINEER: engineer, VIEWER: viewer } = alpha.members
let named = 0

async function release(version = '1.0', { token }: Member = engineer) {
  const { software } = await site.request(token, saveSoftware, { name: `Software ${named++}`, ecu: 'BCM' })
  const added = await site.request(token, saveRelease, { software_uuid: software.uuid, version })
  return { software, release: added.release }
}

const upload = (query: Record<string, string>, bytes: string | Uint8Array<ArrayBuffer>, { token }: Member = engineer) =>
  site.upload(token, 'v2/app/sbom/documents/upload', query, bytes)

async function readDocument(uuid: string, { token }: Member = engineer): Promise<BomDocument> {
  return vi.waitFor(
    async () => {
      const { document } = await site.request(token, getBomDocument, { uuid })
      expect(document.state).not.toBe('READING')
      return document
    },
    { timeout: 60_000, interval: 50 },
  )
}

test('[SBOM-10] [SBOM-13] [SBOM-14] a document is read, indexed, and given back byte for byte', async () => {
  const { release: of } = await release()
  const text = chainBom(40)
  const { status, body } = await upload({ release_uuid: of.uuid, file_name: 'bcm.cdx.json' }, text)
  expect([status, body.is_known, body.document?.state]).toEqual([200, false, 'READING'])
  const document = await readDocument(body.document.uuid)
  expect(document).toMatchObject({
    state: 'READY',
    faults: [],
    format: 'CycloneDX JSON',
    components: 41,
    edges: 40,
    is_current: true,
    sha256: createHash('sha256').update(text).digest('hex'),
  })
  const answer = await site.get(viewer.token, 'v2/app/sbom/documents/download', { uuid: document.uuid })
  expect([answer.text, answer.headers.get('content-disposition')]).toEqual([
    text,
    'attachment; filename="bcm.cdx.json"',
  ])
  const after = await site.request(viewer.token, getRelease, { uuid: of.uuid })
  expect(after.release.document).toMatchObject({ uuid: document.uuid, components: 41 })
  const depths = await site.sql<{ depth: number }[]>`
    SELECT depth FROM occurrences WHERE document_uuid = ${document.uuid} ORDER BY position`
  expect(depths.map(({ depth }) => depth)).toEqual(Array.from({ length: 41 }, (_, at) => at))
})

test('[SBOM-11] the same bytes are recognised', async () => {
  const { release: of } = await release()
  const text = chainBom(3)
  const first = await upload({ release_uuid: of.uuid }, text)
  await readDocument(first.body.document.uuid)
  const again = await upload({ release_uuid: of.uuid, origin: 'scan' }, text)
  expect(again.body).toMatchObject({ is_known: true, job: null, document: { uuid: first.body.document.uuid } })
  expect((await site.request(engineer.token, listBomDocuments, { release_uuid: of.uuid })).documents).toHaveLength(1)
})

test('[SBOM-13] a document that cannot be read keeps its faults with their places', async () => {
  const { release: of } = await release()
  const broken = chainBom(2).replace('"library"', '"no such type"')
  const { body } = await upload({ release_uuid: of.uuid, file_name: 'broken.json' }, broken)
  const document = await readDocument(body.document.uuid)
  expect(document.state).toBe('FAILED')
  expect(document.faults[0]).toMatchObject({ place: '/components/0/type' })
  const after = await site.request(engineer.token, getRelease, { uuid: of.uuid })
  expect(after.release).toMatchObject({ document: null, latest: { state: 'FAILED' } })
  for (const text of ['', '{', 'no document', '[]', '{"bomFormat":"CycloneDX"}']) {
    const { status, body: refused } = await upload({ release_uuid: of.uuid }, text)
    if (text === '') expect(status).toBe(400)
    else expect((await readDocument(refused.document.uuid)).faults.length).toBeGreaterThan(0)
  }
})

test('[SBOM-10] a pipeline names software and version; the release is added', async () => {
  const { software } = await release('0.9')
  const { status, body } = await upload({ software: software.code, version: '7.7', file_name: 'ci.json' }, chainBom(2))
  expect(status).toBe(200)
  const document = await readDocument(body.document.uuid)
  const { release: added } = await site.request(engineer.token, getRelease, { uuid: document.release_uuid })
  expect([added.version, added.software.uuid, added.state]).toEqual(['7.7', software.uuid, 'DRAFT'])
  expect((await upload({ software: 'nobody', version: '1' }, chainBom(2))).status).toBe(404)
  expect((await upload({ software: software.name }, chainBom(2))).status).toBe(400)
})

test('[SBOM-4] [SBOM-14] another document can be used; a deleted one gives way to the one before', async () => {
  const { release: of } = await release()
  const [older, newer] = [await upload({ release_uuid: of.uuid }, chainBom(2)), undefined]
  await readDocument(older.body.document.uuid)
  const second = newer ?? (await upload({ release_uuid: of.uuid, origin: 'supplier' }, chainBom(5)))
  await readDocument(second.body.document.uuid)
  const current = async () =>
    (await site.request(engineer.token, getRelease, { uuid: of.uuid })).release.document?.components
  expect(await current()).toBe(6)
  await site.request(engineer.token, useBomDocument, { uuid: older.body.document.uuid })
  expect(await current()).toBe(3)
  await site.request(engineer.token, deleteBomDocument, { uuid: older.body.document.uuid })
  expect(await current()).toBe(6)
  const approve = (revision: number) =>
    site.request(engineer.token, setReleaseState, { uuid: of.uuid, revision, state: 'APPROVED' })
  await expect(approve(of.revision)).rejects.toThrow('ROW_CHANGED')
  const { release: now } = await site.request(engineer.token, getRelease, { uuid: of.uuid })
  expect(now.revision).toBe(of.revision + 4)
  const approved = await approve(now.revision)
  expect(approved.release.approved_by).toBe('Alpha engineer')
  expect(await site.refusal(engineer.token, deleteBomDocument, { uuid: second.body.document.uuid })).toMatchObject({
    code: 'RULE_REFUSED',
  })
})

test('[SBOM-8] nothing is left of a deleted software', async () => {
  const { software, release: of } = await release()
  const { body } = await upload({ release_uuid: of.uuid }, chainBom(30, 'gone'))
  const { uuid } = await readDocument(body.document.uuid)
  const { software: saved } = await site.request(engineer.token, saveSoftware, {
    uuid: software.uuid,
    revision: 1,
    supplier: 'Acme',
  })
  expect(await site.refusal(engineer.token, deleteSoftware, { uuid: software.uuid, revision: 1 })).toMatchObject({
    code: 'ROW_CHANGED',
  })
  const before = await site.sql`SELECT 1 FROM component_versions WHERE name = 'part-29'`
  await site.request(engineer.token, deleteSoftware, { uuid: software.uuid, revision: saved.revision })
  expect(await site.refusal(engineer.token, getBomDocument, { uuid })).toMatchObject({ code: 'NOT_FOUND' })
  const after = () => site.sql`SELECT 1 FROM bom_document_parts WHERE document_uuid = ${uuid}
    UNION ALL SELECT 1 FROM bom_documents WHERE uuid = ${uuid}
    UNION ALL SELECT 1 FROM occurrences WHERE document_uuid = ${uuid}
    UNION ALL SELECT 1 FROM bom_dependencies WHERE document_uuid = ${uuid}
    UNION ALL SELECT 1 FROM component_versions c
      WHERE NOT EXISTS (SELECT 1 FROM occurrences o WHERE o.component_id = c.id)`
  expect(before.length).toBeGreaterThan(0)
  await vi.waitFor(async () => expect(await after()).toHaveLength(0), { timeout: 60_000, interval: 50 })
})

test('[SBOM-8] a release can be deleted while its document is read, which then ends', async () => {
  const { release: of } = await release()
  const { body } = await upload({ release_uuid: of.uuid }, chainBom(3_000))
  await site.request(engineer.token, deleteRelease, { uuid: of.uuid, revision: of.revision })
  const left = () => site.sql`SELECT 1 FROM bom_documents WHERE uuid = ${body.document.uuid}
    UNION ALL SELECT 1 FROM occurrences WHERE document_uuid = ${body.document.uuid}
    UNION ALL SELECT 1 FROM jobs WHERE status IN ('QUEUED', 'RUNNING')`
  await vi.waitFor(async () => expect(await left()).toHaveLength(0), { timeout: 60_000, interval: 50 })
  expect(await site.sql`SELECT 1 FROM jobs WHERE status = 'FAILED'`).toHaveLength(0)
})

test('[SBOM-14] an upload that is read later than a newer one does not take its place', async () => {
  const { release: of } = await release()
  const broken = await upload({ release_uuid: of.uuid }, chainBom(2).replace('"library"', '"no such type"'))
  const older = await readDocument(broken.body.document.uuid)
  const newer = await readDocument((await upload({ release_uuid: of.uuid }, chainBom(5))).body.document.uuid)
  await site.sql`UPDATE bom_document_parts SET bytes = ${Buffer.from(chainBom(2))} WHERE document_uuid = ${older.uuid}`
  await site.request(engineer.token, readBomAgain, { uuid: older.uuid })
  expect(await readDocument(older.uuid)).toMatchObject({ state: 'READY', is_current: false })
  expect((await readDocument(newer.uuid)).is_current).toBe(true)
})

test('[SBOM-10] two uploads of one new version add one release', async () => {
  const { software } = await release('0.9')
  const both = await Promise.all(
    [2, 3].map((count) => upload({ software: software.code, version: '8' }, chainBom(count))),
  )
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(new Set(both.map(({ body }) => body.document.release_uuid)).size).toBe(1)
  for (const { body } of both) await readDocument(body.document.uuid)
})

test('[SBOM-17] an upload whose process died blocks others for two minutes at most', async () => {
  const { release: of } = await release()
  const begin = (alive: string) => site.sql`
    INSERT INTO bom_documents (org_uuid, release_uuid, origin, file_name, bytes, sha256, added_by, alive_at)
    SELECT ${alpha.org.uuid}, ${of.uuid}, 'own', 'x', 1, '', 'a test', now() - ${alive}::interval
    FROM generate_series(1, 20)`
  await begin('1 minute')
  expect((await upload({ release_uuid: of.uuid }, chainBom(2))).status).toBe(429)
  await site.sql`DELETE FROM bom_documents WHERE job_uuid IS NULL`
  await begin('3 minutes')
  const { status, body } = await upload({ release_uuid: of.uuid }, chainBom(2))
  expect(status).toBe(200)
  await readDocument(body.document.uuid)
  expect(await site.sql`SELECT 1 FROM bom_documents WHERE job_uuid IS NULL`).toHaveLength(0)
})

test('[SBOM-1] [SBOM-2] [SBOM-3] names and versions are unique, and revisions are checked', async () => {
  const { software, release: of } = await release('3.0')
  expect(software.code).toMatch(/^SW-\d{3}$/)
  expect(await site.refusal(engineer.token, saveSoftware, { name: software.name.toUpperCase() })).toMatchObject({
    errors: { name: 'Another software has this name.' },
  })
  expect(
    await site.refusal(engineer.token, saveRelease, { software_uuid: software.uuid, version: '3.0' }),
  ).toMatchObject({ errors: { version: 'The software has a release of this version already.' } })
  const changed = await site.request(engineer.token, saveRelease, { uuid: of.uuid, revision: 1, note: 'late' })
  expect(changed.release.revision).toBe(2)
  expect(await site.refusal(engineer.token, saveRelease, { uuid: of.uuid, revision: 1, note: 'x' })).toMatchObject({
    status: 409,
  })
  expect(await site.refusal(engineer.token, deleteRelease, { uuid: of.uuid, revision: 1 })).toMatchObject({
    status: 409,
  })
  expect(
    await site.refusal(engineer.token, setReleaseState, { uuid: of.uuid, revision: 2, state: 'APPROVED' }),
  ).toMatchObject({ code: 'RULE_REFUSED' })
  expect((await site.refusal(viewer.token, saveRelease, { uuid: of.uuid, revision: 2 })).code).toBe('ROLE_REQUIRED')
})

test('[SBOM-9] another organisation finds nothing', async () => {
  const { release: of } = await release()
  const { body } = await upload({ release_uuid: of.uuid }, chainBom(2))
  const theirs = beta.members.ENGINEER
  for (const path of ['v2/app/sbom/documents/get', 'v2/app/sbom/documents/download', 'v2/app/sbom/releases/get']) {
    const uuid = path.includes('documents') ? body.document.uuid : of.uuid
    expect([path, (await site.get(theirs.token, path, { uuid })).status]).toEqual([path, 404])
  }
  expect((await upload({ release_uuid: of.uuid }, chainBom(2), theirs)).status).toBe(404)
  await readDocument(body.document.uuid)
})

test('[SBOM-9] who does not see a program neither filters by it nor takes software out of it', async () => {
  const { ADMIN: admin } = alpha.members
  const hidden = await createProgram(site, admin.token)
  const { software } = await release()
  const save = ({ token }: Member, revision: number, fields: object) =>
    site.request(token, saveSoftware, { uuid: software.uuid, revision, ...fields })
  await save(admin, 1, { program_uuid: hidden.uuid })
  for (const list of [listSoftware, listReleases]) {
    expect(await site.refusal(engineer.token, list, { program_uuid: hidden.uuid })).toMatchObject({ status: 404 })
    await site.request(admin.token, list, { program_uuid: hidden.uuid })
  }
  await save(engineer, 2, { program_uuid: null, supplier: 'Acme' })
  const [row] = await site.sql`SELECT program_uuid, supplier FROM software WHERE uuid = ${software.uuid}`
  expect(row).toEqual({ program_uuid: hidden.uuid, supplier: 'Acme' })
  const own = await createProgram(site, engineer.token)
  await expect(save(engineer, 3, { program_uuid: own.uuid })).rejects.toThrow('RULE_REFUSED')
  expect((await save(admin, 3, { program_uuid: null })).software.program_uuid).toBeNull()
  expect((await save(engineer, 4, { program_uuid: own.uuid })).software.program_uuid).toBe(own.uuid)
})

test('[SBOM-11] a document is fetched from a URL, which the guard must allow', async () => {
  const { release: of } = await release()
  const text = chainBom(4, 'fetched')
  const reserved: unknown[] = []
  const server = createServer(async (request, response) => {
    reserved.push(...(await site.sql`SELECT bytes::int FROM bom_documents WHERE job_uuid IS NULL`))
    response.statusCode = request.url === '/gone' ? 404 : 200
    response.end(request.url === '/binary' ? Buffer.from([0xff, 0xfe, 0x00]) : text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { document } = await site.request(engineer.token, fetchBom, {
    release_uuid: of.uuid,
    url: `${at}/files/bcm.json?token=secret`,
  })
  expect(reserved).toEqual([{ bytes: sbomLimits.fileBytes }])
  expect(await readDocument(document.uuid)).toMatchObject({
    state: 'READY',
    bytes: text.length,
    file_name: 'bcm.json',
    source: `${at}/files/bcm.json`,
    sha256: createHash('sha256').update(text).digest('hex'),
  })
  for (const url of [
    `${at}/gone`,
    `${at}/binary`,
    'http://10.1.2.3/bom.json',
    'https://localhost/bom.json',
    'ftp://a.b/c',
  ])
    expect([url, (await site.refusal(engineer.token, fetchBom, { release_uuid: of.uuid, url })).status]).toEqual([
      url,
      422,
    ])
  server.close()
  const [kept] = await site.sql`SELECT count(*)::int AS count FROM bom_documents WHERE release_uuid = ${of.uuid}`
  expect(kept).toEqual({ count: 1 })
})

test('[SBOM-18] a document with statements alone stands beside the bill of materials in use', async () => {
  const { release: of } = await release()
  const query = (name: string) => ({ release_uuid: of.uuid, file_name: name })
  const bom = await readDocument((await upload(query('bom.json'), chainBom(3))).body.document.uuid)
  const openVex = {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': 'https://supplier.example/vex/1',
    author: 'The supplier',
    timestamp: '2026-02-01T00:00:00Z',
    version: 1,
    statements: [
      { vulnerability: { name: 'CVE-2026-0001' }, products: [{ '@id': 'pkg:npm/express@4.1.0' }], status: 'fixed' },
    ],
  }
  const added = (await upload({ ...query('vex.json'), origin: 'supplier' }, JSON.stringify(openVex))).body.document
  const stated = await readDocument(added.uuid)
  expect(stated).toMatchObject({
    state: 'READY',
    format: 'OpenVEX',
    components: 0,
    has_statements_alone: true,
    is_current: false,
  })
  expect(await readDocument(bom.uuid)).toMatchObject({ has_statements_alone: false, is_current: true })
  const used = await site.call(engineer.token, useBomDocument.path, { uuid: stated.uuid })
  expect(used.body.code).toBe('RULE_REFUSED')
  await site.request(engineer.token, deleteBomDocument, { uuid: bom.uuid })
  expect((await site.request(engineer.token, getRelease, { uuid: of.uuid })).release.document).toBeNull()

  const nothing = { ...openVex, statements: [] }
  const empty = (await upload(query('empty.json'), JSON.stringify(nothing))).body.document
  expect(await readDocument(empty.uuid)).toMatchObject({ state: 'FAILED' })
})
