import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { endpoints } from '@carapace/shared/contracts'
import { agreementLimits } from '@carapace/shared/interface-agreement/exchange'
import {
  addAgreementComment,
  getAgreementRow,
  removeAgreementComment,
  saveAgreementNote,
} from '@carapace/shared/interface-agreement/row-details.contract'

import { createProgram } from '../support/factories.ts'
import { type Member, type Organisation, startInstallation } from '../support/installation.ts'
import { agreedBetween, rowOf } from './parties.fixture.ts'

const site = await startInstallation()
const [customer, supplier, outsider] = await Promise.all([
  site.organisation('Customer'),
  site.organisation('Supplier'),
  site.organisation('Outsider'),
])
const ours = customer.members
const theirs = supplier.members
const tara = rowOf('WP-09-02')
const goals = rowOf('WP-09-03')

const details = (member: Member, agreement: string, row = tara) =>
  site.request(member.token, getAgreementRow, { agreement_uuid: agreement, row })

const upload = (member: Member, agreement: string, bytes: string | Uint8Array<ArrayBuffer>, query = {}) =>
  site.upload(
    member.token,
    'v2/app/upload-agreement-file',
    { agreement_uuid: agreement, row: tara, file_name: 'TARA.pdf', content_type: 'application/pdf', ...query },
    bytes,
  )

async function uploaded(member: Member, agreement: string, text: string, query = {}): Promise<string> {
  const { status, body } = await upload(member, agreement, text, query)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.file.uuid as string
}

const download = (member: Member, agreement: string, uuid: string) =>
  site.get(member.token, 'v2/app/download-agreement-file', { agreement_uuid: agreement, uuid })

const removeFile = (member: Member, agreement: string, uuid: string) =>
  site.call(member.token, 'v2/app/remove-agreement-file', { agreement_uuid: agreement, uuid })

const logOf = (agreement: string) =>
  site.sql<
    { action: string; actor: string; row: number; detail: object }[]
  >`SELECT action, actor, row, detail FROM agreement_log WHERE agreement_uuid = ${agreement} ORDER BY id`

/** Who of an organisation has which access; see the fixture. */
const people = ({ members }: Organisation) => ({
  named: members.ADMIN,
  member: members.ENGINEER,
  thirdParty: members.VIEWER,
})

test.for([
  { level: 'highly-confidential', seen: { named: 200, member: 404, thirdParty: 404 } },
  { level: 'confidential', seen: { named: 200, member: 200, thirdParty: 404 } },
  { level: 'confidential-with-third-party', seen: { named: 200, member: 200, thirdParty: 200 } },
  { level: 'public', seen: { named: 200, member: 200, thirdParty: 200 } },
  { level: '', seen: { named: 200, member: 200, thirdParty: 404 } },
] as const)(
  '[AGREEMENT-9] a file at the level "$level" is for these people of the other side, in lists and by its uuid',
  async ({ level, seen }) => {
    const agreement = await agreedBetween(site, customer, supplier, {
      rows: { [tara]: { level_of_confidentiality: level } },
      thirdParty: [tara],
    })
    const uuid = await uploaded(theirs.ENGINEER, agreement, 'the whole analysis')

    const read = Object.entries(people(customer)).map(async ([access, member]) => {
      const { files, is_limited: isLimited } = await details(member, agreement)
      const { status, text } = await download(member, agreement, uuid)
      const isShown = seen[access as keyof typeof seen] === 200
      expect({ access, files: files.map((file) => file.uuid), isLimited }).toEqual({
        access,
        files: isShown ? [uuid] : [],
        isLimited: !isShown,
      })
      expect(text.includes('the whole analysis')).toBe(isShown)
      return [access, status]
    })
    expect(Object.fromEntries(await Promise.all(read))).toEqual(seen)

    const own = await details(theirs.ENGINEER, agreement)
    expect(own.files.map((file) => [file.uuid, file.side, file.is_mine])).toEqual([[uuid, 'supplier', true]])
  },
)

