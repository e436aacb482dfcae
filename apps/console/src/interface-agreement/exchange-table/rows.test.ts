import { expect, test } from 'vitest'
import { cellStateOf, mayAgreeTo, proposedIn, rowReader, seenIn, theirsIn } from './rows.ts'
import { headingLine, productLine, sheetWith } from './table.fixture.ts'

const open = {
  customer: { changes: { status: 'Ours', date: '2026-05-04' }, note: '' },
  supplier: { changes: { update_cycle: 'once' as const, specific_document: 'Theirs' }, note: '' },
}
const agreement = sheetWith(
  [
    headingLine(1, 'Concept'),
    productLine(2, { status: 'Agreed', specific_document: 'Agreed' }, { open, hidden: ['special_agreements'] }),
  ],
  [
    { row: 2, field: 'status', value: 'Typed' },
    { row: 2, field: 'update_cycle', value: 'cyclic' },
  ],
)
const [row] = rowReader()(agreement, []).rows

test.for([
  { field: 'status', state: 'typed', seen: 'Typed', why: 'typed over the own proposal' },
  { field: 'date', state: 'sent', seen: '2026-05-04', why: 'the own proposal' },
  { field: 'update_cycle', state: 'typed', seen: 'cyclic', why: 'typed over the proposal of the other side' },
  { field: 'specific_document', state: 'theirs', seen: 'Agreed', why: 'proposed by the other side' },
  { field: 'work_product', state: 'agreed', seen: 'Product 2', why: 'agreed' },
  { field: 'special_agreements', state: 'hidden', seen: '', why: 'not to be seen' },
] as const)('[AGREEMENT-UI-41] a cell is $state when it is $why', ({ field, state, seen }) => {
  expect([cellStateOf(row!, field), seenIn(row!, field)]).toEqual([state, seen])
})

test('[AGREEMENT-UI-41] proposals of the other side are counted; conflicts are those of what the own side sees', () => {
  expect([proposedIn(row!), theirsIn(row!, 'update_cycle'), row!.conflicts]).toEqual([2, 'once', ['none-responsible']])
  const marked = sheetWith([productLine(2)], [{ row: 2, field: 'supplier_r', value: true }])
  expect(rowReader()(marked, []).rows[0]!.conflicts).toEqual([])
})

test('[AGREEMENT-7] a side may agree to a row for which nothing is open, typed or agreed by it', () => {
  const rows = rowReader()(
    sheetWith(
      [
        productLine(1),
        productLine(2, {}, { accepted_by: ['supplier'] }),
        productLine(3, {}, { accepted_by: ['customer'] }),
        productLine(4, {}, { open }),
        productLine(5),
      ],
      [{ row: 5, field: 'status', value: 'Typed' }],
    ),
    [],
  ).rows
  expect(rows.map(mayAgreeTo)).toEqual([true, true, false, false, false])
})

test('[AGREEMENT-UI-40] what did not change is the same object, so that it is not drawn again', () => {
  const read = rowReader()
  const lines = [headingLine(1, 'Concept'), productLine(2), productLine(3)]
  const { rows: before, headings } = read(sheetWith(lines), [])
  const { rows: typed, headings: sameHeadings } = read(
    sheetWith(lines, [{ row: 3, field: 'status', value: 'Open' }]),
    [],
  )
  expect(sameHeadings).toBe(headings)
  expect(typed.map((each, at) => each === before[at])).toEqual([true, false])
  const people = [{ uuid: 'a', name: 'Ada', side: 'supplier' as const, row: 2 }]
  const edited = read(sheetWith(lines, [{ row: 3, field: 'status', value: 'Open' }]), people).rows
  expect(edited.map((each, at) => each === typed[at])).toEqual([false, true])
  expect(edited[0]!.editors).toEqual(people)
})
