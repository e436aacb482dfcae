import { parsed } from '@carapace/shared/core/parsed'
import { expect, test } from 'vitest'
import { type GridLine, rowKeys, sheetOf } from './grid-lines.ts'
import { changedByOthers } from './their-changes.ts'

interface Entry {
  readonly by: string
  readonly title: string
  readonly note: string | null
}

const column = (key: 'title' | 'note') => ({
  key,
  title: key,
  width: 100,
  isWritable: true,
  initial: '',
  textOf: (value: unknown) => String(value ?? ''),
  valueOf: (text: string) => parsed(text),
  render: () => null,
})
const columns = [column('title'), column('note')]
const cellIn = (entry: Entry, { key }: (typeof columns)[number]) =>
  key === 'note' && entry.note === null ? undefined : { target: entry.title, value: entry[key] }
const content = { cellIn, isByOthers: (_before: Entry, { by }: Entry) => by === 'other' }
const before: Entry = { by: 'me', title: 'Plan', note: null }

test('[SHEET-1] the heads of groups are no rows of the selection', () => {
  const lines: readonly GridLine<Entry>[] = [
    { is: 'group', key: 'group 1', group: '1', title: 'Concept', note: '1', isFolded: false },
    { is: 'row', key: 'a', entry: before, index: 0 },
    { is: 'new', key: 'new', index: 1 },
  ]
  expect(rowKeys(lines)).toEqual(['a', 'new'])
})

test('[SHEET-4] the rows of a sheet are copied as the grid shows them', () => {
  expect(sheetOf([before], columns, cellIn)).toEqual({
    columns,
    rows: [{ title: { target: 'Plan', value: 'Plan' }, note: undefined }],
  })
})

test('[SHEET-9] cells whose text somebody else changed are marked, those that the user changed are not', () => {
  expect([...changedByOthers(before, { ...before, by: 'other', note: 'Late' }, columns, content)]).toEqual(['note'])
  expect([...changedByOthers(before, { ...before, by: 'other', note: '' }, columns, content)]).toEqual([])
  expect([...changedByOthers(before, { ...before, note: 'Late' }, columns, content)]).toEqual([])
})
