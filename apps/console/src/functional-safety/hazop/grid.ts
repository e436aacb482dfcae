import {
  type Guideword,
  type GuidewordMethod,
  type HazopCoverage,
  hazopCoverage,
} from '@carapace/shared/functional-safety/guidewords'
import { hazopEntriesOf } from '@carapace/shared/functional-safety/hazop-graph'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { type GraphState, linksAt } from '../../graph/store/graph-state.ts'

/** What is shown of a cell. To judge: it has failures, and none is judged yet. */
export const shownStates = ['hazardous', 'harmless', 'not-applicable', 'to-judge', 'open'] as const
type ShownState = (typeof shownStates)[number]

/** A function and a guideword, with the failures that were found there, by code. */
export interface Cell {
  readonly function: Artefact
  readonly guideword: Guideword
  readonly state: ShownState
  readonly failures: readonly Artefact[]
}

/** A function with its cells in the order of the guidewords. */
export interface GridRow {
  readonly function: Artefact
  readonly cells: readonly Cell[]
  /** Cells that are not open for the coverage. */
  readonly judged: number
}

interface Grid {
  readonly rows: readonly GridRow[]
  readonly coverage: HazopCoverage
}

type Graph = Pick<GraphState, 'artefacts' | 'links'>

export type Judgement = 'hazardous' | 'harmless' | 'not-applicable'
export const judgementOf = ({ fields }: Pick<Artefact, 'fields'>) =>
  (fields.judgement as Judgement | null | undefined) ?? null
export const guidewordOf = ({ fields }: Pick<Artefact, 'fields'>) => (fields.guideword as string | undefined) ?? ''
const reasonOf = ({ fields }: Pick<Artefact, 'fields'>) => (fields.reason as string | undefined) ?? ''

/** The failures of a function, or of another element. */
export function failuresOf(graph: Graph, uuid: string): readonly Artefact[] {
  return linksAt(graph, uuid)
    .flatMap(({ kind, from, to }) => (kind === 'fails-as' && from === uuid ? (graph.artefacts.get(to) ?? []) : []))
    .sort((a, b) => a.number - b.number)
}

/** The grid of functions and guidewords (rules HAZOP-3 to HAZOP-6). Failures without a guideword are not in it. */
export function gridOf(graph: Graph, functions: readonly Artefact[], method: GuidewordMethod): Grid {
  const found = new Map(
    functions.map(({ uuid }) => [uuid, failuresOf(graph, uuid).filter((each) => guidewordOf(each) !== '')]),
  )
  const coverage = hazopCoverage(
    functions.map(({ uuid }) => uuid),
    method,
    [...found].flatMap(([uuid, failures]) =>
      hazopEntriesOf(
        failures,
        failures.map((each) => ({ kind: 'fails-as', from: uuid, to: each.uuid })),
      ),
    ),
  )
  const width = method.guidewords.length
  const rows = functions.map((each, place): GridRow => {
    const byGuideword = Map.groupBy(found.get(each.uuid)!, guidewordOf)
    const judged = coverage.cells.slice(place * width, (place + 1) * width)
    const cells = method.guidewords.map((guideword, column): Cell => {
      const failures = byGuideword.get(guideword.key) ?? []
      return { function: each, guideword, failures, state: shownState(judged[column]!.state, failures) }
    })
    return { function: each, cells, judged: judged.filter(({ state }) => state !== 'open').length }
  })
  return { rows, coverage }
}

function shownState(state: HazopCoverage['cells'][number]['state'], failures: readonly Artefact[]): ShownState {
  if (state === 'not-applicable') return state
  if (state === 'open') return failures.length > 0 ? 'to-judge' : 'open'
  return failures.some((each) => judgementOf(each) === 'hazardous') ? 'hazardous' : 'harmless'
}

export const stateWords: Readonly<Record<ShownState, string>> = {
  hazardous: 'Hazardous',
  harmless: 'Not hazardous',
  'not-applicable': 'Does not apply',
  'to-judge': 'To judge',
  open: 'Open',
}
export const stateGlyphs: Readonly<Record<ShownState, string>> = {
  hazardous: '▲',
  harmless: '✓',
  'not-applicable': '–',
  'to-judge': '?',
  open: '·',
}

/** A cell for a screen reader and as a tooltip. */
export function cellText({ function: of, guideword, state, failures }: Cell): string {
  const malfunctions = failures.filter((each) => judgementOf(each) !== 'not-applicable')
  const reason = state === 'not-applicable' ? failures.map(reasonOf).find(Boolean) : undefined
  return [
    `${of.code} ${of.title}, ${guideword.title}: ${stateWords[state]}`,
    ...(reason === undefined ? malfunctions.map(({ code, title }) => `${code} ${title}`) : [reason]),
  ].join('\n')
}

export interface Cursor {
  readonly row: number
  readonly column: number
}

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  PageDown: [15, 0],
  PageUp: [-15, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
}

/** Where a key moves the cursor, within the grid; undefined: it is no key for that (rule SAFETY-UI-9). */
export function movedBy(key: string, { row, column }: Cursor, rows: number, columns: number): Cursor | undefined {
  const step = steps[key]
  if (!step || rows === 0 || columns === 0) return undefined
  const within = (at: number, count: number) => Math.max(0, Math.min(count - 1, at))
  return { row: within(row + step[0], rows), column: within(column + step[1], columns) }
}

/** The next open cell after the cursor, row by row, from the start again; undefined: all are judged. */
export function nextOpen(rows: readonly GridRow[], { row, column }: Cursor): Cursor | undefined {
  const width = rows[0]?.cells.length ?? 0
  const count = rows.length * width
  for (let step = 1; step <= count; step += 1) {
    const at = (row * width + column + step) % count
    const cell = rows[Math.floor(at / width)]!.cells[at % width]!
    if (cell.state === 'open' || cell.state === 'to-judge') return { row: Math.floor(at / width), column: at % width }
  }
  return undefined
}

/** A cell in the address: `FN-03.no`. */
export const cellName = ({ function: of, guideword }: Pick<Cell, 'function' | 'guideword'>) =>
  `${of.code}.${guideword.key}`

/** Where the cell of an address is; undefined: the grid does not have it. */
export function cellAt(rows: readonly GridRow[], name: string | undefined): Cursor | undefined {
  const [code, ...rest] = (name ?? '').split('.')
  const row = rows.findIndex(({ function: of }) => of.code === code)
  const column = rows[row]?.cells.findIndex(({ guideword }) => guideword.key === rest.join('.')) ?? -1
  return column < 0 ? undefined : { row, column }
}
