import { expect, test } from 'vitest'
import { addKindParts, combined, loadKindParts } from './kind-parts.ts'

const Part = () => null
const stage = (key: string, order: number) => ({ key, title: key, kinds: [key], order })

test('the parts of all modules are combined: by name, and stages by their order', () => {
  const { fieldEditors, stages, pageFacts } = combined([
    { fieldEditors: { 'goal.cal': Part }, stages: [stage('item', 10), stage('goal', 30)], PageFacts: Part },
    { fieldEditors: { 'hazard.asil': Part }, stages: [stage('hazard', 20)] },
    {},
  ])
  expect(Object.keys(fieldEditors)).toEqual(['goal.cal', 'hazard.asil'])
  expect(stages.map(({ key }) => key)).toEqual(['item', 'hazard', 'goal'])
  expect(pageFacts).toEqual([Part])
})

test('two modules cannot add a part for the same field', () => {
  const editor = { fieldEditors: { 'goal.cal': Part } }
  expect(() => combined([editor, editor])).toThrow('Two modules add field editors for goal.cal.')
})

test('parts are loaded once, and again after a failure', async () => {
  let loads = 0
  addKindParts(async () => {
    loads += 1
    if (loads === 1) throw new Error('The server does not answer.')
    return { stages: [stage('item', 10)] }
  })
  await expect(loadKindParts()).rejects.toThrow('The server does not answer.')
  expect((await loadKindParts()).stages).toHaveLength(1)
  expect(await loadKindParts()).toBe(await loadKindParts())
  expect(loads).toBe(2)
})
