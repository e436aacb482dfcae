import { expect, test } from 'vitest'
import { differences } from './differences.ts'

test('a version shows what it changed, with the labels of the fields', () => {
  const before = { title: 'Spoofed', status: 'CREATED', fields: { treatment: null, stride: ['spoofing'] } } as const
  const after = {
    title: 'Spoofed torque',
    status: 'CREATED',
    fields: { treatment: 'reduce', stride: ['spoofing'] },
  } as const
  expect(differences('threat-scenario', after as never, before as never)).toEqual([
    { part: '@title', title: 'Title', before: 'Spoofed', after: 'Spoofed torque' },
    { part: 'treatment', title: 'Treatment', before: '', after: 'Reduce' },
  ])
  expect(differences('threat-scenario', after as never, undefined)).toEqual([])
})

test('[GRAPH-UI-20] a long field is compared by the function that its module adds', () => {
  const version = (tree: string) => ({ title: 'Spoofed torque', status: 'CREATED', fields: { tree } }) as never
  const long = {
    'attack-tree.tree': (before: unknown, after: unknown) => [
      { part: 'root', title: 'Step', before: `was ${before}`, after: `is ${after}` },
    ],
  }
  expect(differences('attack-tree', version('b'), version('a'), long)).toEqual([
    { part: 'root', title: 'Step', before: 'was a', after: 'is b' },
  ])
})
