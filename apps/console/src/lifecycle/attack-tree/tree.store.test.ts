import { Failure } from '@carapace/shared/core/failure'
import type { Artefact, ArtefactInput } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { Tree } from '@carapace/shared/lifecycle/attack-tree/tree'
import { expect, test, vi } from 'vitest'
import { newStep, stepOf, treeIn, withNew, withoutPart, withStep } from './edits.ts'
import { treeStore, type TreeStore } from '../../graph/tree/tree.store.ts'
import { mergedTrees } from './merge.ts'

/** A mock server with one tree, which refuses writes over an old revision. */
function server() {
  let artefact = {
    uuid: 'u',
    kind: 'attack-tree',
    title: 'Spoofed torque',
    revision: 1,
    fields: { tree: null },
  } as unknown as Artefact
  const save = vi.fn(async ({ artefacts: [input] }: { artefacts: ArtefactInput[] }) => {
    if (input!.revision !== artefact.revision) throw new Failure('ROW_CHANGED')
    artefact = { ...artefact, revision: artefact.revision + 1, fields: { ...artefact.fields, ...input!.fields } }
    return [artefact]
  })
  const open = () => treeStore({ artefact, treeIn, merged: mergedTrees, model: { save, read: async () => artefact } })
  return { open, save, tree: () => artefact.fields.tree as Tree | null, artefact: () => artefact }
}
const saved = (store: TreeStore<Tree>) => vi.waitFor(() => expect(store.getState().isSaving).toBe(false))

test('[TREE-UI-1] a new tree has only its root, and is saved with the first step', async () => {
  const all = server()
  const store = all.open()
  expect(store.getState().shown).toMatchObject({ root: 'root', steps: [{ title: 'Spoofed torque' }] })
  store.run('New step', (tree) => withNew(tree, 'root', newStep('A', 'a')))
  await saved(store)
  expect(all.tree()).toEqual(store.getState().shown)
})

test('[TREE-UI-7] actions can be undone and redone, including removals', async () => {
  const all = server()
  const store = all.open()
  store.run('New step', (tree) => withNew(tree, 'root', newStep('A', 'a')))
  store.run('Remove A', (tree) => withoutPart(tree, 'root', 'a'))
  await saved(store)
  expect(store.undo()).toBe('Remove A')
  expect(stepOf(store.getState().shown, 'a')).toMatchObject({ title: 'A' })
  expect(store.undo()).toBe('New step')
  expect(store.undo()).toBeUndefined()
  expect(store.getState().shown.steps).toHaveLength(1)
  store.redo()
  await saved(store)
  expect(stepOf(all.tree()!, 'a')).toMatchObject({ title: 'A' })
})

test('[TREE-UI-8] two users who change one tree at once lose nothing, and each undoes only own actions', async () => {
  const all = server()
  const [mine, theirs] = [all.open(), all.open()]
  theirs.run('Theirs', (tree) => withNew(tree, 'root', newStep('Theirs', 't')))
  await saved(theirs)
  mine.run('Mine', (tree) => withNew(tree, 'root', newStep('Mine', 'm')))
  await saved(mine)
  expect(
    all
      .tree()!
      .steps.map(({ id }) => id)
      .sort(),
  ).toEqual(['m', 'root', 't'])
  mine.undo()
  await saved(mine)
  expect(
    all
      .tree()!
      .steps.map(({ id }) => id)
      .sort(),
  ).toEqual(['root', 't'])
  theirs.receive(all.artefact())
  expect(theirs.getState().shown).toEqual(all.tree())
})

test('[TREE-UI-7] changes during a save are saved together afterwards', async () => {
  const all = server()
  const store = all.open()
  for (const title of ['A', 'AB', 'ABC']) store.run('Rename', (tree) => withStep(tree, 'root', { title }))
  await saved(store)
  expect(all.tree()!.steps[0]!.title).toBe('ABC')
  expect(all.save).toHaveBeenCalledTimes(2)
})

test('[TREE-UI-7] a change that cannot be saved stays visible with the reason, and is saved again', async () => {
  const all = server()
  const store = all.open()
  all.save.mockRejectedValueOnce(new Failure('BUSY', { message: 'The server does not answer.' }))
  store.run('New step', (tree) => withNew(tree, 'root', newStep('A', 'a')))
  await saved(store)
  expect(store.getState()).toMatchObject({
    problem: { message: 'The server does not answer.' },
    shown: { steps: [{}, { id: 'a' }] },
  })
  await store.save()
  expect(stepOf(all.tree()!, 'a')).toBeDefined()
  expect(store.getState().problem).toBeUndefined()
})
