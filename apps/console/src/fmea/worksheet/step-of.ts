import { isStructure } from '@carapace/shared/fmea/failure-place'
import type { CellChange, SheetChange } from '@carapace/shared/core/sheet/ranges'
import { isSame } from '@carapace/shared/graph/artefacts/changes'
import type { ArtefactInput } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { LinkInput } from '../../graph/store/program-api.ts'
import { type GraphState, linksAt } from '../../graph/store/graph-state.ts'
import { isChainPart, type LineColumn } from './columns.ts'
import { failureNames } from './failure-names.ts'
import { type Chain, lineFields } from './lines.ts'
import { netChange } from './net.ts'
import { lineOfNewAction } from './sheet.ts'
import type { MadeArtefact, PartChange, SheetStep } from './step.ts'

/** The worksheet in which something is changed. */
export interface SheetContext {
  readonly graph: GraphState
  readonly fmeaUuid: string
  readonly columns: readonly LineColumn[]
  /** A process FMEA: a step of the process that is not there yet is made. */
  readonly isProcess: boolean
  /** A new uuid, as it will be stored in the program. */
  readonly newUuid: () => string
  /** The uuid of the first line that is added. */
  readonly lineUuid?: string | undefined
}

export interface PlannedStep {
  readonly step: SheetStep
  /** What is left out, and why. */
  readonly problems: readonly string[]
}

type Values = Readonly<Record<string, unknown>>
const elementKinds = ['function', 'component', 'system', 'process-step']
const noChain: Chain = { effect: null, mode: null, cause: null }

/**
 * The change of artefacts and links that a change of cells stands for (rules FMEA-UI-1 to FMEA-UI-4). Failures are
 * found by their titles or made, the failure net follows, and an action is made where a line has none.
 */
