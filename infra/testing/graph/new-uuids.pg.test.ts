import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { uuidInProgram } from '@carapace/shared/graph/artefacts/artefact-uuid'
import { startInstallation } from '../support/installation.ts'
import { createProgram } from '../support/factories.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const beta = await site.organisation('Beta')
const { ENGINEER: ours, ADMIN: ourAdmin } = alpha.members
const { ENGINEER: theirs } = beta.members

const save = (token: string, program: string, input: object) =>
  site.call(token, 'v2/app/save-artefacts', { program_uuid: program, ...input })

/** A control of a program, with a chosen uuid or any; returns its uuid. */
async function control(token: string, program: string, chosen?: string): Promise<string> {
  const { status, body, text } = await save(token, program, {
    artefacts: [{ kind: 'control', title: 'SecOC', ...(chosen !== undefined && { new_uuid: chosen }) }],
  })
  expect(status, text).toBe(200)
  return body.artefacts[0].uuid
}

/** Everything that can be asked of a program with one chosen uuid; the answers without what is random in them. */
async function answersAbout(token: string, chosen: string) {
  const { uuid: program } = await createProgram(site, token)
  const step = { id: 'A', title: 'x', gate: null, parts: [], effort: { potential: {}, cvss: {}, vector: null } }
  const control = { kind: 'control', title: 'SecOC', new_uuid: chosen }
  const inputs = [
    { link: [{ kind: 'stands-in', from: chosen, to: randomUUID() }] },
    { artefacts: [control, control] },
    {
      artefacts: [
        control,
        {
          kind: 'attack-tree',
          title: 'Tree',
          fields: { tree: { root: 'A', steps: [{ ...step, controls: [chosen], caps: [] }] } },
        },
        { kind: 'requirement', title: 'Requirement', new_uuid: randomUUID() },
      ],
    },
    { artefacts: [control] },
    { artefacts: [{ ...control, uuid: chosen, revision: 1 }] },
  ]
  const answers = []
  for (const input of inputs) {
    const { status, text } = await save(token, program, input)
    const names = new Map<string, string>()
    const plain = text
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (uuid) => {
        if (!names.has(uuid)) names.set(uuid, `uuid ${names.size}`)
        return names.get(uuid)!
      })
      .replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"time"')
    answers.push([status, plain])
  }
  return answers
}

test('[GRAPH-23] a chosen uuid gets the same answers whether or not another program has it', async () => {
  const { uuid: hidden } = await createProgram(site, ourAdmin.token)
  const { uuid: program } = await createProgram(site, theirs.token)
  const removed = await control(theirs.token, program)
  const { status } = await site.call(theirs.token, 'v2/app/delete-artefacts', {
    program_uuid: program,
    artefacts: [{ uuid: removed, revision: 1 }],
  })
  expect(status).toBe(200)
  const free = await answersAbout(ours.token, randomUUID())
  expect(free.map(([answered]) => answered)).toEqual([400, 400, 200, 400, 400])
  const chosen = randomUUID()
  const taken = {
    'of another organisation': await control(theirs.token, program),
    'chosen in another organisation': await control(theirs.token, program, chosen),
    'as it was sent to another organisation': chosen,
    'of another organisation, as the console chooses it': await control(
      theirs.token,
      program,
      uuidInProgram(program, randomUUID()),
    ),
    'removed in another organisation': removed,
    'of a program that the caller may not see': await control(ourAdmin.token, hidden),
    'of another program, capitalised': (await control(theirs.token, program)).toUpperCase(),
  }
  for (const [which, uuid] of Object.entries(taken)) expect(await answersAbout(ours.token, uuid), which).toEqual(free)
})

test('[GRAPH-23] the same chosen uuid is refused a second time in its program, also after its removal', async () => {
  const { uuid: program } = await createProgram(site, ours.token)
  for (const chosen of [randomUUID(), uuidInProgram(program, randomUUID())]) {
    const made = await control(ours.token, program, chosen)
    const again = { artefacts: [{ kind: 'control', title: 'SecOC', new_uuid: chosen }] }
    const refusal = {
      status: 400,
      body: { errors: { new_uuid: 'An artefact of this uuid is there, or was: choose another.' } },
    }
    expect(await save(ours.token, program, again)).toMatchObject(refusal)
    await site.call(ours.token, 'v2/app/delete-artefacts', {
      program_uuid: program,
      artefacts: [{ uuid: made, revision: 1 }],
    })
    expect(await save(ours.token, program, again)).toMatchObject(refusal)
  }
  // uuids that a client chose in an earlier version were stored as they were sent
  const [old] = await site.sql<{ uuid: string }[]>`
    UPDATE artefact_versions
    SET artefact_uuid = ${randomUUID()}
    WHERE artefact_uuid = ${await control(ours.token, program)}
    RETURNING artefact_uuid AS uuid`
  const late = await save(ours.token, program, {
    artefacts: [{ kind: 'control', title: 'SecOC', new_uuid: old!.uuid }],
  })
  expect(late.status).toBe(400)
})

test('[GRAPH-23] links and fields of the call refer to the artefact by the chosen uuid', async () => {
  const { uuid: program } = await createProgram(site, ours.token)
  const [node, diagram, boundary] = [randomUUID(), randomUUID(), uuidInProgram(program, randomUUID())]
  const { body, status } = await save(ours.token, program, {
    artefacts: [
      {
        kind: 'diagram',
        new_uuid: diagram.toUpperCase(),
        title: 'Data flow',
        fields: { layout: { nodes: [{ uuid: node, x: 0, y: 0 }], edges: [] } },
      },
      { kind: 'component', new_uuid: node, title: 'Gateway' },
      { kind: 'boundary', new_uuid: boundary, title: 'In the vehicle' },
    ],
    link: [{ kind: 'contains', from: boundary, to: node }],
  })
  expect(status).toBe(200)
  const [layout, gateway, inside] = body.artefacts
  expect(inside.uuid).toBe(boundary)
  expect(new Set([gateway.uuid, layout.uuid, node, diagram]).size).toBe(4)
  expect(layout.fields.layout.nodes).toMatchObject([{ uuid: gateway.uuid }])
  const { links } = (await site.get(ours.token, 'v2/app/get-artefact', { uuid: gateway.uuid })).body
  expect(links.map(({ kind, from, to }: Record<string, string>) => [kind, from, to]).toSorted()).toEqual([
    ['contains', boundary, gateway.uuid],
    ['shows', gateway.uuid, layout.uuid],
  ])
})
