import { expect, test } from 'vitest'
import { addViewPages, viewPageAt } from './view-pages.ts'

addViewPages(['/org/lifecycle/projects/view/item-definition', '/org/functional-safety/item-definition'])

test.for([
  ['/org/lifecycle/projects/view/item-definition', '/org/lifecycle/projects/view/item-definition'],
  ['/org/functional-safety/item-definition/', '/org/functional-safety/item-definition'],
  ['/org/lifecycle/projects/view/manage', undefined],
  ['/org/other/item-definition', undefined],
  ['/', undefined],
] as const)('[GRAPH-UI-16] %s has the saved views of %s', ([path, page]) => {
  expect(viewPageAt(path)).toBe(page)
})
