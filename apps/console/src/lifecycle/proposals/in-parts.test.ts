import { expect, test } from 'vitest'
import { inParts, type Proposal, takeAll } from './in-parts.ts'

const uuid = '00000000-0000-4000-8000-000000000000'
const proposal = (title: string, links = 1): Proposal => ({
  artefact: { kind: 'asset', title },
  links: Array.from({ length: links }, () => ({ kind: 'is-asset', from: uuid, to: uuid })),
  why: '',
  about: null,
})

test('[PROPOSAL-UI-2] proposals are stored in their order, in calls of the maximum size', () => {
  const all = Array.from({ length: 450 }, (_, i) => proposal(String(i)))
  const parts = inParts(all)
  expect(parts.map(({ length }) => length)).toEqual([200, 200, 50])
  expect(parts.flat()).toEqual(all)
})

test('[PROPOSAL-UI-2] a call takes at most a thousand links', () => {
  expect(
    inParts([proposal('a', 600), proposal('b', 400), proposal('c', 1), proposal('d', 999)]).map((part) => part.length),
  ).toEqual([2, 2])
  expect(inParts([])).toEqual([])
})

test('[PROPOSAL-UI-3] after a refused part, the parts before it are stored and nothing after it is tried', async () => {
  const all = Array.from({ length: 450 }, (_, i) => proposal(String(i)))
  const stored: number[] = []
  const refused = new Error('There is another of this name.')
  const store = async (part: readonly Proposal[]) => {
    if (stored.push(part.length) === 2) throw refused
  }
  expect(await takeAll(all, store)).toEqual({ taken: 200, refused })
  expect(stored).toEqual([200, 200])
  expect(await takeAll(all.slice(0, 3), async () => undefined)).toEqual({ taken: 3 })
})
