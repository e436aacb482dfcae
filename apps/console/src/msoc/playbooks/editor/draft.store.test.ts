import { expect, test } from 'vitest'
import { type Draft, draftStore, isUnsaved } from './draft.store.ts'

const draft = (name: string): Draft => ({
  name,
  description: '',
  tags: [],
  trigger: { kind: 'manual', subject: null },
  graph: { nodes: [], edges: [] },
})
const version = (revision: number, name: string) => ({ revision, version: revision, draft: draft(name) })
const opened = () => draftStore(draft('One'), version(1, 'One'))
const rename = (name: string) => (before: Draft) => ({ ...before, name })

test('[PLAYBOOK-UI-10] changes are undone and redone', () => {
  const store = opened()
  store.run('Rename', rename('Two'))
  store.run('Rename', rename('Three'))
  expect(isUnsaved(store.getState())).toBe(true)
  store.undo()
  expect(store.getState().shown.name).toBe('Two')
  store.undo()
  expect(isUnsaved(store.getState())).toBe(false)
  store.redo()
  expect(store.getState().shown.name).toBe('Two')
  store.run('Rename', rename('Four'))
  expect(store.getState().future).toEqual([])
})

test('[PLAYBOOK-UI-10] letters typed into one field are undone together', () => {
  const store = opened()
  for (const name of ['T', 'Tw', 'Two']) store.run('Name', rename(name), 'name')
  expect(store.getState().past).toHaveLength(1)
  store.undo()
  expect(store.getState().shown.name).toBe('One')
})

test('[PLAYBOOK-UI-16] a draft without changes follows the version that another user saved', () => {
  const store = opened()
  store.receive(version(2, 'Theirs'))
  expect(store.getState().shown.name).toBe('Theirs')
  expect(store.getState().newer).toBeUndefined()
})

test('[PLAYBOOK-UI-16] a changed draft stays beside the newer version, and the user decides', () => {
  const store = opened()
  store.run('Rename', rename('Mine'))
  store.receive(version(2, 'Theirs'))
  expect(store.getState()).toMatchObject({ shown: { name: 'Mine' }, newer: { revision: 2 }, basis: { revision: 1 } })
  store.keepOwn()
  expect(store.getState()).toMatchObject({ shown: { name: 'Mine' }, newer: undefined, basis: { revision: 2 } })
})

test('[PLAYBOOK-UI-16] when somebody enables the version, the draft goes on with the new revision', () => {
  const store = opened()
  store.run('Rename', rename('Mine'))
  store.receive({ ...version(1, 'One'), revision: 2 })
  expect(store.getState()).toMatchObject({ shown: { name: 'Mine' }, newer: undefined, basis: { revision: 2 } })
})

test('[PLAYBOOK-UI-16] taking the newer version can be undone', () => {
  const store = opened()
  store.run('Rename', rename('Mine'))
  store.receive(version(2, 'Theirs'))
  store.takeNewer()
  expect(store.getState().shown.name).toBe('Theirs')
  store.undo()
  expect(store.getState().shown.name).toBe('Mine')
})

test('[PLAYBOOK-UI-16] a saved draft is the basis of the next changes; an older message changes nothing', () => {
  const store = opened()
  store.run('Rename', rename('Mine'))
  store.saved(version(2, 'Mine'))
  store.receive(version(1, 'One'))
  expect(isUnsaved(store.getState())).toBe(false)
})
