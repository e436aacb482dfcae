import { Failure } from '@carapace/shared/core/failure'
import type { StoredTree } from '@carapace/shared/functional-safety/fault-tree/tree'
import type { Artefact, ArtefactInput } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { expect, test, vi } from 'vitest'
import { treeStore, type TreeStore } from '../../graph/tree/tree.store.ts'
import { newEvent, nodeOf, treeIn, withGate, withNew, withoutPart, withWords } from './edits.ts'
import { mergedTrees } from './merge.ts'

/** A mock server with one fault tree, which refuses writes over an old revision. */
function server() {
  let artefact = {
    uuid: 'u',
    kind: 'fault-tree',
    title: 'No braking',
    revision: 1,
    fields: { tree: null },
  } as unknown as Artefact
  const save = async ({ artefacts: [input] }: { artefacts: ArtefactInput[] }) => {
    if (input!.revision !== artefact.revision || input!.kind !== 'fault-tree') throw new Failure('ROW_CHANGED')
    artefact = { ...artefact, revision: artefact.revision + 1, fields: { ...artefact.fields, ...input!.fields } }
    return [artefact]
  }
  const open = () => treeStore({ artefact, treeIn, merged: mergedTrees, model: { save, read: async () => artefact } })
  return { open, tree: () => artefact.fields.tree as StoredTree, artefact: () => artefact }
}
const saved = (store: TreeStore<StoredTree>) => vi.waitFor(() => expect(store.getState().isSaving).toBe(false))

test('[FTA-UI-1] a new tree has only its top event, and is saved with the first change', async () => {
  const all = server()
  const store = all.open()
  expect(store.getState().shown).toMatchObject({ top: 'Top', nodes: [{ id: 'Top', title: 'No braking' }] })
  store.run('New event', (tree) => withNew(tree, 'Top', newEvent('Pump stops', 'P')))
  await saved(store)
  expect(all.tree()).toEqual(store.getState().shown)
})

test('[FTA-UI-1] [FTA-UI-7] two users lose nothing, and each undoes only own changes', async () => {
  const all = server()
  const [mine, theirs] = [all.open(), all.open()]
  theirs.run('Theirs', (tree) => withNew(tree, 'Top', newEvent('Theirs', 'T')))
  await saved(theirs)
  mine.run('Mine', (tree) => withNew(tree, 'Top', newEvent('Mine', 'M')))
  mine.run('Title', (tree) => withWords(tree, 'M', { title: 'Mine too' }))
  await saved(mine)
  expect(nodeOf(all.tree(), 'Top')).toMatchObject({ parts: ['M', 'T'] })
  theirs.receive(all.artefact())
  theirs.run('AND', (tree) => withGate(tree, 'Top', 'and'))
  await saved(theirs)
  mine.receive(all.artefact())
  expect([mine.undo(), mine.undo(), mine.undo()]).toEqual(['Title', 'Mine', undefined])
  await saved(mine)
  expect(nodeOf(all.tree(), 'Top')).toMatchObject({ gate: 'and', parts: ['T'] })
  expect(mine.redo()).toBe('Mine')
  await saved(mine)
  expect(nodeOf(all.tree(), 'M')).toMatchObject({ title: 'Mine' })
})

test('[FTA-UI-1] a removed branch comes back with undo', async () => {
  const all = server()
  const store = all.open()
  store.run('New event', (tree) => withNew(withNew(tree, 'Top', newEvent('G', 'G')), 'G', newEvent('E', 'E')))
  const before = store.getState().shown
  store.run('Remove G', (tree) => withoutPart(tree, 'Top', 'G'))
  expect(store.getState().shown.nodes).toHaveLength(1)
  store.undo()
  expect(new Map(store.getState().shown.nodes.map((node) => [node.id, node]))).toEqual(
    new Map(before.nodes.map((node) => [node.id, node])),
  )
  await saved(store)
})
