import { defaultGuidewords } from '@carapace/shared/functional-safety/guidewords'
import { expect, test } from 'vitest'
import { artefact, graphOf, link } from '../../graph/store/artefact.fixture.ts'
import { type Cell, cellAt, cellName, cellText, gridOf, movedBy, nextOpen } from './grid.ts'
import { duplicatesIn, mergeOf } from './merge.ts'
import { newFailure, notApplicable, proposedTitle } from './writes.ts'

const brake = artefact('function', 1, { title: 'Brake on request' })
const steer = artefact('function', 2, { title: 'Steer' })
const failure = (number: number, guideword: string, judgement: string | null, reason = '') =>
  artefact('failure', number, { title: `Failure ${number}`, fields: { guideword, judgement, reason } })
const hazardous = failure(1, 'no', 'hazardous')
const harmless = failure(2, 'more', 'harmless', 'The driver sees it')
const unreasoned = failure(3, 'less', 'harmless')
const never = failure(4, 'reverse', 'not-applicable', 'It has one direction')
const unjudged = failure(5, 'early', null)
const foreign = failure(6, 'sideways', 'hazardous')
const all = [hazardous, harmless, unreasoned, never, unjudged, foreign]
const graph = graphOf(
  [brake, steer, ...all],
  all.map((each) => link('fails-as', brake, each)),
)
const grid = gridOf(graph, [brake, steer], defaultGuidewords)
const cellOf = (guideword: string): Cell => grid.rows[0]!.cells.find((cell) => cell.guideword.key === guideword)!
const where = { programUuid: '11111111-1111-4111-8111-111111111111' }

test('[SAFETY-UI-8] cells have the state of their failures, of which one that nobody judged is open', () => {
  const states = ['no', 'more', 'less', 'reverse', 'early', 'late'].map((key) => cellOf(key).state)
  expect(states).toEqual(['hazardous', 'harmless', 'to-judge', 'not-applicable', 'to-judge', 'open'])
  expect(grid.rows.map(({ judged }) => judged)).toEqual([3, 0])
  expect(grid.coverage.counts).toEqual({ judged: 2, 'not-applicable': 1, open: 27 })
  expect(grid.coverage.strays.map(({ guideword }) => guideword)).toEqual(['sideways'])
})

test('[SAFETY-UI-8] the words of a cell', () => {
  expect(cellText(cellOf('no'))).toBe('FN-01 Brake on request, No: Hazardous\nFL-001 Failure 1')
  expect(cellText(cellOf('reverse'))).toBe('FN-01 Brake on request, Reverse: Does not apply\nIt has one direction')
})

test('[SAFETY-UI-9] keys move within the grid', () => {
  const at = { row: 0, column: 1 }
  expect(movedBy('ArrowLeft', at, 2, 15)).toEqual({ row: 0, column: 0 })
  expect(movedBy('ArrowUp', at, 2, 15)).toEqual(at)
  expect(movedBy('PageDown', at, 2, 15)).toEqual({ row: 1, column: 1 })
  expect(movedBy('End', at, 2, 15)).toEqual({ row: 0, column: 14 })
  expect(movedBy('n', at, 2, 15)).toBe(undefined)
  expect(movedBy('ArrowDown', at, 0, 15)).toBe(undefined)
})

test('[SAFETY-UI-9] the next open cell is found row by row, and from the start again', () => {
  expect(nextOpen(grid.rows, { row: 0, column: 0 })).toEqual({ row: 0, column: 2 })
  expect(nextOpen(grid.rows, { row: 1, column: 14 })).toEqual({ row: 0, column: 2 })
  const judged = grid.rows.map((row) => ({ ...row, cells: row.cells.filter(({ state }) => state === 'hazardous') }))
  expect(nextOpen(judged.slice(0, 1), { row: 0, column: 0 })).toBe(undefined)
})