export function stepOf(context: SheetContext, { changes, added }: Pick<SheetChange, 'changes' | 'added'>): PlannedStep {
  const { graph, columns, fmeaUuid, newUuid } = context
  const columnAt = new Map(columns.map((each) => [each.key, each]))
  const names = failureNames(graph, newUuid)
  const problems: string[] = []
  const parts: PartChange[] = []
  const made: MadeArtefact[] = []
  const link: LinkInput[] = []
  const unlink: LinkInput[] = []
  const chains = new Map<string, { before?: Chain; after: Chain }>()
  const elementOf = elements(context, made)

  for (const [target, of] of Map.groupBy(changes, (one) => one.target)) {
    const newActionOf = lineOfNewAction(target)
    if (newActionOf !== undefined) addAction(newActionOf, valuesOf(of))
    else if (columnAt.get(of[0]!.column)!.of === 'action') setParts(target, 'fmea-action', of)
    else changeLine(target, of)
  }
  for (const values of added) addLine(values)
  const net = netChange(graph, chains)
  for (const [from, to] of net.circles)
    problems.push(`${titleOf(from)} would result in itself through ${titleOf(to)}: this link is left out.`)
  return {
    step: {
      changes: [...names.renamed, ...parts],
      made: [...names.made, ...made],
      link: [...link, ...net.link],
      unlink: [...unlink, ...net.unlink],
    },
    problems,
  }

  function setParts(uuid: string, kind: string, of: readonly CellChange[]): void {
    for (const { column, before, after } of of) {
      const { part, title } = columnAt.get(column)!
      if ((part === '@title' && after === '') || (part === '@status' && after === null))
        problems.push(`${title}: it cannot be empty. Remove the action in the list of actions.`)
      else parts.push({ uuid, kind, part, before, after })
    }
  }

  function changeLine(uuid: string, of: readonly CellChange[]): void {
    const row = graph.artefacts.get(uuid)
    if (!row) return
    const before = lineFields(row).chain
    const after = { ...before }
    for (const change of of) {
      if (isChainPart(change.column))
        after[change.column] = names.failureOf(String(change.after), before[change.column])
      else if (change.column !== 'element')
        parts.push({ ...change, uuid, kind: row.kind, part: columnAt.get(change.column)!.part })
    }
    for (const part of ['effect', 'mode', 'cause'] as const)
      if (before[part] !== after[part])
        parts.push({ uuid, kind: row.kind, part: `chain.${part}`, before: before[part], after: after[part] })
    const title = lineTitle(of, after)
    if (title !== undefined && title !== row.title)
      parts.push({ uuid, kind: row.kind, part: '@title', before: row.title, after: title })
    if (!isSame(before, after)) chains.set(uuid, { before, after })
    const element = of.find(({ column }) => column === 'element')
    if (element) setElement(String(element.after), after.mode)
  }

  /** A line has the title of its mode. */
  function lineTitle(of: readonly CellChange[], { mode }: Chain): string | undefined {
    const typed = of.find(({ column }) => column === 'mode')
    return typed === undefined || mode === null ? undefined : titleOf(mode)
  }

  function titleOf(uuid: string): string {
    const change = names.renamed.find((one) => one.uuid === uuid)
    if (change) return String(change.after)
    return names.made.find((one) => one.uuid === uuid)?.title ?? graph.artefacts.get(uuid)?.title ?? ''
  }

  function setElement(text: string, mode: string | null): void {
    if (mode === null) return void (text !== '' && problems.push(`${text}: enter the failure mode of it, too.`))
    const found = text === '' ? undefined : elementOf(text)
    if (text !== '' && found === undefined)
      return void problems.push(`${text}: the item has no function or component of this name. Add it there first.`)
    // a function takes the place of functions, a component that of components
    const isOfStructure = (uuid: string) => isStructure(graph.artefacts.get(uuid)?.kind ?? '')
    for (const { kind, from, to } of linksAt(graph, mode))
      if (kind === 'fails-as' && to === mode && from !== found && isOfStructure(from) === isOfStructure(found ?? ''))
        unlink.push({ kind, from, to })
    const wanted = { kind: 'fails-as', from: found ?? '', to: mode }
    const isThere = (one: LinkInput) => one.kind === wanted.kind && one.from === wanted.from && one.to === wanted.to
    if (found !== undefined && !linksAt(graph, mode).some(isThere) && !link.some(isThere)) link.push(wanted)
  }

  function addAction(lineUuid: string, values: Values): void {
    const { '@title': title = '', '@status': state, ...fields } = byPart(values)
    if (title === '')
      return void (isBlank(values) || problems.push('Describe the action first, then its owner and day.'))
    const uuid = newUuid()
    const chosen = state === null || state === undefined ? {} : { status: state as ArtefactInput['status'] }
    made.push({ uuid, kind: 'fmea-action', title: String(title), fields, ...chosen })
    link.push({ kind: 'improved-by', from: lineUuid, to: uuid })
  }

  function byPart(values: Values): Record<string, unknown> {
    return Object.fromEntries(Object.entries(values).map(([key, value]) => [columnAt.get(key)!.part, value]))
  }

  function addLine(values: Values): void {
    const isFirst = !made.some(({ kind }) => kind === 'fmea-line')
    const uuid = (isFirst ? context.lineUuid : undefined) ?? newUuid()
    const of = (kind: LineColumn['of']) =>
      Object.fromEntries(Object.entries(values).filter(([key]) => columnAt.get(key)!.of === kind))
    const chain: Chain = { ...noChain }
    for (const [key, value] of Object.entries(of('chain')))
      if (isChainPart(key)) chain[key] = names.failureOf(String(value), null)
    const title = chain.mode ?? chain.cause ?? chain.effect
    made.push({
      uuid,
      kind: 'fmea-line',
      title: title === null ? 'New line' : titleOf(title),
      fields: { ...of('line'), chain },
    })
    link.push({ kind: 'has-line', from: fmeaUuid, to: uuid })
    chains.set(uuid, { after: chain })
    if (values.element !== undefined) setElement(String(values.element), chain.mode)
    if (Object.keys(of('action')).length > 0) addAction(uuid, of('action'))
  }
}

const valuesOf = (of: readonly CellChange[]): Values =>
  Object.fromEntries(of.map(({ column, after }) => [column, after]))
const isBlank = (values: Values) => Object.values(values).every((value) => value === '' || value === null)

/** Finds an element of the item by title or code; in a process FMEA a new step of the process is made. */
function elements({ graph, isProcess, newUuid }: SheetContext, made: MadeArtefact[]) {
  let known: Map<string, string> | undefined
  return (text: string): string | undefined => {
    known ??= new Map(
      [...graph.artefacts.values()]
        .filter(({ kind }) => elementKinds.includes(kind))
        .flatMap(({ uuid, title, code }) => [
          [code.toLowerCase(), uuid],
          [title.toLowerCase(), uuid],
        ]),
    )
    const name = text.trim().toLowerCase()
    const found = known.get(name)
    if (found !== undefined || !isProcess) return found
    const uuid = newUuid()
    made.push({ uuid, kind: 'process-step', title: text.trim(), fields: {} })
    known.set(name, uuid)
    return uuid
  }
}
