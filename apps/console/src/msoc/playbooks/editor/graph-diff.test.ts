import type { PlaybookNode } from '@carapace/shared/msoc/playbooks/playbook'
import { expect, test } from 'vitest'
import type { Draft } from './draft.store.ts'
import { differences } from './graph-diff.ts'

const node = (id: string, settings: PlaybookNode['settings'] = {}, x = 0): PlaybookNode => ({
  id,
  type: 'comment',
  title: `Step ${id}`,
  position: { x, y: 0 },
  settings,
})
const draft = (nodes: PlaybookNode[], more: Partial<Draft> = {}): Draft => ({
  name: 'Spoofing',
  description: '',
  tags: [],
  trigger: { kind: 'manual', subject: null },
  graph: { nodes, edges: [] },
  ...more,
})

test('[PLAYBOOK-UI-17] added, removed and changed steps are listed with their values', () => {
  const found = differences(
    draft([node('a', { text: 'old' }), node('b')]),
    draft([node('a', { text: 'new' }), node('c')]),
  )
  expect(found).toEqual([
    { kind: 'removed', node: 'b', title: 'Step b', changes: [] },
    { kind: 'changed', node: 'a', title: 'Step a', changes: [{ name: 'text', before: 'old', after: 'new' }] },
    { kind: 'added', node: 'c', title: 'Step c', changes: [] },
  ])
})

test('[PLAYBOOK-UI-17] places on the canvas are no difference', () => {
  expect(differences(draft([node('a', {}, 0)]), draft([node('a', {}, 400)]))).toEqual([])
})

test('[PLAYBOOK-UI-17] connections, the title and the trigger are compared, too', () => {
  const nodes = [node('a'), node('b')]
  const found = differences(
    draft(nodes),
    draft(nodes, {
      name: 'Spoofed ids',
      trigger: { kind: 'webhook' },
      graph: { nodes, edges: [{ from: 'a', port: 'next', to: 'b' }] },
    }),
  )
  expect(found.map(({ kind, title }) => `${kind} ${title}`)).toEqual([
    'changed Playbook',
    'added Step a (next) → Step b',
  ])
  expect(found[0]!.changes.map(({ name }) => name)).toEqual(['Name', 'Trigger'])
})