test('[AGREEMENT-9] third parties see their rows only, and contacts and other organisations see nothing', async () => {
  const agreement = await agreedBetween(site, customer, supplier, {
    rows: { [goals]: { level_of_confidentiality: 'public' } },
    thirdParty: [tara],
  })
  const uuid = await uploaded(theirs.ENGINEER, agreement, 'goals', { row: goals })
  const status = async (member: Member, row: number) =>
    (await site.get(member.token, 'v2/app/get-agreement-row', { agreement_uuid: agreement, row })).status
  expect([
    await status(ours.VIEWER, tara),
    await status(ours.VIEWER, goals),
    await status(ours.VIEWER, 0),
    await status(ours.ANALYST, tara),
    await status(outsider.members.ADMIN, tara),
  ]).toEqual([200, 404, 404, 404, 404])
  const files = [ours.VIEWER, ours.ANALYST, outsider.members.ADMIN].map(
    async (member) => (await download(member, agreement, uuid)).status,
  )
  expect(await Promise.all(files)).toEqual([404, 404, 404])
})

test('[AGREEMENT-30] a file comes back byte by byte, with its SHA-256, and each download is logged', async () => {
  const agreement = await agreedBetween(site, customer, supplier)
  const bytes = new Uint8Array(2_500_000).map((_, at) => (at * 7) % 251)
  const { body } = await upload(theirs.ENGINEER, agreement, bytes)
  expect(body.file).toMatchObject({
    name: 'TARA.pdf',
    content_type: 'application/pdf',
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    side: 'supplier',
    delivery_uuid: null,
  })
  const response = await fetch(
    `${site.apiUrl}v2/app/download-agreement-file?agreement_uuid=${agreement}&uuid=${body.file.uuid}`,
    { headers: { 'access-token': ours.ENGINEER.token } },
  )
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="TARA.pdf"')
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  expect(await logOf(agreement)).toEqual([
    { action: 'file-added', actor: 'Supplier engineer', row: tara, detail: { file: body.file.uuid } },
    { action: 'file-downloaded', actor: 'Customer engineer', row: tara, detail: { file: body.file.uuid } },
  ])
})

test('[AGREEMENT-30] a removed file is gone for everybody, with its bytes; only its own side removes it', async () => {
  const agreement = await agreedBetween(site, customer, supplier)
  const uuid = await uploaded(theirs.ENGINEER, agreement, 'a draft')
  expect((await removeFile(ours.ENGINEER, agreement, uuid)).status).toBe(404)
  expect((await download(ours.ENGINEER, agreement, uuid)).text).toBe('a draft')

  expect((await removeFile(theirs.ADMIN, agreement, uuid)).status).toBe(200)
  expect((await details(theirs.ENGINEER, agreement)).files).toEqual([])
  expect((await download(theirs.ENGINEER, agreement, uuid)).status).toBe(404)
  expect((await removeFile(theirs.ADMIN, agreement, uuid)).status).toBe(404)
  expect(await site.sql`SELECT 1 FROM agreement_file_parts WHERE file_uuid = ${uuid}`).toEqual([])
  expect((await logOf(agreement)).map(({ action }) => action)).toEqual([
    'file-added',
    'file-downloaded',
    'file-removed',
  ])
})

test('[AGREEMENT-30] an empty or too large file leaves nothing behind', async () => {
  const agreement = await agreedBetween(site, customer, supplier)
  const empty = await upload(ours.ENGINEER, agreement, '')
  expect([empty.status, empty.body.code]).toEqual([400, 'INVALID_INPUT'])
  const large = await upload(ours.ENGINEER, agreement, new Uint8Array(agreementLimits.fileBytes + 1))
  expect(large.status).toBe(413)
  expect(await site.sql`SELECT 1 FROM agreement_files WHERE agreement_uuid = ${agreement}`).toEqual([])
})

