import { expect, test } from 'vitest'
import { rowReader } from './rows.ts'
import { headingLine, productLine, sheetWith } from './table.fixture.ts'
import { countsOf, viewOf, type ViewOptions } from './view.ts'

const rows = rowReader()(
  sheetWith([
    productLine(1, { work_product: 'Before all' }),
    headingLine(2, 'Concept'),
    productLine(3, { customer_r: true, status: 'Open' }, { state: 'accepted' }),
    productLine(
      4,
      { supplier_r: true },
      { open: { supplier: { changes: { status: 'New' }, note: '' } }, state: 'proposed' },
    ),
    headingLine(5, 'Empty'),
    headingLine(6, 'Design'),
    productLine(7, { customer_r: true, supplier_r: true, special_agreements: 'Ask twice' }, { state: 'not-accepted' }),
  ]),
  [],
)
const all: ViewOptions = { show: undefined, q: undefined, group: undefined, folded: new Set() }
const shown = (options: Partial<ViewOptions>) =>
  viewOf(rows, { ...all, ...options }).lines.map((line) =>
    line.is === 'group' ? `${line.title}: ${line.note}` : line.key,
  )

test('[AGREEMENT-UI-45] rows are below their headings, which count their agreed rows', () => {
  expect(shown({})).toEqual([
    '1',
    'Concept: 1 of 2 agreed',
    '3',
    '4',
    'Empty: 0 of 0 agreed',
    'Design: 0 of 1 agreed',
    '7',
  ])
  expect(shown({ folded: new Set(['2']) })).toEqual([
    '1',
    'Concept: 1 of 2 agreed',
    'Empty: 0 of 0 agreed',
    'Design: 0 of 1 agreed',
    '7',
  ])
})

test.for([
  { what: { show: 'proposals' }, keys: ['Concept: 1 of 2 agreed', '4'] },
  { what: { show: 'open' }, keys: ['1', 'Concept: 1 of 2 agreed', '4', 'Design: 0 of 1 agreed', '7'] },
  { what: { show: 'conflicts' }, keys: ['1'] },
  { what: { q: 'TWICE ask' }, keys: ['Design: 0 of 1 agreed', '7'] },
  { what: { q: 'product 3' }, keys: ['Concept: 1 of 2 agreed', '3'] },
  { what: { q: 'nothing' }, keys: [] },
  {
    what: { group: 'state', show: 'open' },
    keys: ['Draft: 0 of 1 agreed', '1', 'Proposed: 0 of 1 agreed', '4', 'Not accepted: 0 of 1 agreed', '7'],
  },
  {
    what: { group: 'responsible' },
    keys: [
      'Responsible: customer: 1 of 1 agreed',
      '3',
      'Responsible: supplier: 0 of 1 agreed',
      '4',
      'Both are responsible: 0 of 1 agreed',
      '7',
      'Nobody is responsible: 0 of 1 agreed',
      '1',
    ],
  },
] as const)('[AGREEMENT-UI-45] $what shows $keys', ({ what, keys }) => {
  expect(shown(what)).toEqual(keys)
})

test('[AGREEMENT-UI-45] each filter comes with how many rows it shows', () => {
  expect(countsOf(rows.rows)).toEqual({ proposals: 1, open: 3, conflicts: 1 })
})
