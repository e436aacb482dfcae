import { type Parsed, parsed, refused } from '../../core/parsed.ts'
import type { ArtefactKind } from '../../graph/artefacts/artefact-kind.ts'
import { whyNotTree } from '../attack-tree/attack-tree.ts'
import { type Effort, mostSteps, noEffort, type Tree, type TreeStep } from '../attack-tree/tree.ts'
import { treeKind } from '../kinds/tara.kinds.ts'
import { type Method, potentialFactors } from '../methods/method.ts'
import { effortCell, factorLevel } from './effort-cells.ts'

/** The column with the steps of attack trees (rule EXCHANGE-32). */
export const stepsColumn = { key: 'tree.steps', title: 'Steps' } as const
export const hasSteps = ({ kind }: Pick<ArtefactKind, 'kind'>) => kind === treeKind.kind

/** A spreadsheet's cell holds 32,767 characters. */
const mostLetters = 32_000
const unrated = '-'

/**
 * The steps of a tree, one a line, parts below what they are parts of by two more spaces:
 * `Inject a request (all)`, then `  Reach the OBD port [≤ 1 day, Layman, Public, Easy, Standard]`. A shared step has a
 * line at each of its places. Null: there is no tree, or it is too large for a cell.
 */
export function stepsCell(method: Method, tree: Tree | null): string | null {
  if (!tree) return null
  const byId = new Map(tree.steps.map((step) => [step.id, step]))
  const lines: string[] = []
  let letters = 0
  const write = (id: string, level: number): void => {
    const step = byId.get(id)
    if (!step || letters > mostLetters) return
    const line = `${'  '.repeat(level)}${step.title}${ending(method, step)}`
    lines.push(line)
    letters += line.length + 1
    for (const part of step.parts) write(part, level + 1)
  }
  write(tree.root, 0)
  return letters > mostLetters ? null : lines.join('\n')
}

function ending(method: Method, { gate, effort }: TreeStep): string {
  if (gate) return gate === 'and' ? ' (all)' : ' (any)'
  const levels = potentialFactors.map((factor) => effortCell(method, effort, factor) ?? unrated)
  return levels.every((level) => level === unrated) ? '' : ` [${levels.join(', ')}]`
}

interface Line {
  readonly level: number
  readonly title: string
  readonly gate: 'and' | 'or' | undefined
  readonly levels: readonly string[] | undefined
}

/**
 * The tree that a cell describes. Steps are known by their titles: those of the tree before keep what the cell does not
 * state, such as controls and notes. Several steps without one above them are the parts of `title`, all of which are
 * needed.
 */
export function treeOfCell(method: Method, cell: string, title: string, before: Tree | null): Parsed<Tree> {
  if (cell.trim() === stepsCell(method, before)?.trim()) return parsed(before!)
  const lines = linesOf(cell)
  if (lines.length > mostSteps * 4) return refused(`Steps: more than ${mostSteps * 4} lines.`)
  const isPath = lines.filter(({ level }) => level === 0).length > 1
  const root: Line = { level: 0, title, gate: 'and', levels: undefined }
  const all = isPath ? [root, ...lines.map((line) => ({ ...line, level: line.level + 1 }))] : lines
  const built = stepsOf(method, all, before)
  if (!built.ok) return built
  const tree = { root: built.value[0]!.id, steps: built.value }
  const why = whyNotTree(tree)
  return why === undefined ? parsed(tree) : refused(`Steps: ${why}`)
}

const form = /^(?<title>.*?)(?: \((?<gate>all|any)\))?(?: \[(?<levels>[^[\]]*)\])?$/

/** The indentation, and a mark of a list, which is left out; no part of it is tried twice, however long a line is. */
const marker = /^(\s*)(?:[-*•]\s+|\d{1,4}[.)]\s+)?(.*)$/

/** Lines with their level, by their indentation: one deeper than the line above is a part of it. */
function linesOf(cell: string): Line[] {
  const indents: number[] = []
  return cell.split('\n').flatMap((text): Line[] => {
    const [, space = '', words = ''] = marker.exec(text.trimEnd())!
    if (words === '') return []
    while (indents.length > 0 && indents.at(-1)! >= space.length) indents.pop()
    indents.push(space.length)
    const { title, gate, levels } = form.exec(words.slice(0, 1_000))!.groups!
    return [
      {
        level: indents.length - 1,
        title: title!.slice(0, 200).trim(),
        gate: gate === undefined ? undefined : gate === 'all' ? 'and' : 'or',
        levels: levels?.split(',').map((level) => level.trim()),
      },
    ]
  })
}

function stepsOf(method: Method, lines: readonly Line[], before: Tree | null): Parsed<TreeStep[]> {
  const known = new Map(before?.steps.map((step) => [step.title, step]))
  const taken = new Set(before?.steps.map(({ id }) => id))
  const steps = new Map<string, TreeStep>()
  const above: string[] = []
  for (const line of lines) {
    const there = steps.get(line.title) ?? known.get(line.title)
    const effort = effortOf(method, line, there?.effort ?? noEffort)
    if (!effort.ok) return effort
    const id = there?.id ?? freshId(taken)
    steps.set(line.title, {
      ...(there ?? { id, title: line.title, note: '', techniques: [], controls: [], caps: [] }),
      gate: line.gate ?? there?.gate ?? null,
      parts: steps.get(line.title)?.parts ?? [],
      effort: effort.value,
    })
    above.length = line.level
    const host = steps.get(above.at(-1) ?? '')
    if (host && !host.parts.includes(id)) steps.set(host.title, { ...host, parts: [...host.parts, id] })
    above.push(line.title)
  }
  return parsed(
    [...steps.values()].map((step) => ({ ...step, gate: step.parts.length > 0 ? (step.gate ?? 'or') : null })),
  )
}

function freshId(taken: Set<string>): string {
  let n = taken.size + 1
  while (taken.has(`s${n}`)) n += 1
  taken.add(`s${n}`)
  return `s${n}`
}

function effortOf(method: Method, { title, levels }: Line, before: Effort): Parsed<Effort> {
  if (!levels) return parsed(before)
  const potential: Effort['potential'] = {}
  for (const [i, factor] of potentialFactors.entries()) {
    const text = levels[i] ?? unrated
    if (text === unrated || text === '') continue
    const key =
      text === effortCell(method, before, factor) ? before.potential[factor] : factorLevel(method, factor, text)
    if (key === undefined)
      return refused(
        `Steps: ${JSON.stringify(text.slice(0, 60))} of ${JSON.stringify(title.slice(0, 60))} is no level of ` +
          `${method.potential.factors[factor].label}.`,
      )
    potential[factor] = key
  }
  return parsed({ ...before, potential })
}