test('[SAFETY-UI-9] the address names a cell', () => {
  expect(cellName(cellOf('wrong-value'))).toBe('FN-01.wrong-value')
  expect(cellAt(grid.rows, 'FN-01.wrong-value')).toEqual({ row: 0, column: 14 })
  expect(cellAt(grid.rows, 'FN-09.no')).toBe(undefined)
  expect(cellAt(grid.rows, 'FN-01.sideways')).toBe(undefined)
  expect(cellAt(grid.rows, undefined)).toBe(undefined)
})

test('[SAFETY-UI-10] a guideword does not apply with a reason: a new failure, or the reason of the known one', () => {
  const made = notApplicable(cellOf('late'), where, ' No time limit ')
  expect(made.ok && made.value.artefacts![0]).toMatchObject({
    kind: 'failure',
    title: 'Brake on request: late does not apply',
    fields: { guideword: 'late', judgement: 'not-applicable', reason: 'No time limit' },
  })
  expect(made.ok && made.value.link).toEqual([
    { kind: 'fails-as', from: brake.uuid, to: made.ok && made.value.artefacts![0]!.new_uuid },
  ])
  const again = notApplicable(cellOf('reverse'), where, 'Another reason')
  expect(again.ok && again.value).toEqual({
    artefacts: [{ uuid: never.uuid, kind: 'failure', revision: 1, fields: { reason: 'Another reason' } }],
  })
})

test('[SAFETY-UI-10] it is refused where a malfunction was found, and without a reason', () => {
  expect(notApplicable(cellOf('no'), where, 'Why')).toMatchObject({ ok: false })
  expect(notApplicable(cellOf('late'), where, ' ')).toMatchObject({ ok: false })
})

test('a malfunction is a failure of the function by the guideword, in the project of the page', () => {
  const projectId = crypto.randomUUID()
  const { artefacts } = newFailure(
    cellOf('late'),
    { ...where, projectId },
    { title: 'Too late', judgement: 'hazardous' },
  )
  expect(artefacts[0]).toMatchObject({ project_uuid: projectId, fields: { guideword: 'late', judgement: 'hazardous' } })
  expect(proposedTitle(cellOf('late'))).toBe('Brake on request: late')
})

test('[SAFETY-UI-11] titles with the same letters and digits are duplicates, the oldest first', () => {
  const [a, b, c] = ['Brakes pull left', 'brakes: pull left!', 'Brakes pull'].map((title, place) =>
    artefact('failure', 3 - place, { title }),
  )
  expect(duplicatesIn([a!, b!, c!])).toEqual([[b, a]])
})

test('[SAFETY-UI-11] the kept one gets the links of the others once, and text where it has none', () => {
  const keep = artefact('failure', 1, { fields: { effect_item: 'No pressure', effect_vehicle: '' } })
  const gone = artefact('failure', 2, { revision: 4, fields: { effect_item: 'None', effect_vehicle: 'No braking' } })
  const hazard = artefact('hazard', 1)
  const merged = mergeOf(
    graphOf(
      [keep, gone, hazard, brake, steer],
      [
        link('fails-as', brake, keep),
        link('fails-as', brake, gone),
        link('fails-as', steer, gone),
        link('results-in', gone, keep),
        link('creates', gone, hazard),
      ],
    ),
    keep,
    [gone],
  )
  expect(merged).toEqual({
    ok: true,
    value: {
      artefacts: [{ uuid: keep.uuid, kind: 'failure', revision: 1, fields: { effect_vehicle: 'No braking' } }],
      link: [
        { kind: 'fails-as', from: steer.uuid, to: keep.uuid },
        { kind: 'creates', from: keep.uuid, to: hazard.uuid },
      ],
      remove: [{ uuid: gone.uuid, revision: 4 }],
    },
  })
})

test('[SAFETY-UI-11] a basic event of a fault tree is not merged away', () => {
  const [keep, gone, tree] = [artefact('failure', 1), artefact('failure', 2), artefact('fault-tree', 1)]
  const merged = mergeOf(graphOf([keep, gone, tree], [link('fails-in', gone, tree)]), keep, [gone])
  expect(merged).toMatchObject({ ok: false, reason: expect.stringContaining('FT-01 uses FL-002') })
})