test('[AGREEMENT-30] an organisation stores so many bytes, and uploads so many files at once', async () => {
  const full = await site.organisation('Full')
  const agreement = await agreedBetween(site, full, supplier)
  const put = (bytes: number, sha256: Uint8Array | null) =>
    site.sql`INSERT INTO agreement_files
        (agreement_uuid, org_uuid, side, row, name, content_type, bytes, sha256, author)
      VALUES (${agreement}, ${full.org.uuid}, 'customer', ${goals}, 'x', 'text/plain', ${bytes}, ${sha256}, 'x')`
  for (let at = 0; at < agreementLimits.uploads; at++) await put(1, null)
  const busy = await upload(full.members.ENGINEER, agreement, 'one more')
  expect([busy.status, busy.body.message]).toEqual([
    429,
    'Your organisation is uploading 4 files. Wait until one has arrived.',
  ])
  await site.sql`UPDATE agreement_files SET sha256 = ''::bytea WHERE org_uuid = ${full.org.uuid}`

  await put(agreementLimits.orgBytes - 20, new Uint8Array(32))
  const refused = await upload(full.members.ENGINEER, agreement, 'more than sixteen bytes')
  expect(refused.body).toMatchObject({ code: 'RULE_REFUSED' })
  expect(refused.body.message).toContain('at most 5 GiB of files')
  expect((await upload(theirs.ENGINEER, agreement, 'of the other side')).status).toBe(200)
})

test('[AGREEMENT-30] one side has so many files in a row', async () => {
  const agreement = await agreedBetween(site, customer, supplier)
  await site.sql`INSERT INTO agreement_files
      (agreement_uuid, org_uuid, side, row, name, content_type, bytes, sha256, author)
    SELECT ${agreement}, ${customer.org.uuid}, 'customer', ${tara}, 'x', 'text/plain', 1, ''::bytea, 'x'
    FROM generate_series(1, ${agreementLimits.perRow})`
  const refused = await upload(ours.ENGINEER, agreement, 'one more')
  expect(refused.body).toMatchObject({ code: 'RULE_REFUSED', message: 'One side has at most 250 files in a row.' })
  expect((await upload(theirs.ENGINEER, agreement, 'one of theirs')).status).toBe(200)
})

test('[AGREEMENT-37] both sides write about a row and about the whole; each removes only what they wrote', async () => {
  const agreement = await agreedBetween(site, customer, supplier, { thirdParty: [tara] })
  const say = (member: Member, row: number, text: string) =>
    site.request(member.token, addAgreementComment, { agreement_uuid: agreement, row, text })
  const { uuid } = await say(ours.ENGINEER, tara, 'Which method?')
  await say(theirs.ENGINEER, tara, 'Attack potential.')
  await say(theirs.ENGINEER, 0, 'We begin in May.')

  const { comments } = await details(theirs.ENGINEER, agreement)
  expect(comments.map(({ text, side, is_mine }) => [text, side, is_mine])).toEqual([
    ['Which method?', 'customer', false],
    ['Attack potential.', 'supplier', true],
  ])
  expect((await details(ours.ADMIN, agreement, 0)).comments.map(({ text }) => text)).toEqual(['We begin in May.'])
  expect((await details(ours.VIEWER, agreement)).comments).toHaveLength(2)

  const remove = (member: Member) =>
    site.refusal(member.token, removeAgreementComment, { agreement_uuid: agreement, uuid })
  expect((await remove(theirs.ENGINEER)).status).toBe(404)
  expect((await remove(ours.ADMIN)).status).toBe(404)
  await site.request(ours.ENGINEER.token, removeAgreementComment, { agreement_uuid: agreement, uuid })
  expect((await details(theirs.ENGINEER, agreement)).comments.map(({ text }) => text)).toEqual(['Attack potential.'])
  expect(await site.sql`SELECT text FROM agreement_comments WHERE uuid = ${uuid}`).toEqual([{ text: '' }])
  expect((await logOf(agreement)).map(({ action, row }) => [action, row])).toEqual([
    ['commented', tara],
    ['commented', tara],
    ['commented', null],
    ['comment-removed', tara],
  ])
  const refused = await site.refusal(theirs.VIEWER.token, addAgreementComment, {
    agreement_uuid: agreement,
    row: tara,
    text: 'May I?',
  })
  expect(refused).toMatchObject({ status: 422, code: 'ROLE_REQUIRED' })
})

