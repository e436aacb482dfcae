import { pasteInto, type SheetChange } from '@carapace/shared/core/sheet/ranges'
import { expect, test } from 'vitest'
import { sheetOf } from '../../core/sheet/grid-lines.ts'
import { artefact, graphOf, link } from '../../graph/store/artefact.fixture.ts'
import type { GraphState } from '../../graph/store/graph-state.ts'
import { lineReader } from './lines.ts'
import { cellIn } from './sheet.ts'
import { stepOf } from './step-of.ts'
import {
  brake,
  columns,
  contextOf,
  crash,
  first,
  fmea,
  joins,
  leak,
  line,
  lost,
  rated,
  small,
  steer,
} from './worksheet.fixture.ts'

/** What pasting texts at a column of a row does. */
function pasted(graph: GraphState, row: number, column: string, block: string[][], isProcess = false) {
  const sheet = sheetOf(lineReader()(graph, fmea.uuid, rated), columns, cellIn)
  const left = columns.findIndex(({ key }) => key === column)
  const change = pasteInto(sheet, { top: row, left, bottom: row, right: left }, block, { mayAdd: true })
  if (!change.ok) throw new Error(change.reason)
  return stepOf({ ...contextOf(graph), isProcess }, change.value satisfies SheetChange)
}

test('[FMEA-UI-1] values of a line are changes of its fields', () => {
  const { step, problems } = pasted(small, 0, 'prevention', [['Double seal', '3']])
  expect(problems).toEqual([])
  expect(step.made).toEqual([])
  expect(step.changes.map(({ uuid, part, before, after }) => [uuid, part, before, after])).toEqual([
    [first.uuid, 'prevention', '', 'Double seal'],
    [first.uuid, 'occurrence', 4, 3],
  ])
})

test('[FMEA-UI-2] a text is the failure of its title, whatever its case', () => {
  const second = line(2, {})
  const graph = graphOf([...small.artefacts.values(), second], [...small.links.values(), ...joins(second)])
  const { step } = pasted(graph, 1, 'mode', [['brake  FORCE lost', 'Seal leaks']])
  expect(step.made).toEqual([])
  expect(step.changes.filter(({ part }) => part.startsWith('chain')).map(({ part, after }) => [part, after])).toEqual([
    ['chain.mode', lost.uuid],
    ['chain.cause', leak.uuid],
  ])
})

test('[FMEA-UI-2] a failure of one line only gets the new title', () => {
  const { step } = pasted(small, 0, 'cause', [['Seal is worn']])
  expect(step.made).toEqual([])
  expect(step.changes).toEqual([
    { uuid: leak.uuid, kind: 'failure', part: '@title', before: 'Seal leaks', after: 'Seal is worn' },
  ])
})

test('[FMEA-UI-2] a failure that another line or another analysis needs stays, and one is made', () => {
  const hazard = artefact('hazard', 1)
  const second = line(2, { chain: { effect: null, mode: lost.uuid, cause: leak.uuid } })
  const shared = graphOf([...small.artefacts.values(), second], [...small.links.values(), ...joins(second, lost, leak)])
  const elsewhere = graphOf(
    [...small.artefacts.values(), hazard],
    [...small.links.values(), link('creates', leak, hazard)],
  )
  for (const graph of [shared, elsewhere]) {
    const { step } = pasted(graph, 0, 'cause', [['Seal is worn']])
    expect(step.made.map(({ kind, title }) => [kind, title])).toEqual([['failure', 'Seal is worn']])
    expect(step.changes).toMatchObject([{ uuid: first.uuid, part: 'chain.cause', after: step.made[0]!.uuid }])
  }
})

test('[FMEA-UI-2] one text in several rows of a paste is one failure', () => {
  const { step } = pasted(small, 1, 'mode', [
    ['Brakes too late', 'Pump is slow'],
    ['Brakes too late', 'Valve sticks'],
  ])
  const made = step.made.filter(({ kind }) => kind === 'failure').map(({ title }) => title)
  expect(made).toEqual(['Brakes too late', 'Pump is slow', 'Valve sticks'])
  const lines = step.made.filter(({ kind }) => kind === 'fmea-line')
  expect(lines.map(({ title }) => title)).toEqual(['Brakes too late', 'Brakes too late'])
  expect(step.link.filter(({ kind }) => kind === 'has-line')).toHaveLength(2)
})

test('[FMEA-UI-3] links of the net follow a chain', () => {
  const worn = artefact('failure', 150, { title: 'Pad is worn' })
  const graph = graphOf([...small.artefacts.values(), worn], [...small.links.values()])
  const { step } = pasted(graph, 0, 'cause', [['Pad is worn']])
  expect(step.link).toEqual([{ kind: 'results-in', from: worn.uuid, to: lost.uuid }])
  expect(step.unlink).toEqual([{ kind: 'results-in', from: leak.uuid, to: lost.uuid }])
})

test('[FMEA-UI-3] a link that another line states stays', () => {
  const worn = artefact('failure', 150, { title: 'Pad is worn' })
  const second = line(2, { chain: { effect: null, mode: lost.uuid, cause: leak.uuid } })
  const graph = graphOf(
    [...small.artefacts.values(), worn, second],
    [...small.links.values(), ...joins(second, lost, leak)],
  )
  expect(pasted(graph, 0, 'cause', [['Pad is worn']]).step.unlink).toEqual([])
})

test('[FMEA-UI-3] a failure never results in itself', () => {
  const second = line(2, {})
  const graph = graphOf([...small.artefacts.values(), second], [...small.links.values(), ...joins(second)])
  const { step, problems } = pasted(graph, 1, 'mode', [[leak.title, crash.title]])
  expect(step.link).toEqual([])
  expect(problems).toEqual(['Vehicle does not stop would result in itself through Seal leaks: this link is left out.'])
})

test('[FMEA-UI-8] a function is found by title or code, and takes the place of the other', () => {
  for (const name of ['steer', steer.code]) {
    const { step } = pasted(small, 0, 'element', [[name]])
    expect(step.link).toEqual([{ kind: 'fails-as', from: steer.uuid, to: lost.uuid }])
    expect(step.unlink).toEqual([{ kind: 'fails-as', from: brake.uuid, to: lost.uuid }])
  }
})

test('[FMEA-UI-8] an unknown function is refused, a process step is made', () => {
  expect(pasted(small, 0, 'element', [['Fly']])).toMatchObject({
    step: { link: [], unlink: [], made: [] },
    problems: ['Fly: the item has no function or component of this name. Add it there first.'],
  })
  const { step } = pasted(small, 0, 'element', [['Fit the seal']], true)
  expect(step.made.map(({ kind, title }) => [kind, title])).toEqual([['process-step', 'Fit the seal']])
})

test('[FMEA-UI-8] text in the action of a line makes one with its owner and day', () => {
  const { step } = pasted(small, 0, 'action', [['Test the seal', '', 'Anna', '2026-12-01']])
  expect(step.made).toMatchObject([
    { kind: 'fmea-action', title: 'Test the seal', fields: { owner: 'Anna', due: '2026-12-01' } },
  ])
  expect(step.link).toEqual([{ kind: 'improved-by', from: first.uuid, to: step.made[0]!.uuid }])
  expect(pasted(small, 0, 'owner', [['Anna']])).toMatchObject({
    step: { made: [] },
    problems: ['Describe the action first, then its owner and day.'],
  })
})
