import { expect, test } from 'vitest'
import { exported, type ExchangedPlaybook, imported } from './exchange.ts'

const playbook: ExchangedPlaybook = {
  name: 'Close noise',
  description: 'Closes what is known.',
  tags: ['can'],
  trigger: { kind: 'alert', matchers: null },
  graph: {
    nodes: [
      { id: 'close', type: 'close_alert', title: '', position: { x: 0, y: 0 }, settings: { alert: 'alert.uuid' } },
    ],
    edges: [],
  },
}

test('[PLAYBOOK-UI-4] an exported playbook is read as it was', () => {
  expect(imported(exported([playbook]))).toEqual({ playbooks: [playbook], refused: [] })
})

test('[PLAYBOOK-UI-4] another file is refused with the reason', () => {
  expect(imported('no').refused).toEqual(['The file is not JSON.'])
  expect(imported('{"playbooks": []}').refused[0]).toContain('no playbooks of this product')
})

test('[PLAYBOOK-UI-4] of several playbooks the readable ones are read, the others named with the place', () => {
  const text = exported([playbook, { ...playbook, name: 'Broken', graph: { nodes: [], edges: [] } }])
  const { playbooks, refused } = imported(text)
  expect(playbooks.map(({ name }) => name)).toEqual(['Close noise'])
  expect(refused).toHaveLength(1)
  expect(refused[0]).toMatch(/^Broken: graph\.nodes: /)
})
