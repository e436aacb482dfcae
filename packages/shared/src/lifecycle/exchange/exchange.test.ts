import { expect, test } from 'vitest'
import { artefactKinds } from '../../artefact-kinds.ts'
import { requirementKind, testKind, validationKind } from '../kinds/development.kinds.ts'
import { noEffort } from '../attack-tree/tree.ts'
import { assetKind, controlKind, damageKind, threatKind } from '../kinds/tara.kinds.ts'
import { defaultMethod } from '../methods/default-method.ts'
import { cellOf, isTabular, valueOfCell } from './cells.ts'
import { effortCell, effortColumns, effortsWith } from './effort-cells.ts'
import { fieldsKept } from './fields-kept.ts'
import { hostileJson } from '../../core/documents/hostile-json.ts'
import { matchRows } from './import-plan.ts'
import { type ImportRow, rowOf } from './import-rows.ts'
import { projectsReach } from './project-reach.ts'
import { columnsOf, isColumn, linkColumn, proposedMapping } from './table-columns.ts'
import { mapped, renamed } from '../../core/renamed-uuids.ts'

test('[EXCHANGE-4] all uuids of the archive are replaced, at any depth, and no others', () => {
  const [a, b] = ['0b3c9a58-7a9b-4c06-8df1-1a2b3c4d5e6f', '9b3c9a58-7a9b-4c06-8df1-1a2b3c4d5e6f']
  const names = new Map([[a, 'new']])
  expect(renamed({ x: [a, b, { y: a.toUpperCase(), z: `${a}!` }], n: 1, e: null }, names)).toEqual({
    x: ['new', b, { y: 'new', z: `${a}!` }],
    n: 1,
    e: null,
  })
  expect(mapped('a', (text) => text + text)).toBe('aa')
})

test('[DOCUMENT-8] brackets inside texts do not count as depth', () => {
  expect(hostileJson(JSON.stringify({ text: '['.repeat(1_000), quote: '"[[\\"' }))).toMatchObject({ ok: true })
  expect(hostileJson('['.repeat(40) + ']'.repeat(40))).toMatchObject({ ok: true })
  expect(hostileJson('['.repeat(41) + ']'.repeat(41))).toMatchObject({ ok: false })
  expect(hostileJson('{"a":{"\\u005f_proto__":1}}')).toMatchObject({ ok: false })
})

test('[EXCHANGE-1] fields are exported in one order, regardless of the stored order', () => {
  const one = fieldsKept(threatKind, {
    effort: { vector: null, cvss: {}, potential: { time: 'day', expertise: 'expert' } },
    description: 'x',
    unknown: 1,
  })
  const other = fieldsKept(threatKind, {
    description: 'x',
    effort: { potential: { expertise: 'expert', time: 'day' }, cvss: {}, vector: null },
  })
  expect(JSON.stringify(one)).toBe(JSON.stringify(other))
  expect(Object.keys(one)).toEqual(Object.keys(threatKind.fields))
})

test.for(artefactKinds.map((kind) => [kind.kind, kind] as const))(
  '[EXCHANGE-11] every exported cell of a %s is parsed to the same value',
  ([, kind]) => {
    for (const field of Object.values(kind.fields).filter(isTabular)) {
      const words = Object.keys(field.choices ?? {})
      const samples = {
        line: 'A, b; c',
        text: 'Two\nlines',
        lines: ['One', 'Two, three'],
        truth: true,
        date: '2026-02-28',
        number: 4,
        choice: words.at(-1),
        choices: words.slice(0, 2),
        own: field.initial,
      }
      for (const value of [field.initial, samples[field.input]])
        expect(valueOfCell(field, String(cellOf(field, value) ?? '')), field.title).toEqual({ ok: true, value })
    }
  },
)

test('[EXCHANGE-11] the date number of a spreadsheet is a date, and an invalid cell is refused with a reason', () => {
  expect(valueOfCell(testKind.fields.run_on, '46081')).toEqual({ ok: true, value: '2026-02-28' })
  expect(valueOfCell(threatKind.fields.annex5, '4.1; 5.2')).toEqual({ ok: true, value: ['4.1', '5.2'] })
  expect(valueOfCell(validationKind.fields.method, 'guessing')).toMatchObject({
    ok: false,
    reason: expect.stringContaining('none of Penetration test'),
  })
  expect(valueOfCell(threatKind.fields.effort, '{"__proto__":1}')).toMatchObject({ ok: false })
})

