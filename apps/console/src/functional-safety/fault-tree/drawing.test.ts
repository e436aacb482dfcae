import { expect, test } from 'vitest'
import type { Palette } from '../../core/picture/export.ts'
import { svgOf } from '../../core/picture/svg.ts'
import { nodeCache, type Shown } from './cached-nodes.ts'
import { newEvent, newTree, withGate, withNew, withWords } from './edits.ts'
import { treeLayout } from './layout.ts'
import { shifted, treePicture } from './picture.ts'
import { type FaultPlace, placesOf } from './places.ts'
import { bigText, measureText, scientific } from './words.ts'

function tree() {
  const made = withNew(withNew(newTree('No braking'), 'Top', newEvent('Pump fails', 'P')), 'Top', newEvent('', 'Q'))
  return withGate(made, 'Top', 'and')
}

test('[FTA-UI-9] a change of one node makes one new card', () => {
  const nodesOf = nodeCache()
  const drawn = (of: ReturnType<typeof tree>, selected?: string) => {
    const places = placesOf(of, new Map())
    const layout = treeLayout(places)
    return nodesOf(places.values(), ({ key, node }: FaultPlace): Shown => ({
      at: layout.get(key)!,
      selected: key === selected,
      draggable: true,
      probability: '',
      uses: 1,
      isOn: false,
      isTarget: false,
      isFound: false,
      isLifted: false,
      label: node.title,
    }))
  }
  const base = tree()
  const before = drawn(base)
  const changed = withWords(base, 'P', { title: 'Pump stops' })
  const after = drawn(changed)
  expect(after.map((node, i) => node === before[i])).toEqual([true, false, true])
  const chosen = drawn(changed, 'Top/Q')
  expect(chosen.map((node, i) => node === after[i])).toEqual([true, true, false])
})

const palette = new Proxy({}, { get: (_palette, name) => `#${String(name)}` }) as Palette

test('[FTA-UI-13] the picture has the text and probability of each node, and the chosen cut set', () => {
  const places = placesOf(tree(), new Map())
  const event = { name: 'P', title: '', probability: 1e-6, importance: undefined }
  const picture = treePicture({
    title: 'FT-01',
    places,
    on: new Set(['Top', 'P']),
    events: new Map([['P', event]]),
    palette,
  })
  const svg = svgOf(picture)
  for (const text of ['No braking', 'Pump fails', 'AND', '1.00e-6']) expect(svg).toContain(`>${text}<`)
  expect(picture.marks.filter((mark) => mark.as === 'path' && mark.weight === 2)).toHaveLength(1)
  expect(picture.marks.filter(({ as }) => as === 'box')).toHaveLength(3)
})

test('[FTA-UI-13] a symbol is drawn at another place: only its points move', () => {
  expect(shifted('M6 28V14A14 14 0 0 1 34 14V28Z', 100, 10)).toBe('M106 38V24A14 14 0 0 1 134 24V38Z')
  expect(shifted('M1 2H5Q1 1 2 2L0 0Z', 10, 20)).toBe('M11 22H15Q11 21 12 22L10 20Z')
})

test('[FTA-UI-11] counts of any size and very small probabilities stay readable', () => {
  expect([bigText(1_048_231n), bigText(123_456n * 10n ** 20n)]).toEqual(['1,048,231', '1.234e+25'])
  expect([0.9, 12.5, 3e-9, 1].map(measureText)).toEqual(['0.9000', '12.50', '3.000e-9', '1'])
  expect([0, 1, 3.2e-7, Infinity].map((value) => scientific(value))).toEqual(['0', '1', '3.20e-7', '∞'])
})
