import { expect, test } from 'vitest'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { saveBaseline } from '@carapace/shared/graph/collaboration/baselines.contract'
import { startInstallation } from '../support/installation.ts'
import { type ArtefactInput, createProgram, writeArtefacts } from '../support/factories.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ENGINEER: engineer, VIEWER: viewer } = alpha.members

const call = (path: string, input: object, token = engineer.token) => site.call(token, `v2/app/${path}`, input)
const get = (path: string, query: Record<string, string | number>, token = engineer.token) =>
  site.get(token, `v2/app/${path}`, query)

const begin = async (): Promise<string> => (await createProgram(site, engineer.token)).uuid
const write = async (program: string, artefact: ArtefactInput): Promise<Artefact> =>
  (await writeArtefacts(site, engineer.token, program, artefact))[0]!
const make = (program: string, kind: string, title: string) => write(program, { kind, title })
const change = (program: string, { uuid, kind, revision }: Artefact, changed: Partial<ArtefactInput>) =>
  write(program, { uuid, kind, revision, ...changed })
const link = (program: string, action: 'link' | 'unlink', kind: string, from: Artefact, to: Artefact) =>
  call('save-artefacts', { program_uuid: program, [action]: [{ kind, from: from.uuid, to: to.uuid }] })
const remove = (program: string, { uuid, revision }: Artefact) =>
  call('delete-artefacts', { program_uuid: program, artefacts: [{ uuid, revision }] })

const baseline = async (program: string, name: string) =>
  (await site.request(engineer.token, saveBaseline, { program_uuid: program, name })).baseline
const difference = async (program: string, from: { uuid: string }, to?: { uuid: string }, more: object = {}) =>
  (
    await get('get-difference', {
      program_uuid: program,
      from_uuid: from.uuid,
      ...(to && { to_uuid: to.uuid }),
      ...more,
    })
  ).body

test("[GRAPH-13] a baseline stores the program's graph version; names are unique", async () => {
  const program = await begin()
  const empty = await baseline(program, 'Nothing yet')
  await make(program, 'goal', 'Authenticity')
  const first = await baseline(program, 'Gate A')
  expect([empty.seq, first.seq]).toEqual([0, 1])
  expect((await call('save-baseline', { program_uuid: program, name: 'Gate A' })).body.errors).toEqual({
    name: 'Another baseline of this program has this name.',
  })
  expect((await get('get-baselines', { program_uuid: program })).body).toMatchObject({
    seq: 1,
    baselines: [{ name: 'Gate A', created_by: { uuid: engineer.uuid } }, { name: 'Nothing yet' }],
  })
  expect((await call('delete-baseline', { uuid: first.uuid }, viewer.token)).status).toBe(422)
  expect((await call('delete-baseline', { uuid: first.uuid })).status).toBe(200)
  expect((await get('get-baselines', { program_uuid: program })).body.baselines).toHaveLength(1)
})

test('[GRAPH-13] a difference lists what was made, changed and removed, with both sides', async () => {
  const program = await begin()
  const [goal, gone, still] = [
    await make(program, 'goal', 'Authenticity'),
    await make(program, 'requirement', 'To be removed'),
    await make(program, 'asset', 'Torque request'),
  ]
  const from = await baseline(program, 'Gate A')
  const changed = await change(program, await change(program, goal, { title: 'Authenticity and freshness' }), {
    fields: { description: 'Replay counts.' },
  })
  const fresh = await make(program, 'requirement', 'Fresh')
  const short = await make(program, 'requirement', 'Made and removed')
  await remove(program, short)
  await remove(program, gone)
  const back = await change(program, still, { title: 'Another' })
  await change(program, back, { title: 'Torque request' })

  const { counts, artefacts, next } = await difference(program, from)
  expect([counts, next]).toEqual([{ made: 1, changed: 1, removed: 1, linked: 0, unlinked: 0, risks: 0 }, null])
  expect(artefacts).toMatchObject([
    {
      uuid: goal.uuid,
      code: 'CG-01',
      action: 'changed',
      before: { title: 'Authenticity', fields: { description: '' } },
      after: { title: 'Authenticity and freshness', fields: { description: 'Replay counts.' } },
    },
    { uuid: gone.uuid, code: 'CSR-001', action: 'removed', before: { title: 'To be removed' }, after: null },
    { uuid: fresh.uuid, code: 'CSR-002', action: 'made', before: null, after: { title: 'Fresh' } },
  ])
  expect(changed.revision).toBe(3)
})

