import { expect, test } from 'vitest'
import { sidesOf } from './sides.ts'

const state = (fields: Record<string, unknown>, title = 'SecOC on 0x2C1', status = 'CREATED') => ({
  title,
  status,
  fields,
})

test('[GRAPH-13] two states are compared field by field, with the labels of the kind', () => {
  const before = state({ text: 'Short', type: 'software', owner: '' })
  const after = state({ text: 'Short', type: 'hardware', owner: 'Kestrel' }, 'SecOC', 'IN_PROCESS')
  expect(sidesOf({ kind: 'requirement', before, after })).toEqual([
    { field: 'Title', was: 'SecOC on 0x2C1', is: 'SecOC' },
    { field: 'Status', was: 'Created', is: 'In process' },
    { field: 'Type', was: 'Software', is: 'Hardware' },
    { field: 'Owner', was: '–', is: 'Kestrel' },
  ])
})

test('[GRAPH-13] lists, booleans and long values become text; fields of an unknown kind are shown as stored', () => {
  const [properties, relevant] = sidesOf({
    kind: 'asset',
    before: state({ properties: [], relevant: false }),
    after: state({ properties: ['integrity', 'availability'], relevant: true }),
  })
  expect([properties, relevant]).toEqual([
    { field: 'Cybersecurity properties', was: '–', is: 'Integrity, Availability' },
    { field: 'Security relevance', was: 'no', is: 'yes' },
  ])
  const [long] = sidesOf({ kind: 'wheel', before: state({ spokes: 'x'.repeat(900) }), after: state({ spokes: null }) })
  expect([long!.field, long!.was.length, long!.is]).toEqual(['spokes', 601, '–'])
  expect(sidesOf({ kind: 'asset', before: null, after: state({}) })).toEqual([])
})
