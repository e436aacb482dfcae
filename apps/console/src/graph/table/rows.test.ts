import { expect, test } from 'vitest'
import { artefact } from '../store/artefact.fixture.ts'
import { type ArtefactColumn, laidLines, narrowed, sorted, wordsIn } from './rows.ts'
import { filteredIn, filteredOut, type Where } from '../page/search.ts'

const rows = [
  artefact('asset', 1, { title: 'Torque request' }),
  artefact('asset', 2, { title: 'Firmware image', status: 'APPROVED' }),
  artefact('asset', 10, { title: 'Door release' }),
]
const column = (overrides: Partial<ArtefactColumn> & Pick<ArtefactColumn, 'key'>): ArtefactColumn => ({
  title: overrides.key,
  width: 100,
  render: () => null,
  text: ({ title }) => title,
  ...overrides,
})
const risks: Readonly<Record<string, number>> = { 'AS-01': 4, 'AS-10': 2 }
const columns = [
  column({ key: 'code', text: ({ code }) => code }),
  column({ key: 'title' }),
  column({ key: '@status', text: ({ status }) => status, has: ({ status }) => [status] }),
  column({ key: 'risk', isMute: true, text: () => 'torque everywhere', rank: ({ code }) => risks[code] ?? -Infinity }),
]
const codes = (found: readonly { readonly code: string }[]) => found.map(({ code }) => code)
const nothing = { folded: new Set<string>(), opened: new Set<string>() }

test('[GRAPH-UI-9] a row must contain all search words, each in any column', () => {
  expect(codes(narrowed(rows, columns, { q: 'torque', where: {} }))).toEqual(['AS-01'])
  expect(codes(narrowed(rows, columns, { q: 'AS release', where: {} }))).toEqual(['AS-10'])
  expect(codes(narrowed(rows, columns, { q: 'torque firmware', where: {} }))).toEqual([])
})

test('[GRAPH-UI-9] a row matches if it has any of the chosen values of a column', () => {
  expect(codes(narrowed(rows, columns, { where: { '@status': ['APPROVED', 'REJECTED'] } }))).toEqual(['AS-02'])
  expect(
    codes(
      narrowed(rows, columns, { where: { '@status': ['APPROVED', 'CREATED'] }, keeps: ({ number }) => number > 1 }),
    ),
  ).toEqual(['AS-02', 'AS-10'])
  expect(codes(narrowed(rows, columns, { where: { gone: ['x'] } }))).toHaveLength(3)
})

test('[GRAPH-UI-17] a cell filters for rows with the same value, or for all others', () => {
  const withChoices = {
    ...columns[2]!,
    choices: [
      { word: 'APPROVED', text: 'Approved' },
      { word: 'CREATED', text: 'Created' },
    ],
  }
  expect(wordsIn(withChoices, rows[1]!)).toEqual(['APPROVED'])
  expect(wordsIn(columns[1]!, rows[1]!)).toEqual([])
  const only = (where: Where) => codes(narrowed(rows, [withChoices], { where }))
  expect(only(filteredIn({}, '@status', ['APPROVED']))).toEqual(['AS-02'])
  expect(only(filteredOut({}, '@status', ['APPROVED']))).toEqual(['AS-01', 'AS-10'])
  expect(only(filteredOut({ '@status': ['APPROVED', 'CREATED'] }, '@status', ['APPROVED']))).toEqual(['AS-01', 'AS-10'])
  expect(only(filteredOut(filteredOut({}, '@status', ['APPROVED']), '@status', ['CREATED']))).toEqual([])
})

test.for([
  { order: 'asc', found: ['AS-10', 'AS-01', 'AS-02'] },
  { order: 'desc', found: ['AS-01', 'AS-10', 'AS-02'] },
] as const)('[GRAPH-UI-9] rows without a value come last, $order', ({ order, found }) => {
  expect(codes(sorted(rows, columns, { key: 'risk', order }))).toEqual(found)
})

test('[GRAPH-UI-9] the default order is by code, in numeric order', () => {
  expect(codes(sorted(rows.toReversed(), columns, undefined))).toEqual(['AS-01', 'AS-02', 'AS-10'])
})

test('[GRAPH-UI-9] groups are sorted by code; rows without a group come last', () => {
  const grouping = {
    key: 'g',
    title: 'Group',
    none: 'None',
    of: ({ number }: { number: number }) =>
      number === 1 ? undefined : { uuid: String(number), code: `G-${20 - number}`, title: 'g' },
  }
  const lines = laidLines(rows, { ...nothing, grouping, folded: new Set(['2']) })
  expect(
    lines.map(({ key, ...line }) =>
      line.is === 'group' ? `${line.code} ${line.count} ${line.isFolded}` : key.slice(-2),
    ),
  ).toEqual(['G-10 1 false', '10', 'G-18 1 true', ' 1 false', '01'])
})

test('[GRAPH-UI-9] the content expanded below a row comes after it', () => {
  expect(laidLines(rows, { ...nothing, opened: new Set([rows[0]!.uuid]) }).map(({ is }) => is)).toEqual([
    'row',
    'below',
    'row',
    'row',
  ])
})

test('[GRAPH-UI-9] in a hierarchy, rows are below their parent; a collapsed parent hides them', () => {
  const [one, two, ten] = rows.map(({ uuid }) => uuid)
  const above = ({ uuid }: { uuid: string }) => (uuid === ten ? two : uuid === two ? one : undefined)
  const shownLines = (folded: ReadonlySet<string>) =>
    laidLines(rows, { ...nothing, folded, above }).map((line) =>
      line.is === 'row' ? `${line.row.code} ${line.depth} ${line.isUnfolded}` : '',
    )
  expect(shownLines(new Set())).toEqual(['AS-01 0 true', 'AS-02 1 true', 'AS-10 2 undefined'])
  expect(shownLines(new Set([one!]))).toEqual(['AS-01 0 false'])
})

test('[GRAPH-UI-9] rows in a circular hierarchy are shown, each once', () => {
  const [one, two] = rows
  const above = ({ uuid }: { uuid: string }) => (uuid === one!.uuid ? two!.uuid : one!.uuid)
  expect(laidLines([one!, two!], { ...nothing, above }).map(({ key }) => key)).toEqual([one!.uuid, two!.uuid])
})