test('[GRAPH-13] the state at a graph version is the last one written at or before it', async () => {
  const program = await begin()
  const goal = await make(program, 'goal', 'One')
  const first = await baseline(program, 'First')
  const two = await change(program, goal, { title: 'Two' })
  const second = await baseline(program, 'Second')
  await remove(program, two)
  const third = await baseline(program, 'Third')
  const actionsBetween = async (from: { uuid: string }, to?: { uuid: string }) =>
    (await difference(program, from, to)).artefacts.map(
      ({
        action,
        before,
        after,
      }: {
        action: string
        before: { title: string } | null
        after: { title: string } | null
      }) => [action, before?.title, after?.title],
    )
  expect(await actionsBetween(first, second)).toEqual([['changed', 'One', 'Two']])
  expect(await actionsBetween(second, third)).toEqual([['removed', 'Two', undefined]])
  expect(await actionsBetween(first, third)).toEqual([['removed', 'One', undefined]])
  expect(await actionsBetween(third)).toEqual([])
  expect(
    (await get('get-difference', { program_uuid: program, from_uuid: third.uuid, to_uuid: first.uuid })).body.errors,
  ).toEqual({ to_uuid: 'The second baseline must be the later one.' })
  const elsewhere = await baseline(await begin(), 'Elsewhere')
  expect((await get('get-difference', { program_uuid: program, from_uuid: elsewhere.uuid })).body.errors).toEqual({
    from_uuid: 'This is no baseline of this program.',
  })
})

test('[GRAPH-13] links differ if they were added or ended; a link that was added and ended does not', async () => {
  const program = await begin()
  const [goal, a, b, c] = [
    await make(program, 'goal', 'Goal'),
    await make(program, 'requirement', 'A'),
    await make(program, 'requirement', 'B'),
    await make(program, 'requirement', 'C'),
  ]
  await link(program, 'link', 'demands', goal, a)
  await link(program, 'link', 'demands', goal, b)
  const from = await baseline(program, 'Gate A')
  await link(program, 'unlink', 'demands', goal, a)
  await link(program, 'link', 'demands', goal, c)
  await link(program, 'link', 'refines', a, b)
  await link(program, 'unlink', 'refines', a, b)
  const to = await baseline(program, 'Gate B')
  await remove(program, c)

  const between = await difference(program, from, to)
  expect(between.counts).toMatchObject({ linked: 1, unlinked: 1 })
  expect(between.links).toEqual([
    { kind: 'demands', from: 'CG-01', to: 'CSR-001', action: 'unlinked' },
    { kind: 'demands', from: 'CG-01', to: 'CSR-003', action: 'linked' },
  ])
  const since = await difference(program, from)
  expect([since.counts.linked, since.counts.unlinked]).toEqual([0, 1])
})

test('[GRAPH-13] a difference is returned in pages, by kind and number', async () => {
  const program = await begin()
  const from = await baseline(program, 'Empty')
  for (let i = 0; i < 5; i++) await make(program, i % 2 === 0 ? 'requirement' : 'asset', `Made ${i}`)
  const codes: string[] = []
  for (let after: string | undefined; ;) {
    const { artefacts, next, counts } = await difference(program, from, undefined, {
      limit: 2,
      ...(after !== undefined && { after }),
    })
    expect(counts.made).toBe(5)
    codes.push(...artefacts.map(({ code }: { code: string }) => code))
    if (next === null) break
    after = next
  }
  expect(codes).toEqual(['AS-01', 'AS-02', 'CSR-001', 'CSR-002', 'CSR-003'])
  expect((await get('get-difference', { program_uuid: program, from_uuid: from.uuid, after: 'wheel|1' })).status).toBe(
    400,
  )
})
