import { expect, test, vi } from 'vitest'
import { stepOf } from './step-of.ts'
import { contextOf, first, fmea, leak, newUuid, small, storeOf } from './worksheet.fixture.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
const { undoHistory } = await import('./undo.ts')

const set = (column: string, before: unknown, after: unknown) => ({ target: first.uuid, column, before, after })
const addedLine = { mode: 'Brakes too late', cause: 'Pump is slow', severity: 8 }

test('[FMEA-UI-1] a step is one call', async () => {
  const { store, saved } = storeOf(small)
  const { step } = stepOf(contextOf(small), { changes: [set('severity', 10, 9)], added: [addedLine, addedLine] })
  await undoHistory(store, newUuid).apply(step)
  expect(saved).toHaveLength(1)
  expect(saved[0]!.artefacts.map(({ kind }) => kind)).toEqual([
    'failure',
    'failure',
    'fmea-line',
    'fmea-line',
    'fmea-line',
  ])
})

test('[FMEA-UI-4] undo takes back values and what was made; redo makes it again under other uuids', async () => {
  const { store, stored } = storeOf(small)
  const history = undoHistory(store, newUuid)
  const { step } = stepOf(contextOf(small), { changes: [set('severity', 10, 9)], added: [addedLine] })
  await history.apply(step)
  expect(stored.get(first.uuid)!.fields.severity).toBe(9)
  expect(stored.size).toBe(small.artefacts.size + 3)
  await history.undo()
  expect(stored.get(first.uuid)!.fields.severity).toBe(10)
  expect(stored.size).toBe(small.artefacts.size)
  await history.redo()
  expect(stored.get(first.uuid)!.fields.severity).toBe(9)
  const again = [...stored.values()].filter(({ uuid }) => !small.artefacts.has(uuid))
  expect(again.map(({ kind }) => kind)).toEqual(['failure', 'failure', 'fmea-line'])
  expect(again.some(({ uuid }) => step.made.some((one) => one.uuid === uuid))).toBe(false)
  expect(again[2]!.fields.chain).toMatchObject({ mode: again[0]!.uuid, cause: again[1]!.uuid })
})

test('[FMEA-UI-4] a later step is redone on what the redone step made', async () => {
  const { store, stored } = storeOf(small)
  const history = undoHistory(store, newUuid)
  const { step } = stepOf(contextOf(small), { changes: [], added: [addedLine] })
  await history.apply(step)
  const line = step.made.find(({ kind }) => kind === 'fmea-line')!
  await history.apply({
    changes: [{ uuid: line.uuid, kind: 'fmea-line', part: 'severity', before: 8, after: 7 }],
    made: [],
    link: [],
    unlink: [],
  })
  await history.undo()
  await history.undo()
  await history.redo()
  await history.redo()
  const lines = [...stored.values()].filter(({ kind, uuid }) => kind === 'fmea-line' && uuid !== first.uuid)
  expect(lines.map(({ fields }) => fields.severity)).toEqual([7])
})

test('[FMEA-UI-5] a step is put on top of what others changed in the same row', async () => {
  const { store, stored, changeElsewhere } = storeOf(small)
  changeElsewhere(first.uuid, { prevention: 'Theirs' })
  const { step } = stepOf(contextOf(small), { changes: [set('severity', 10, 9)], added: [] })
  expect(await undoHistory(store, newUuid).apply(step)).toEqual([])
  expect(stored.get(first.uuid)!.fields).toMatchObject({ severity: 9, prevention: 'Theirs' })
})

test('[FMEA-UI-5] a cell that others changed, too, stays as they set it, and is reported', async () => {
  const { store, stored, changeElsewhere } = storeOf(small)
  changeElsewhere(first.uuid, { severity: 3 })
  const { step } = stepOf(contextOf(small), { changes: [set('severity', 10, 9), set('special', '', 'CC')], added: [] })
  const overtaken = await undoHistory(store, newUuid).apply(step)
  expect(overtaken.map(({ change: { part } }) => part)).toEqual(['severity'])
  expect(stored.get(first.uuid)!.fields).toMatchObject({ severity: 3, special: 'CC' })
})

test('[FMEA-UI-5] two people may change different failures of one line', async () => {
  const { store, stored, changeElsewhere } = storeOf(small)
  const chain = first.fields.chain as object
  changeElsewhere(first.uuid, { chain: { ...chain, effect: null } })
  await undoHistory(store, newUuid).apply({
    changes: [{ uuid: first.uuid, kind: 'fmea-line', part: 'chain.cause', before: leak.uuid, after: null }],
    made: [],
    link: [],
    unlink: [],
  })
  expect(stored.get(first.uuid)!.fields.chain).toMatchObject({ effect: null, cause: null })
})

test('[FMEA-UI-5] what others changed meanwhile stays when the step that made it is undone', async () => {
  const { store, stored, changeElsewhere } = storeOf(small)
  const history = undoHistory(store, newUuid)
  const { step } = stepOf(contextOf(small), { changes: [], added: [{ mode: 'Brakes too late' }] })
  await history.apply(step)
  const line = step.made.find(({ kind }) => kind === 'fmea-line')!
  changeElsewhere(line.uuid, { severity: 5 })
  await store.readNow([line.uuid])
  const back = await history.undo()
  expect(back?.kept.map(({ uuid }) => uuid)).toContain(line.uuid)
  expect(stored.has(line.uuid)).toBe(true)
})

test('[FMEA-UI-4] a step that fails can be written again, and is no step to undo', async () => {
  const { store } = storeOf(small)
  const failing = { ...store, save: async () => Promise.reject(new Error('Offline.')) }
  const history = undoHistory(failing, newUuid)
  await expect(
    history.apply({ changes: [], made: [], link: [{ kind: 'x', from: fmea.uuid, to: first.uuid }], unlink: [] }),
  ).rejects.toThrow('Offline.')
  expect(history.state.getState()).toEqual({ done: [], undone: [], isBusy: false })
})
