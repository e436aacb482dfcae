import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { shippedProfile } from '@carapace/shared/fmea/default-profile'
import { mapHeadings } from '@carapace/shared/fmea/import-columns'
import type { Artefact, saveArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'

import { createProgram } from '../support/factories.ts'
import { startInstallation } from '../support/installation.ts'

const site = await startInstallation()
const { members } = await site.organisation('Failures')
const { ENGINEER: engineer, VIEWER: viewer } = members

const call = (path: string, input: object, token = engineer.token) => site.call(token, `v2/app/${path}`, input)
const get = (path: string, query: Record<string, string>, token = engineer.token) =>
  site.get(token, `v2/app/${path}`, query)

type Saved = ReturnType<typeof saveArtefacts.output.parse>

async function saved(program: string, input: object): Promise<Saved> {
  const { status, body } = await call('save-artefacts', { program_uuid: program, ...input })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Saved
}

/** An FMEA of some lines: each has a failure of its own as the cause of one mode. */
async function begun(count: number) {
  const { uuid: program } = await createProgram(site, engineer.token)
  const [fmea, mode] = [randomUUID(), randomUUID()]
  const causes = Array.from({ length: count }, () => randomUUID())
  const lines = causes.map(() => randomUUID())
  const { artefacts, links } = await saved(program, {
    artefacts: [
      { new_uuid: fmea, kind: 'fmea', title: 'Brake', fields: { form: 'design', team: ['Anna'] } },
      { new_uuid: mode, kind: 'failure', title: 'Force lost' },
      ...causes.map((uuid, i) => ({ new_uuid: uuid, kind: 'failure', title: `Cause ${i}` })),
      ...lines.map((uuid, i) => ({
        new_uuid: uuid,
        kind: 'fmea-line',
        title: 'Force lost',
        fields: { chain: { effect: null, mode, cause: causes[i] }, severity: 10, occurrence: 4, detection: 6 },
      })),
    ],
    link: [
      ...lines.map((uuid) => ({ kind: 'has-line', from: fmea, to: uuid })),
      ...causes.map((uuid) => ({ kind: 'results-in', from: uuid, to: mode })),
    ],
  })
  const rows = artefacts.filter(({ kind }) => kind === 'fmea-line')
  return { program, fmea: artefacts[0]!, mode: artefacts[1]!, rows, links }
}

const rated = (row: Artefact, fields: object) => ({ uuid: row.uuid, kind: row.kind, revision: row.revision, fields })

test('[GRAPH-6] 500 lines with their failures and links are one write, whose answer has the links', async () => {
  const { rows, links } = await begun(500)
  expect(rows).toHaveLength(500)
  const counts = Object.fromEntries([...Map.groupBy(links, ({ kind }) => kind)].map(([kind, of]) => [kind, of.length]))
  expect(counts).toEqual({ 'has-line': 500, 'results-in': 500, 'joined-in': 1_000 })
})

test('[GRAPH-4] of two pastes over the same lines the second is refused as a whole', async () => {
  const { program, rows } = await begun(30)
  const paste = (severity: number) => ({ artefacts: rows.map((row) => rated(row, { severity })) })
  const { artefacts } = await saved(program, paste(9))
  expect(artefacts.map(({ fields, revision }) => [fields.severity, revision])).toEqual(rows.map(() => [9, 2]))
  const { status, body } = await call('save-artefacts', { program_uuid: program, ...paste(8) })
  expect([status, body.code]).toEqual([409, 'ROW_CHANGED'])
  const { body: now } = await get('get-artefacts', { program_uuid: program, kinds: 'fmea-line' })
  expect((now.artefacts as Artefact[]).every(({ fields }) => fields.severity === 9)).toBe(true)
})

test('[GRAPH-5] a change of many failures marks the links from each of them, each with its reason', async () => {
  const { program, rows } = await begun(25)
  const { body } = await get('get-artefacts', { program_uuid: program, kinds: 'failure' })
  const causes = (body.artefacts as Artefact[]).filter(({ title }) => title.startsWith('Cause'))
  await saved(program, {
    artefacts: causes.map(({ uuid, kind, revision, title }) => ({ uuid, kind, revision, title: `${title}, worn` })),
  })
  const { body: after } = await get('get-artefacts', { program_uuid: program, kinds: 'fmea-line' })
  const reasons = (after.links as { kind: string; suspect: string | null }[])
    .filter(({ kind, suspect }) => kind === 'joined-in' && suspect !== null)
    .map(({ suspect }) => suspect)
  expect(new Set(reasons)).toEqual(new Set(causes.map(({ code }) => `${code}: Title changed`)))
  expect(rows).toHaveLength(25)
})

test('[GRAPH-6] among many new links one that closes a circle is refused, and nothing is written', async () => {
  const { program, mode } = await begun(3)
  const uuids = Array.from({ length: 30 }, () => randomUUID())
  const chain = uuids.map((uuid, i) => ({ kind: 'results-in', from: uuid, to: uuids[i + 1] ?? mode.uuid }))
  const input = {
    program_uuid: program,
    artefacts: uuids.map((uuid, i) => ({ new_uuid: uuid, kind: 'failure', title: `Link ${i}` })),
  }
  const circle = await call('save-artefacts', {
    ...input,
    link: [...chain, { kind: 'results-in', from: mode.uuid, to: uuids[0] }],
  })
  expect([circle.status, circle.body.message]).toEqual([400, expect.stringContaining('would come after itself')])
  expect((await call('save-artefacts', { ...input, link: chain })).status).toBe(200)
})

test('[GRAPH-UI-4] the answer names the links that ended', async () => {
  const { program, mode, links } = await begun(1)
  const link = links.find(({ kind }) => kind === 'results-in')!
  const { ended } = await saved(program, { unlink: [{ kind: 'results-in', from: link.from, to: mode.uuid }] })
  expect(ended).toEqual([link.uuid])
})

test('[FMEA-24] an exported worksheet has the headings that an import understands, and its lines', async () => {
  const { fmea } = await begun(2)
  const { status, text } = await get('fmea/report', { fmea_uuid: fmea.uuid, form: 'csv' })
  expect(status).toBe(200)
  const rows = text
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
    .map((row) => row.split(','))
  const { columns } = mapHeadings(rows[0]!)
  expect(columns.every((column) => column !== null)).toBe(true)
  const at = (name: string) => rows.slice(1).map((row) => row[columns.indexOf(name as never)])
  expect([at('mode'), at('cause'), at('rpn'), at('priority')]).toEqual([
    ['Force lost', 'Force lost'],
    ['Cause 0', 'Cause 1'],
    ['240', '240'],
    ['H', 'H'],
  ])
})

test.for(['pdf', 'docx', 'xlsx'])('[FMEA-25] the report is made as %s', async (form) => {
  const { fmea, rows } = await begun(2)
  const answer = await get('fmea/report', { fmea_uuid: fmea.uuid, form })
  expect(answer.status).toBe(200)
  expect(answer.text.slice(0, 4)).toBe(form === 'pdf' ? '%PDF' : 'PK\u0003\u0004')
  expect((await get('fmea/report', { fmea_uuid: rows[0]!.uuid, form })).status).toBe(404)
})

test('[FMEA-6] an organisation begins its own profile from the shipped one, and an FMEA is rated by it', async () => {
  const { program, fmea, rows } = await begun(1)
  const { body: all } = await get('fmea/profiles', {})
  expect(all.profiles[0]).toMatchObject({ uuid: null, name: 'Default', version: 1, state: 'released' })
  const { content } = shippedProfile
  const calm = { ...content.priorities.usual, severity: [{ from: 1, to: 10 }], occurrence: [{ from: 1, to: 10 }] }
  const usual = { ...calm, detection: [{ from: 1, to: 10 }], cells: [[['L' as const]]] }
  const own = { ...content, priorities: { ...content.priorities, usual } }
  const { body: drafted } = await call('fmea/profiles/save', { name: 'Default', content: own })
  expect(drafted.profile).toMatchObject({ name: 'Default', version: 2, state: 'draft' })
  const { uuid, revision } = drafted.profile
  expect((await call('fmea/profiles/release', { uuid, revision })).status).toBe(200)
  expect((await call('fmea/profiles/delete', { uuid, revision: revision + 1 })).body.code).toBe('RULE_REFUSED')
  await saved(program, { artefacts: [rated(fmea, { profile: uuid })] })
  const { text } = await get('fmea/report', { fmea_uuid: fmea.uuid, form: 'csv' })
  expect(text.split('\r\n')[1]).toContain(',240,')
  expect(text.split('\r\n')[1]).toContain(',L,')
  expect(rows).toHaveLength(1)
})

test('[FMEA-4] a profile whose bands have a gap is refused with the place; a viewer may not make one', async () => {
  const { content } = shippedProfile
  const severity = content.priorities.usual.severity.slice(1)
  const usual = { ...content.priorities.usual, severity }
  const gap = { name: 'Gap', content: { ...content, priorities: { ...content.priorities, usual } } }
  const { status, body } = await call('fmea/profiles/save', gap)
  expect([status, Object.keys(body.errors)]).toEqual([
    400,
    expect.arrayContaining(['content.priorities.usual.severity']),
  ])
  expect((await call('fmea/profiles/save', { name: 'Mine', content }, viewer.token)).body.code).toBe('ROLE_REQUIRED')
})
