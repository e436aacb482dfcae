import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { proposed } from '@carapace/shared/lifecycle/proposals/generation.contract'
import { saveProgram, saveProgramMember } from '@carapace/shared/graph/programs/programs.contract'
import { getArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { getCatalogue, saveCatalogueEntry } from '@carapace/shared/catalogues/catalogue.contract'

import { startInstallation } from '../support/installation.ts'

/** The requests to the language model, and its next answer. */
const modelRequests: {
  headers: IncomingMessage['headers']
  body: { model: string; messages: { content: string }[] }
}[] = []
let answer = { status: 200, content: '', type: 'application/json' }
const languageModel = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk: Buffer) => (text += chunk.toString()))
  request.on('end', () => {
    modelRequests.push({ headers: request.headers, body: JSON.parse(text) })
    response
      .writeHead(answer.status, { 'content-type': answer.type })
      .end(JSON.stringify({ choices: [{ message: { role: 'assistant', content: answer.content } }] }))
  })
})
await new Promise<void>((resolve) => languageModel.listen(0, '127.0.0.1', resolve))
afterAll(() => languageModel.close())
const url = `http://127.0.0.1:${(languageModel.address() as AddressInfo).port}/v1`

const site = await startInstallation({ languageModel: { url, name: 'a-model', key: 'secret' } })
const alpha = await site.organisation('Alpha')
const { ENGINEER: engineer, VIEWER: viewer, ADMIN: admin } = alpha.members
const begun = await site.request(engineer.token, saveProgram, { name: 'Telematics', description: '' })
const programUuid = begun.program.uuid
const inProgram = { program_uuid: programUuid }

type What = (typeof proposed)[number]
const generate = (what: What, more: object = {}, token = engineer.token) =>
  site.call(token, 'v2/app/generate', { ...inProgram, what, ...more })
const save = async (input: object) => site.call(engineer.token, 'v2/app/save-artefacts', { ...inProgram, ...input })
interface Proposal {
  artefact: { new_uuid: string; title: string; kind: string; origin: { how: string } }
  links: object[]
  about: { code: string } | null
  why: string
}

beforeEach(() => {
  modelRequests.length = 0
  answer = { status: 200, content: '', type: 'application/json' }
})

/** Saves proposals as the console does, 200 at a time. */
async function take(proposals: readonly Proposal[]): Promise<void> {
  for (let at = 0; at < proposals.length; at += 100) {
    const some = proposals.slice(at, at + 100)
    const { status, body } = await save({
      artefacts: some.map(({ artefact }) => artefact),
      link: some.flatMap(({ links }) => links),
    })
    expect([status, body.message]).toEqual([200, undefined])
  }
}

const unit = '00000000-0000-4000-8000-00000000000a'
const can = '00000000-0000-4000-8000-00000000000b'
const unlock = '00000000-0000-4000-8000-00000000000c'
await save({
  artefacts: [
    { new_uuid: unit, kind: 'component', title: 'Telematics unit', fields: { category: 'telematics' } },
    { new_uuid: can, kind: 'channel', title: 'CAN 1', fields: { medium: 'can' } },
    { new_uuid: unlock, kind: 'data', title: 'Unlock command', fields: { category: 'command' } },
  ],
  link: [
    { kind: 'connects', from: unit, to: can },
    { kind: 'carries', from: can, to: unlock },
  ],
})

test('[PROPOSAL-1] from model to requirements: proposals can be saved, and are not proposed again', async () => {
  const before = await site.request(engineer.token, getArtefacts, inProgram)
  for (const what of ['assets', 'damages', 'threats', 'attack-steps'] as const) {
    const { status, body } = await generate(what, { limit: 500 })
    expect([status, body.model, body.total]).toEqual([200, true, body.proposals.length])
    expect(body.proposals.length).toBeGreaterThan(2)
    expect(
      body.proposals.every(({ artefact, about }: Proposal) => artefact.origin.how === 'rules' && about !== null),
    ).toBe(true)
    if (what === 'assets') expect(await site.request(engineer.token, getArtefacts, inProgram)).toEqual(before)
    await take(body.proposals)
    expect((await generate(what)).body).toMatchObject({ total: 0, proposals: [] })
  }
  const threats = await site.request(engineer.token, getArtefacts, { ...inProgram, kinds: 'threat-scenario' })
  const { body: made } = await save({
    artefacts: [{ kind: 'goal', title: 'Unlocks are genuine', fields: { property: ['authenticity'] } }],
  })
  await save({ link: [{ kind: 'answered-by', from: threats.artefacts[0]!.uuid, to: made.artefacts[0].uuid }] })
  const { body } = await generate('requirements')
  expect(body.total).toBeGreaterThan(1)
  await take(body.proposals)
  expect((await generate('requirements')).body.total).toBe(0)
})

