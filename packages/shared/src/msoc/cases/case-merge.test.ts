import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CaseItems,
  countItems,
  itemKinds,
  type MergedCase,
  missingItems,
  noItems,
  returning,
  whyNotMerged,
  whyNotUnmerged,
} from './case-merge.ts'
import { caseLimits, whyNotLinked } from './cases.ts'

const one = (fields: Partial<MergedCase> = {}): MergedCase => ({
  uuid: 'a',
  number: 1,
  stage: 'NEW',
  mergedInto: null,
  ...fields,
})
const empty = { source: noItems, target: noItems }

test.for([
  { what: 'two open ones', source: one(), target: one({ uuid: 'b', number: 2 }), why: undefined },
  { what: 'a closed source', source: one({ stage: 'CLOSED' }), target: one({ uuid: 'b' }), why: undefined },
  { what: 'itself', source: one(), target: one(), why: 'A case cannot be merged into itself.' },
  {
    what: 'a closed target',
    source: one(),
    target: one({ uuid: 'b', number: 2, stage: 'CLOSED' }),
    why: 'CAS-2 is closed. Reopen it first.',
  },
  {
    what: 'a merged source',
    source: one({ mergedInto: 'c' }),
    target: one({ uuid: 'b' }),
    why: 'CAS-1 is merged into another case already.',
  },
])('[CASE-13] merging $what: $why', ({ source, target, why }) => {
  expect(whyNotMerged(source, target, empty)).toBe(why)
})

test('[CASE-13] a case does not take more than its limits through a merge', () => {
  const tasks = Array.from({ length: caseLimits.tasks }, (_, i) => `t${i}`)
  const items = { source: { ...noItems, tasks: ['x'] }, target: { ...noItems, tasks } }
  expect(whyNotMerged(one(), one({ uuid: 'b' }), items)).toBe('A case has at most 200 tasks.')
})

test('[CASE-14] a case that is merged itself, or closed, lets nothing out', () => {
  const source = one({ mergedInto: 'b' })
  expect(whyNotUnmerged(source, one({ uuid: 'b', number: 2 }))).toBeUndefined()
  expect(whyNotUnmerged(one(), undefined)).toBe('CAS-1 is not merged into another case.')
  expect(whyNotUnmerged(source, one({ uuid: 'b', number: 2, mergedInto: 'c' }))).toBe(
    'CAS-2 is itself merged. Take that one out first.',
  )
})

/** Cases in memory that act by the same plans as those of the database. */
class Cases {
  readonly cases: { uuid: string; stage: string; mergedInto: string | null; items: CaseItems }[] = []
  readonly free = new Set<string>()
  readonly merges: { source: string; moved: CaseItems }[] = []

  constructor(items: readonly CaseItems[]) {
    for (const [i, some] of items.entries())
      this.cases.push({ uuid: `c${i}`, stage: 'NEW', mergedInto: null, items: some })
  }

  #row(i: number) {
    return this.cases[i % this.cases.length]!
  }

  #move(items: CaseItems, from: { items: CaseItems }, to: { items: CaseItems }) {
    from.items = mapped((kind) => from.items[kind].filter((uuid) => !items[kind].includes(uuid)))
    to.items = mapped((kind) => [...to.items[kind], ...items[kind]])
  }

  merge(a: number, b: number) {
    const [source, target] = [this.#row(a), this.#row(b)]
    const items = { source: source.items, target: target.items }
    if (whyNotMerged({ ...source, number: a }, { ...target, number: b }, items) !== undefined) return
    this.merges.push({ source: source.uuid, moved: source.items })
    this.#move(source.items, source, target)
    Object.assign(source, { mergedInto: target.uuid, stage: 'CLOSED' })
  }

  unmerge(a: number) {
    const source = this.#row(a)
    const target = this.cases.find(({ uuid }) => uuid === source.mergedInto)
    if (whyNotUnmerged({ ...source, number: a }, target && { ...target, number: 0 }) !== undefined) return
    const at = this.merges.findLastIndex((merge) => merge.source === source.uuid)
    const [merge] = this.merges.splice(at, 1)
    this.#move(returning(merge!.moved, target!.items), target!, source)
    Object.assign(source, { mergedInto: null, stage: 'NEW' })
  }

  split(a: number, nth: number) {
    const from = this.#row(a)
    const chosen = mapped((kind) => from.items[kind].filter((_, i) => i % nth === 0))
    if (from.stage === 'CLOSED' || missingItems(chosen, from.items).length > 0) return
    const made = { uuid: `c${this.cases.length}`, stage: 'NEW', mergedInto: null, items: noItems }
    this.cases.push(made)
    this.#move(chosen, from, made)
  }

  unlink(a: number, nth: number) {
    const from = this.#row(a)
    if (from.stage === 'CLOSED') return
    for (const uuid of from.items.alerts.filter((_, i) => i % nth === 0)) this.free.add(uuid)
    from.items = { ...from.items, alerts: from.items.alerts.filter((uuid) => !this.free.has(uuid)) }
  }

  link(a: number) {
    const to = this.#row(a)
    const [uuid] = this.free
    const linked = { number: 1, status: 'NEW', caseUuid: null } as const
    if (uuid === undefined || to.stage === 'CLOSED' || whyNotLinked(linked, new Set()) !== undefined) return
    this.free.delete(uuid)
    to.items = { ...to.items, alerts: [...to.items.alerts, uuid] }
  }
}

function mapped(of: (kind: (typeof itemKinds)[number]) => readonly string[]): CaseItems {
  return Object.fromEntries(itemKinds.map((kind) => [kind, of(kind)])) as unknown as CaseItems
}

describe('[CASE-15] nothing is lost', () => {
  const start = [0, 1, 2].map((i) => mapped((kind) => [0, 1, 2, 3].map((n) => `${kind}-${i}-${n}`)))
  const step = fc.oneof(
    fc.record({ do: fc.constant('merge' as const), a: fc.nat(9), b: fc.nat(9) }),
    fc.record({ do: fc.constant('unmerge' as const), a: fc.nat(9), b: fc.nat(3) }),
    fc.record({ do: fc.constant('split' as const), a: fc.nat(9), b: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ do: fc.constant('unlink' as const), a: fc.nat(9), b: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ do: fc.constant('link' as const), a: fc.nat(9), b: fc.nat(3) }),
  )

  test('whatever is merged, unmerged, split, linked and unlinked, each item is in exactly one place', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const all = new Cases(start)
        for (const { do: action, a, b } of steps) all[action](a, b)
        for (const kind of itemKinds) {
          const held = [...all.cases.flatMap(({ items }) => items[kind]), ...(kind === 'alerts' ? all.free : [])]
          expect(held.toSorted()).toEqual(start.flatMap((items) => items[kind]).toSorted())
        }
        // a merged case has nothing of its own
        for (const row of all.cases.filter(({ mergedInto }) => mergedInto !== null))
          expect(Object.values(countItems(row.items)).every((count) => count === 0)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('undoing all merges in the opposite order restores every case', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2), fc.nat(2)), { maxLength: 6 }), (pairs) => {
        const all = new Cases(start)
        for (const [a, b] of pairs) all.merge(a, b)
        for (const { source } of all.merges.toReversed()) all.unmerge(all.cases.findIndex((row) => row.uuid === source))
        for (const [i, row] of all.cases.entries())
          for (const kind of itemKinds) expect(row.items[kind].toSorted()).toEqual(start[i]![kind].toSorted())
      }),
    )
  })
})
