import { Failure } from '@carapace/shared/core/failure'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { artefact, graphOf } from '../store/artefact.fixture.ts'
import type { GraphState } from '../store/graph-state.ts'
import type { Detail } from '../store/program-api.ts'
import type { ProgramStore } from '../store/program-store.ts'
import type { Writing } from '../store/program-writes.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
const { editsOn, orphaned } = await import('./edits.ts')

const row = artefact('threat-scenario', 31, { title: 'Spoofed torque request' })
const maya = { uuid: '00000000-0000-4000-8000-000000000009', name: 'Maya Rao' }

/** A program whose server has this row now and refuses older revisions. */
function programWith(now: Artefact, known: Artefact = row) {
  let served = now
  const state = createStore<GraphState>(() => graphOf([known]))
  const save = vi.fn(async ({ artefacts = [] }: Writing) => {
    const [input] = artefacts
    if (input!.revision !== served.revision) throw new Failure('ROW_CHANGED')
    served = {
      ...served,
      ...(input!.title !== undefined && { title: input!.title }),
      fields: { ...served.fields, ...input!.fields },
      revision: served.revision + 1,
    }
    return [served]
  })
  const program: Pick<ProgramStore, 'state' | 'whole' | 'save'> = {
    state,
    save,
    whole: async () => ({ artefact: served }) as Detail,
  }
  return { edits: editsOn(program), save, state, served: () => served, serve: (next: Artefact) => void (served = next) }
}

test('[GRAPH-UI-5] an unchanged value is not stored', async () => {
  const { edits, save } = programWith(row)
  edits.type(row, '@title', 'Other')
  edits.type(row, '@title', row.title)
  await edits.commit(row.uuid, '@title')
  expect(save).not.toHaveBeenCalled()
  expect(edits.of(row.uuid, '@title')).toBeUndefined()
})

test('[GRAPH-UI-5] the input for an artefact that was deleted meanwhile is kept until it is discarded', () => {
  const { edits, state } = programWith(row)
  edits.type(row, '@title', 'Spoofed torque')
  expect(orphaned(edits.state.getState().all, state.getState())).toEqual([])
  state.setState(graphOf([]))
  const found = orphaned(edits.state.getState().all, state.getState())
  expect(found).toMatchObject([{ code: 'TS-031', part: '@title', draft: 'Spoofed torque' }])
  edits.cancel(row.uuid, '@title')
  expect(orphaned(edits.state.getState().all, state.getState())).toEqual([])
})

test('[GRAPH-UI-6] if somebody changed another part in the meantime, both changes are kept', async () => {
  const { edits, served } = programWith({
    ...row,
    revision: 3,
    fields: { ...row.fields, treatment: 'reduce' },
    updated_by: maya,
  })
  edits.type(row, '@title', 'Spoofed torque')
  await edits.commit(row.uuid, '@title')
  expect(served()).toMatchObject({ title: 'Spoofed torque', revision: 4, fields: { treatment: 'reduce' } })
  expect(edits.of(row.uuid, '@title')).toBeUndefined()
})

test('[GRAPH-UI-6] if somebody changed the same part, nothing is stored and the user chooses', async () => {
  const { edits, served } = programWith({ ...row, title: 'Forged torque', revision: 2, updated_by: maya })
  edits.type(row, '@title', 'Spoofed torque')
  await edits.commit(row.uuid, '@title')
  expect(served().title).toBe('Forged torque')
  expect(edits.of(row.uuid, '@title')).toMatchObject({
    phase: 'conflict',
    draft: 'Spoofed torque',
    theirs: { value: 'Forged torque', by: 'Maya Rao', revision: 2 },
  })
})

test.for([
  { choice: 'mine', title: 'Spoofed torque' },
  { choice: 'theirs', title: 'Forged torque' },
] as const)('[GRAPH-UI-6] choosing $choice keeps that value', async ({ choice, title }) => {
  const { edits, served } = programWith({ ...row, title: 'Forged torque', revision: 2, updated_by: maya })
  edits.type(row, '@title', 'Spoofed torque')
  await edits.commit(row.uuid, '@title')
  await edits.settle(row.uuid, '@title', choice)
  expect(served().title).toBe(title)
  expect(edits.of(row.uuid, '@title')).toBeUndefined()
})

test('[GRAPH-UI-6] if both entered the same value, there is no conflict', async () => {
  const { edits } = programWith({ ...row, title: 'Spoofed torque', revision: 2 })
  edits.type(row, '@title', 'Spoofed torque')
  await edits.commit(row.uuid, '@title')
  expect(edits.of(row.uuid, '@title')).toBeUndefined()
})

test("[GRAPH-UI-6] the user's own edits in other cells of a row cause no conflict", async () => {
  const { edits, served } = programWith(row)
  edits.type(row, '@title', 'Spoofed torque')
  edits.type(row, 'treatment', 'share')
  await Promise.all([edits.commit(row.uuid, '@title'), edits.commit(row.uuid, 'treatment')])
  expect(served()).toMatchObject({ title: 'Spoofed torque', fields: { treatment: 'share' } })
})

test('[GRAPH-UI-7] a change during a save is based on the saved value and stored after it', async () => {
  const { edits, save, served } = programWith(row)
  let go = () => undefined as void
  const plain = save.getMockImplementation()!
  save.mockImplementationOnce(async (writing) => {
    await new Promise<void>((resolve) => (go = resolve))
    return plain(writing)
  })
  edits.type(row, '@title', 'Spoofed')
  const first = edits.commit(row.uuid, '@title')
  await vi.waitFor(() => expect(save).toHaveBeenCalled())
  edits.type(row, '@title', 'Spoofed torque')
  const second = edits.commit(row.uuid, '@title')
  go()
  await Promise.all([first, second])
  expect(served().title).toBe('Spoofed torque')
  expect(save.mock.calls.map(([{ artefacts }]) => artefacts?.[0]?.title)).toEqual(['Spoofed', 'Spoofed torque'])
  expect(edits.of(row.uuid, '@title')).toBeUndefined()
})

test("[GRAPH-UI-7] the user's own writes are no conflict: the next edit uses the new revision", async () => {
  const { edits, save } = programWith(row)
  edits.type(row, 'description', 'Frames beside the genuine ones.')
  edits.type(row, '@title', 'Spoofed torque')
  await Promise.all([edits.commit(row.uuid, '@title'), edits.commit(row.uuid, 'description')])
  expect(save.mock.calls.map(([{ artefacts }]) => artefacts?.[0]?.revision)).toEqual([1, 2])
})

test('[GRAPH-UI-7] a refused value stays, with the reason', async () => {
  const { edits, save } = programWith(row)
  save.mockRejectedValueOnce(new Failure('INVALID_INPUT', { errors: { title: 'A title is needed.' } }))
  edits.type(row, '@title', '')
  await edits.commit(row.uuid, '@title')
  expect(edits.of(row.uuid, '@title')).toMatchObject({ phase: 'refused', draft: '', problem: 'A title is needed.' })
})

test('[GRAPH-UI-6] a part that lists leave out is compared with the value on the server', async () => {
  const before = artefact('threat-scenario', 31, { fields: { description: 'One.' } })
  const { edits } = programWith(
    { ...before, revision: 2, fields: { ...before.fields, description: 'Two.' }, updated_by: maya },
    { ...before, revision: 2, fields: {} },
  )
  edits.type(before, 'description', 'Three.')
  await edits.commit(before.uuid, 'description')
  expect(edits.of(before.uuid, 'description')).toMatchObject({ phase: 'conflict', theirs: { value: 'Two.' } })
})
