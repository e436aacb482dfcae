import { expect, test } from 'vitest'
import { noEffort, type Tree } from '../attack-tree/tree.ts'
import { defaultMethod } from '../methods/default-method.ts'
import { threatKind } from '../kinds/tara.kinds.ts'
import { valueOfCell } from './cells.ts'
import { stepsCell, treeOfCell } from './steps-cell.ts'

const control = '00000000-0000-4000-8000-000000000001'
const step = (id: string, title: string, more: Partial<Tree['steps'][number]> = {}): Tree['steps'][number] => ({
  id,
  title,
  note: '',
  gate: null,
  parts: [],
  effort: noEffort,
  techniques: [],
  controls: [],
  caps: [],
  ...more,
})
const tree: Tree = {
  root: 'r',
  steps: [
    step('r', 'Inject a request', { gate: 'or', parts: ['a', 'b'] }),
    step('a', 'Through the port', { gate: 'and', parts: ['c', 'd'] }),
    step('b', 'Through the TCU', { gate: 'and', parts: ['d', 'e'] }),
    step('c', 'Reach the port', { controls: [control], effort: { ...noEffort, potential: { time: 'day' } } }),
    step('d', 'Send 0x0A0', {
      effort: {
        potential: { time: 'week', expertise: 'expert', knowledge: 'public', window: 'easy', equipment: 'standard' },
        cvss: { av: 'local' },
        vector: 'local',
      },
    }),
    step('e', 'Run code'),
  ],
}
const cell = `Inject a request (any)
  Through the port (all)
    Reach the port [≤ 1 day, -, -, -, -]
    Send 0x0A0 [≤ 1 week, Expert, Public, Easy, Standard]
  Through the TCU (all)
    Send 0x0A0 [≤ 1 week, Expert, Public, Easy, Standard]
    Run code`
const read = (text: string, before: Tree | null = null) => treeOfCell(defaultMethod, text, 'Spoofed request', before)

test('[EXCHANGE-32] the steps of a tree are lines, parts indented, with gates and levels', () => {
  expect(stepsCell(defaultMethod, tree)).toBe(cell)
  expect(stepsCell(defaultMethod, null)).toBeNull()
})

test('[EXCHANGE-32] an exported cell leaves the tree as it is, and gives the same steps elsewhere', () => {
  expect(read(cell, tree)).toEqual({ ok: true, value: tree })
  const copy = read(cell)
  expect(copy.ok && stepsCell(defaultMethod, copy.value)).toBe(cell)
  expect(copy.ok && copy.value.steps).toHaveLength(6)
})

test('[EXCHANGE-32] a changed cell keeps what it does not state of the steps that it names', () => {
  const changed = read(cell.replace('≤ 1 day, -', '<= 1 month, layman').replace('Run code', 'Run own code'), tree)
  expect(changed.ok).toBe(true)
  const steps = new Map(changed.ok ? changed.value.steps.map((one) => [one.title, one]) : [])
  expect(steps.get('Reach the port')).toMatchObject({
    id: 'c',
    controls: [control],
    effort: { potential: { time: 'month', expertise: 'layman' } },
  })
  expect(steps.get('Send 0x0A0')).toEqual(tree.steps[4])
  expect([steps.has('Run code'), steps.get('Run own code')?.effort]).toEqual([false, noEffort])
})

test('[EXCHANGE-32] a plain list of steps is a path to the title of the tree: all are needed', () => {
  expect(read('1. Reach the port\n2. Send 0x0A0 [7 days]')).toMatchObject({ ok: false })
  const path = read('1. Reach the port\n2. Send 0x0A0 [≤ 1 week, 6, public, easy, 0]\n')
  expect(path.ok && stepsCell(defaultMethod, path.value)).toBe(
    'Spoofed request (all)\n  Reach the port\n  Send 0x0A0 [≤ 1 week, Expert, Public, Easy, Standard]',
  )
})

test('[EXCHANGE-32] a step that would be a part of itself is refused with the reason', () => {
  expect(read('A (all)\n  B (all)\n    A')).toMatchObject({ ok: false, reason: expect.stringMatching(/^Steps: /) })
})

test('[EXCHANGE-32] [EXCHANGE-30] a cell of many spaces is read at once', () => {
  const spaces = ' '.repeat(300_000)
  expect(read(`Reach${spaces}the port`)).toMatchObject({ ok: true, value: { steps: [{ title: 'Reach' }] } })
  expect(read(`${spaces}x${spaces}\n${spaces}[${spaces}`).ok).toBe(true)
  expect(valueOfCell(threatKind.fields.treatment, `x${spaces}x`).ok).toBe(false)
})
