import { expect, test } from 'vitest'
import { batchRows, columnBook, columnBuffers, type ColumnBatch, type ColumnPlan } from './columns.ts'

const plan: ColumnPlan = {
  list: 'cars',
  entry: 'car',
  gone: 'gone',
  key: 'id',
  values: ['x', { name: 'mood', words: ['calm', 'cross'] }],
  texts: ['name'],
  part: 3,
}

const car = (id: string, x: number | null = 1, mood = 'calm') => ({ id, x, mood, name: `car ${id}` })
const moved = (id: string, x: number | null = 1, mood = 'calm') => ({ car: { id, x, mood } })

/** A page that takes batches: it holds what the batches contained. */
function page() {
  const ids = new Map<number, string>()
  const rows = new Map<string, number[]>()
  return {
    rows,
    ids: () => [...ids.values()].toSorted(),
    take({ gone, entered, slots, values }: ColumnBatch): void {
      for (const slot of gone) {
        rows.delete(ids.get(slot)!)
        expect(ids.delete(slot)).toBe(true)
      }
      entered.slots.forEach((slot, at) => {
        expect(ids.has(slot)).toBe(false)
        expect(entered.texts[at]).toBe(`car ${entered.keys[at]}`)
        ids.set(slot, entered.keys[at]!)
      })
      slots.forEach((slot, row) => rows.set(ids.get(slot)!, [...values.subarray(row * 2, row * 2 + 2)]))
    },
  }
}

test('[SOCKET-10] an entry is named once and then identified by its slot', () => {
  const book = columnBook(plan)
  book.begin({ cars: [car('a', 4, 'cross')] })
  expect(book.take()).toMatchObject({
    entered: { slots: Uint32Array.of(0), keys: ['a'], texts: ['car a'] },
    slots: Uint32Array.of(0),
    values: Float64Array.of(4, 1),
  })
  book.apply([moved('a', 5)])
  expect(book.take()).toMatchObject({ entered: { keys: [] }, slots: Uint32Array.of(0), values: Float64Array.of(5, 0) })
  expect(book.isEmpty()).toBe(true)
})

test('[SOCKET-10] null, and a word that is not in the plan, are NaN', () => {
  const book = columnBook(plan)
  book.begin({ cars: [car('a', null, 'merry')] })
  expect(book.take().values).toEqual(Float64Array.of(NaN, NaN))
})

test('[SOCKET-10] of several changes of one entry the page gets the latest', () => {
  const book = columnBook(plan)
  book.begin({ cars: [] })
  for (let x = 0; x < 100; x++) book.apply([moved('a', x)])
  const { slots, values } = book.take()
  expect([...slots]).toEqual([0])
  expect(values[0]).toBe(99)
})

test('[SOCKET-10] entries without columns are passed on unchanged, in a snapshot and in changes', () => {
  const book = columnBook(plan)
  expect(book.begin({ cars: [car('a')], bubbles: [1] })).toEqual({ cars: [], bubbles: [1] })
  expect(book.apply([moved('a'), { bubble: 2 }, { gone: 'bubble-2' }, { gone: 'a' }])).toEqual([
    { bubble: 2 },
    { gone: 'bubble-2' },
  ])
})

test('[SOCKET-10] an entry that came and went between two batches is not sent', () => {
  const book = columnBook(plan)
  book.begin({ cars: [] })
  book.take()
  book.apply([moved('a'), { gone: 'a' }])
  expect(book.take()).toMatchObject({ gone: { length: 0 }, entered: { keys: [] }, slots: { length: 0 } })
})

test('[SOCKET-10] a large snapshot is sent in batches, and only the last batch of its last part is settled', () => {
  const book = columnBook({ ...plan, part: batchRows + 1 })
  const cars = Array.from({ length: batchRows + 1 }, (_, n) => car(String(n)))
  book.begin({ cars })
  expect(book.take()).toMatchObject({ slots: { length: batchRows }, settled: false })
  expect(book.take()).toMatchObject({ slots: { length: 1 }, settled: false })
  expect(book.isEmpty()).toBe(true)
  book.apply([moved('late')])
  expect(book.take()).toMatchObject({ slots: { length: 1 }, settled: true })
  book.apply([moved('late', 2)])
  expect(book.take().settled).toBe(false)
})

test('[SOCKET-10] an empty snapshot is sent, too', () => {
  const book = columnBook(plan)
  book.begin({ cars: [] })
  expect(book.isEmpty()).toBe(false)
  expect(book.take().settled).toBe(true)
})

test('[SOCKET-10] after any additions and removals, taken at any pace, the page holds what the channel holds', () => {
  const book = columnBook(plan)
  const here = page()
  const there = new Map<string, number>()
  let dice = 7
  const next = (below: number) => (dice = (dice * 48_271) % 0x7fffffff) % below
  book.begin({ cars: [] })
  for (let step = 1; step < 3_000; step++) {
    const id = String(next(20))
    if (next(3) === 0 && there.delete(id)) book.apply([{ gone: id }])
    else {
      there.set(id, step)
      book.apply([{ car: car(id, step) }])
    }
    if (next(5) === 0) here.take(book.take())
  }
  here.take(book.take())
  expect(here.ids()).toEqual([...there.keys()].toSorted())
  for (const [id, step] of there) expect(here.rows.get(id)).toEqual([step, 0])
})

test('[SOCKET-10] the arrays of a batch are transferred between threads', () => {
  const book = columnBook(plan)
  book.begin({ cars: [car('a')] })
  const batch = book.take()
  expect(columnBuffers(batch)).toEqual([
    batch.gone.buffer,
    batch.entered.slots.buffer,
    batch.slots.buffer,
    batch.values.buffer,
  ])
})