test('[AGREEMENT-37] a comment notifies who of the other side takes part in the row', async () => {
  const agreement = await agreedBetween(site, customer, supplier, { thirdParty: [goals] })
  await site.request(ours.ENGINEER.token, addAgreementComment, { agreement_uuid: agreement, row: tara, text: 'Well?' })
  const notified = await site.sql`SELECT u.role, n.href FROM notification_recipients r
    JOIN notifications n ON n.uuid = r.notification_uuid JOIN users u ON u.uuid = r.user_uuid
    WHERE n.kind = 'agreement-comment' AND n.href LIKE ${`%${agreement}%`} ORDER BY u.role`
  const href = `/org/interface-agreement/information-exchange?agreement=${agreement}&row=${tara}`
  expect(notified).toEqual([
    { role: 'ADMIN', href },
    { role: 'ENGINEER', href },
  ])
})

test('[AGREEMENT-17] a note is written over the revision that its writer saw', async () => {
  const agreement = await agreedBetween(site, customer, supplier)
  const note = { agreement_uuid: agreement, row: tara }
  const { revision } = await site.request(ours.ENGINEER.token, saveAgreementNote, { ...note, text: 'one', revision: 0 })
  expect(revision).toBe(1)
  const late = await site.refusal(ours.ADMIN.token, saveAgreementNote, { ...note, text: 'two', revision: 0 })
  expect(late).toMatchObject({ status: 409, code: 'ROW_CHANGED' })
  await site.request(ours.ADMIN.token, saveAgreementNote, { ...note, text: 'two', revision: 1 })
  const stale = await site.refusal(ours.ENGINEER.token, saveAgreementNote, { ...note, text: 'three', revision: 1 })
  expect(stale).toMatchObject({ status: 409, code: 'ROW_CHANGED' })
  expect((await details(ours.ENGINEER, agreement)).note).toMatchObject({ text: 'two', revision: 2 })
})

test('[AGREEMENT-20] a note is in no answer to the other side, nor to a third party of the own side', async () => {
  const mark = 'QUILLFISH'
  const agreement = await agreedBetween(site, customer, supplier, { thirdParty: [tara] })
  await site.request(ours.ENGINEER.token, saveAgreementNote, {
    agreement_uuid: agreement,
    row: tara,
    text: `${mark}: we would pay twice as much`,
    revision: 0,
  })
  expect(JSON.stringify(await details(ours.ADMIN, agreement))).toContain(mark)

  const program = await createProgram(site, theirs.ENGINEER.token)
  const reads = endpoints.filter(
    ({ method, access, path }) =>
      method === 'GET' && access === 'CYBERSEC_INTERFACE_AGREEMENT' && path.startsWith('v2/app/'),
  )
  const query = { agreement_uuid: agreement, row: tara, before: 0, program_uuid: program.uuid, kinds: 'goal' }
  const answered = new Set<string>()
  for (const { path } of reads) {
    for (const member of [theirs.ADMIN, theirs.ENGINEER, ours.VIEWER]) {
      const { status, text } = await site.get(member.token, path, query)
      if (status === 200) answered.add(path)
      expect(text, path).not.toContain(mark)
    }
  }
  expect([...answered]).toEqual(
    expect.arrayContaining(
      ['agreement-row', 'agreement-compliance', 'agreement-rows-of-artefacts'].map((name) => `v2/app/get-${name}`),
    ),
  )
  expect(answered).toContain('v2/app/list-deliverables')
  const sent = await site.sql`SELECT title, text FROM notifications WHERE org_uuid = ${supplier.org.uuid}`
  expect(JSON.stringify(sent)).not.toContain(mark)
  const logged = await site.sql`SELECT detail FROM agreement_log WHERE agreement_uuid = ${agreement}`
  expect(JSON.stringify(logged)).not.toContain(mark)
})