test('[COMPLIANCE-4] an item that UN R155 Annex 5 does not have is refused', () => {
  const { schema } = threatKind.fields.annex5
  expect(schema.safeParse(['4.1', '32.3']).success).toBe(true)
  expect(schema.safeParse(['99.9']).error?.issues[0]?.message).toBe('UN R155 Annex 5 has no item 99.9.')
})

test('[EXCHANGE-11] [EXCHANGE-12] columns are mapped by name, each target once, and links only if allowed', () => {
  for (const kind of artefactKinds) {
    const columns = columnsOf(kind)
    expect(new Set(columns.map(({ title }) => title.toLowerCase())).size, kind.kind).toBe(columns.length)
    expect(
      proposedMapping(
        kind,
        columns.map(({ title }) => title),
      ),
    ).toEqual(Object.fromEntries(columns.map(({ key, title }) => [title, key])))
    for (const { key } of columns) expect(isColumn(kind, key), key).toBe(true)
  }
  expect(proposedMapping(requirementKind, ['ID', 'Object Text', 'Summary', 'Name', 'State', 'Whatever'])).toEqual({
    ID: 'code',
    'Object Text': 'text',
    Summary: 'title',
    Name: null,
    State: 'status',
    Whatever: null,
  })
  expect(linkColumn(assetKind, 'link:harms:to')).toMatchObject({ side: 'to' })
  expect([
    linkColumn(assetKind, 'link:harms:from'),
    linkColumn(assetKind, 'link:demands:to'),
    linkColumn(assetKind, 'harms'),
  ]).toEqual([undefined, undefined, undefined])
})

const row = (n: number, more: Partial<ImportRow>): ImportRow => ({
  row: n,
  kind: 'asset',
  code: undefined,
  title: undefined,
  status: undefined,
  fields: {},
  links: [],
  ...more,
})

test("[EXCHANGE-12] rows are matched by code, then by another tool's identifier, then by a unique title", () => {
  const known = [
    { uuid: 'a', kind: 'asset', code: 'AS-01', title: 'Torque' },
    { uuid: 'b', kind: 'asset', code: 'AS-02', title: 'Twin' },
    { uuid: 'c', kind: 'asset', code: 'AS-03', title: 'twin ' },
    { uuid: 'd', kind: 'goal', code: 'CG-01', title: 'Torque', foreignId: 'F-1' },
  ]
  const { planned, refused } = matchRows(
    [
      row(1, { code: 'AS-02', title: 'x' }),
      row(2, { title: ' torque' }),
      row(3, { title: 'Twin' }),
      row(4, { code: 'CG-01' }),
      row(5, { title: 'New' }),
      row(6, {}),
      row(7, { code: 'AS-01' }),
      row(8, { kind: 'goal', code: 'F-1' }),
    ],
    known,
    () => 'new',
  )
  expect(planned.map(({ row: { row: n }, uuid, isNew }) => [n, uuid, isNew])).toEqual([
    [1, 'b', false],
    [2, 'a', false],
    [5, 'new', true],
    [8, 'd', false],
  ])
  expect(refused.map(({ row: n, reason }) => [n, reason])).toEqual([
    [3, expect.stringContaining('Several')],
    [4, expect.stringContaining('cybersecurity goal')],
    [6, expect.stringContaining('neither')],
    [7, expect.stringContaining('same artefact')],
  ])
})

test('[EXCHANGE-3] a project includes its whole item, but not what only its neighbours are linked with', () => {
  const heads = [
    ['p', 'asset', 'P'],
    ['e', 'component', null],
    ['e2', 'component', null],
    ['ch', 'channel', null],
    ['df', 'diagram', null],
    ['t', 'threat-scenario', null],
    ['far', 'goal', null],
    ['alone', 'component', null],
  ].map(([uuid, kind, projectUuid]) => ({ uuid: uuid!, kind: kind!, projectUuid: projectUuid! }))
  const links = [
    ['is-asset', 'e', 'p'],
    ['connects', 'e', 'ch'],
    ['connects', 'e2', 'ch'],
    ['shows', 'e2', 'df'],
    ['targets', 'p', 't'],
    ['answered-by', 't', 'far'],
  ].map(([kind, from, to]) => ({ kind: kind!, from: from!, to: to! }))
  expect(projectsReach('P', heads, links)).toEqual(['p', 'e', 'e2', 'ch', 'df', 't'])
})

