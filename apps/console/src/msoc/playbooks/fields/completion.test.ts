import { expect, test } from 'vitest'
import { completed, knownFilters, matching, pathsOf, typedAt } from './completion.ts'

const paths = pathsOf({
  fields: {
    alert: { fields: { title: 'text', tags: { list: 'text' } } },
    nodes: { fields: { find: { fields: { alerts: { list: { fields: { severity: 'text' } } } } } } },
  },
})

test('[PLAYBOOK-UI-15] every value is listed with its type, lists with their length and the fields of an item', () => {
  expect(paths).toContainEqual({ path: 'alert.title', type: 'text' })
  expect(paths).toContainEqual({ path: 'alert.tags', type: 'list' })
  expect(paths).toContainEqual({ path: 'alert.tags.length', type: 'number' })
  expect(paths).toContainEqual({ path: 'nodes.find.alerts.0.severity', type: 'text' })
})

test.for([
  { text: '{{ al', cursor: 5, words: 'al' },
  { text: 'Alert {{ alert.ti', cursor: 17, words: 'alert.ti' },
  { text: '{{', cursor: 2, words: '' },
])('[PLAYBOOK-UI-15] "$text": the path before the cursor is "$words"', ({ text, cursor, words }) => {
  expect(typedAt(text, cursor, true)).toEqual({ from: cursor - words.length, to: cursor, words, isFilter: false })
})

test('[PLAYBOOK-UI-15] outside of braces a template has no paths; a path needs no braces', () => {
  expect(typedAt('alert', 5, true)).toBeUndefined()
  expect(typedAt('{{ alert.title }} is', 20, true)).toBeUndefined()
  expect(typedAt('alert', 5, false)?.words).toBe('alert')
})

test('[PLAYBOOK-UI-15] behind a bar there are filters', () => {
  expect(typedAt('{{ alert.title | up', 19, true)).toMatchObject({ words: 'up', isFilter: true })
  expect(matching(knownFilters, 'up').map(({ path }) => path)).toEqual(['upper'])
})

test('[PLAYBOOK-UI-15] a part of a path finds it, those that begin with it first', () => {
  expect(matching(paths, 'severity').map(({ path }) => path)).toEqual(['nodes.find.alerts.0.severity'])
  expect(matching(paths, 'alert')[0]!.path).toBe('alert')
})

test('[PLAYBOOK-UI-15] a chosen path replaces what was typed and closes the braces', () => {
  const text = 'See {{ tit'
  const typed = typedAt(text, text.length, true)!
  expect(completed(text, typed, 'alert.title', true)).toEqual({ text: 'See {{ alert.title }}', cursor: 21 })
  expect(completed('{{', typedAt('{{', 2, true)!, 'alert.title', true).text).toBe('{{ alert.title }}')
})

test('[PLAYBOOK-UI-15] braces that are closed stay, and the rest of a path is replaced', () => {
  const text = '{{ alert.tit }} on {{ bus }}'
  expect(completed(text, typedAt(text, 9, true)!, 'alert.count', true).text).toBe('{{ alert.count }} on {{ bus }}')
  expect(completed('al', typedAt('al', 2, false)!, 'alert.uuid', false).text).toBe('alert.uuid')
})