test('[PROPOSAL-1] only requested proposals are returned, up to the limit, with their total', async () => {
  await save({
    artefacts: [
      { kind: 'data', title: 'Log', fields: { category: 'log' } },
      { kind: 'data', title: 'Key', fields: { category: 'key' } },
    ],
  })
  const { body } = await generate('assets', { limit: 1 })
  expect([body.total, body.proposals.length, body.proposals[0].about.code]).toEqual([2, 1, 'DA-02'])
  const some = await site.request(engineer.token, getArtefacts, { ...inProgram, kinds: 'data' })
  const key = some.artefacts.find(({ title }: { title: string }) => title === 'Key')
  expect((await generate('assets', { uuids: [key!.uuid] })).body).toMatchObject({
    total: 1,
    proposals: [{ artefact: { title: 'Key' }, about: { code: 'DA-03' } }],
  })
})

test("[PROPOSAL-1] the organisation's own entries are proposed, without retired ones", async () => {
  await save({
    artefacts: [
      {
        new_uuid: '00000000-0000-4000-8000-00000000000d',
        kind: 'asset',
        title: 'Nothing in particular',
        fields: { properties: ['non-repudiation'], relevant: true },
      },
    ],
  })
  const titles = async () => (await generate('damages')).body.proposals.map(({ artefact }: Proposal) => artefact.title)
  expect(await titles()).toEqual(['Nobody can tell who did it (Nothing in particular)'])
  const found = await site.request(engineer.token, getCatalogue, { catalogue: 'damage', q: 'Nobody can tell' })
  await site.request(engineer.token, saveCatalogueEntry, {
    uuid: found.entries[0]!.uuid,
    revision: 0,
    catalogue: 'damage',
    is_retired: true,
  })
  expect(await titles()).toEqual([])
  await site.request(engineer.token, saveCatalogueEntry, {
    catalogue: 'damage',
    title: 'Our damage',
    fields: { loses: ['non-repudiation'] },
  })
  expect(await titles()).toEqual(['Our damage (Nothing in particular)'])
})

test('[PROPOSAL-1] a user who may not change the program is refused', async () => {
  expect((await generate('assets', {}, viewer.token)).status).toBe(422)
  await site.request(admin.token, saveProgramMember, {
    program_uuid: programUuid,
    user_uuid: admin.uuid,
    role: 'READER',
  })
  const other = await site.organisation('Other')
  expect((await generate('assets', {}, other.members.ENGINEER.token)).status).toBe(404)
})

test('[PROPOSAL-8] a language model gets the program as data; its answer is checked and marked', async () => {
  answer.content = JSON.stringify({
    proposals: [
      {
        about: 'DA-02',
        title: 'Driving log',
        description: 'x',
        why: 'Courts ask for it.',
        properties: ['integrity', 'colour'],
      },
      { about: 'DA-99', title: "Nobody's" },
    ],
  })
  const { status, body } = await generate('assets', { by: 'model' })
  expect([status, body.proposals]).toMatchObject([
    200,
    [
      {
        artefact: {
          kind: 'asset',
          title: 'Driving log',
          fields: { properties: ['integrity'], relevant: true },
          origin: { how: 'model', what: 'a-model' },
        },
        why: 'Courts ask for it.',
        about: { code: 'DA-02' },
      },
    ],
  ])
  expect(modelRequests).toHaveLength(1)
  expect([
    modelRequests[0]!.headers.authorization,
    modelRequests[0]!.body.model,
    modelRequests[0]!.body.messages[1]!.content.includes('Telematics unit'),
  ]).toEqual(['Bearer secret', 'a-model', true])
  await take(body.proposals)
  expect((await generate('assets', { by: 'model' })).body.total).toBe(0)
})

test.for([
  { status: 500, content: '', type: 'application/json' },
  { status: 200, content: 'I would rather not.', type: 'application/json' },
  { status: 200, content: '{}', type: 'text/html' },
  { status: 302, content: '', type: 'application/json' },
  { status: 200, content: 'x'.repeat(600_000), type: 'application/json' },
])(
  '[PROPOSAL-8] an invalid answer with status $status and type $type is an error without other effects',
  async (reply) => {
    answer = reply
    const { status, body } = await generate('assets', { by: 'model' })
    expect([status, body.code]).toEqual([503, 'BUSY'])
    expect(body.message).not.toContain('secret')
  },
)

test('[PROPOSAL-8] without a language model the rules still make proposals', async () => {
  const without = await site.anotherApi({ languageModel: undefined })
  const generateBy = async (by: string) => {
    const reply = await fetch(`http://127.0.0.1:${without.port}/api/v2/app/generate`, {
      method: 'POST',
      headers: { 'access-token': engineer.token, 'content-type': 'application/json' },
      body: JSON.stringify({ ...inProgram, what: 'assets', by }),
    })
    return { status: reply.status, body: (await reply.json()) as { model: boolean; message: string } }
  }
  expect(await generateBy('rules')).toMatchObject({ status: 200, body: { model: false } })
  expect(await generateBy('model')).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('No language model is configured') },
  })
})