test('[EXCHANGE-28] an effort has a column for each factor, in words of the method, and they are read again', () => {
  const effort = { potential: { time: 'half-year', expertise: 'gone' }, cvss: { ac: 'high' }, vector: 'local' as const }
  const columns = effortColumns(threatKind)
  const cells = columns.map(({ key, part }) => [key, effortCell(defaultMethod, effort, part)] as const)
  expect(cells.flatMap(([key, text]) => (text === null ? [] : [`${key}: ${text}`]))).toEqual([
    'effort.time: ≤ 6 months',
    'effort.expertise: gone',
    'effort.ac: High',
    'effort.vector: Local',
  ])
  const texts = Object.fromEntries(cells.map(([key, text]) => [key, text ?? '']))
  expect(effortsWith(defaultMethod, threatKind, { effort }, texts)).toEqual({ ok: true, value: { effort } })
  expect(columnsOf(threatKind).map(({ title }) => title)).toContain('Window of opportunity')
  expect(columnsOf(controlKind).map(({ key }) => key)).toContain('raises.time')
})

test('[EXCHANGE-28] a factor is read by label, key or value; one without a column stays, another is refused', () => {
  const before = { effort: { ...noEffort, potential: { time: 'day', window: 'easy' } } }
  const read = (cells: Record<string, string>) => effortsWith(defaultMethod, threatKind, before, cells)
  expect(
    read({
      'effort.time': '<= 1 month',
      'effort.expertise': '8',
      'effort.equipment': 'specialized',
      'effort.pr': 'none',
    }),
  ).toEqual({
    ok: true,
    value: {
      effort: {
        potential: { time: 'month', window: 'easy', expertise: 'experts', equipment: 'specialised' },
        cvss: { pr: 'none' },
        vector: null,
      },
    },
  })
  expect(read({ 'effort.window': '' })).toMatchObject({ value: { effort: { potential: { time: 'day' } } } })
  expect(read({ 'effort.time': 'ages' })).toMatchObject({
    ok: false,
    reason: 'Elapsed time: "ages" is none of ≤ 1 day, ≤ 1 week, ≤ 1 month, ≤ 6 months, > 6 months.',
  })
})

test.for([
  ['S3', 'safety', 'severe'],
  ['S2: severe injuries', 'safety', 'major'],
  ['moderate (S1)', 'safety', 'moderate'],
  ['f0', 'financial', 'negligible'],
] as const)('[EXCHANGE-30] an impact of %s in %s is %s', ([cell, field, level]) => {
  expect(valueOfCell(damageKind.fields[field], cell)).toEqual({ ok: true, value: level })
})

test('[EXCHANGE-30] words of other tools for treatments are known; a level of another impact is refused', () => {
  expect(valueOfCell(threatKind.fields.treatment, 'Mitigation')).toEqual({ ok: true, value: 'reduce' })
  expect(valueOfCell(threatKind.fields.treatment, 'accept')).toEqual({ ok: true, value: 'retain' })
  expect(valueOfCell(damageKind.fields.safety, 'F3')).toMatchObject({ ok: false })
})

test('[EXCHANGE-31] an id that is not of our form is kept as external id, and links name rows by it', () => {
  const read = (cells: readonly string[]) =>
    rowOf(
      threatKind,
      ['ID', 'Name', 'External id'],
      { ID: 'code', Name: 'title', 'External id': 'external_id' },
      2,
      cells,
    )
  expect(read(['R-17', 'Spoofed torque', ''])).toMatchObject({ value: { code: 'R-17', externalId: 'R-17' } })
  expect(read(['TS-017', 'Spoofed torque', ''])).toMatchObject({ value: { code: 'TS-017', externalId: undefined } })
  expect(read(['', 'Spoofed torque', 'R-17'])).toMatchObject({ value: { code: undefined, externalId: 'R-17' } })
  expect(read(['x'.repeat(201), 'Spoofed torque', ''])).toMatchObject({ ok: false })
  const known = [{ uuid: 'a', kind: 'asset', code: 'AS-01', title: 'Torque', foreignId: 'R-1' }]
  let made = 0
  const nextUuid = () => `new-${(made += 1)}`
  const { planned } = matchRows(
    [
      row(1, { externalId: 'R-1', title: 'Renamed' }),
      row(2, { externalId: 'R-2', title: 'New' }),
      row(3, { kind: 'threat-scenario', title: 'T', links: [{ kind: 'targets', side: 'from', code: 'R-2' }] }),
    ],
    known,
    nextUuid,
  )
  expect(planned.map(({ uuid, isNew, links }) => [uuid, isNew, links.map(({ from }) => from)])).toEqual([
    ['a', false, []],
    ['new-1', true, []],
    ['new-2', true, ['new-1']],
  ])
})
