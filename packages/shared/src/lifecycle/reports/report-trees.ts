import { treeOf } from '../rating/assess.ts'
import type { Path } from '../rating/assessment.ts'
import { type Feasibility, feasibilityMethods, type Method } from '../methods/method.ts'
import { ratingTypes } from '../program/program-choices.ts'
import { type RatedTree, rateTree } from '../attack-tree/rate-tree.ts'
import { stepCodes } from '../attack-tree/step-codes.ts'
import { noEffort, type Tree, type TreeStep } from '../attack-tree/tree.ts'
import type { Block, ReportCell, Tone, TreeNode } from '../../core/documents/report.ts'
import type { LinkedNode, ReportArtefact, ReportSource } from './report-source.ts'
import { effortWords, factorWords, levelWords, ratingWords } from './report-words.ts'

const pathsPrinted = 20

/**
 * Each attack tree as a picture with its steps, and its paths as on its page: rated, the easiest first (rule
 * EXCHANGE-21).
 */
export async function* treesBlocks(source: ReportSource): AsyncGenerator<Block> {
  for await (const one of source.each('attack-tree')) {
    const threats = source.linked(one.uuid, 'refined-in', 'from')
    yield { is: 'heading', text: `${one.code} ${one.title}` }
    if (threats.length > 0)
      yield { is: 'text', text: `Refines ${threats.map((node) => `${node.code} ${node.title}`).join(', ')}.` }
    const tree = one.fields.tree as Tree | null
    if (tree) yield* treeBlocks(source, one, tree, threats)
    else yield { is: 'text', text: 'No steps yet.', tone: 'bad' }
  }
}

function* treeBlocks(
  source: ReportSource,
  { uuid, code, title }: ReportArtefact,
  tree: Tree,
  threats: readonly LinkedNode[],
): Generator<Block> {
  const {
    method: { content: method },
    treeContext: surroundings,
  } = source
  const guards = threats.flatMap((threat) => source.linked(threat.uuid, 'stands-in', 'from'))
  const whole = treeOf({ tree, effort: noEffort, controls: guards.map((guard) => guard.uuid) })
  const named = new Map(
    [...guards, ...source.linked(uuid, 'stands-in', 'from'), ...source.linked(uuid, 'assumed', 'from')].map((node) => [
      node.uuid,
      surroundings.refuted.has(node.uuid) ? `${node.code} (does not hold)` : node.code,
    ]),
  )
  const rated = rateTree(method, whole, surroundings)
  const ratings = new Map(rated.ok ? rated.value.initial.steps.map((step) => [step.id, step]) : [])
  const codes = stepCodes(whole, threats.length === 1 ? threats[0]!.code : code)
  const nodes = nodesOf(whole, codes, (step) => ({
    details: stepWords(method, step, named),
    ...ratingLook(method, ratings.get(step.id)),
  }))
  yield { is: 'tree', title: `${code} ${title}`, nodes }
  if (rated.ok) yield* pathBlocks(method, whole, codes, rated.value.initial.paths)
  else yield { is: 'text', text: rated.reason, tone: 'bad' }
}

const feasibilityTones: Readonly<Record<Feasibility, Tone>> = {
  'very-low': 'level-1',
  low: 'level-2',
  medium: 'level-3',
  high: 'level-4',
}

/** The look of a step: its feasibility by the deciding method; strong if it is on the deciding path. */
function ratingLook(
  method: Method,
  step: RatedTree['steps'][number] | undefined,
): Omit<TreeNode, 'depth' | 'label' | 'details'> {
  const rating = step?.ratings[method.deciding]
  if (!step || !rating) return {}
  return {
    // a box of the picture has no room for both words
    note: rating.incomplete ? ratingWords(rating) : `feasibility ${ratingWords(rating)}`,
    tone: feasibilityTones[rating.feasibility],
    isStrong: step.decides,
  }
}

/** A tree depth-first; a step below several others has its details and parts once, then only a reference. */
function nodesOf(
  { root, steps }: Tree,
  codes: ReadonlyMap<string, string>,
  lookOf: (step: TreeStep) => Omit<TreeNode, 'depth' | 'label'>,
): TreeNode[] {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const seen = new Set<string>()
  const nodes: TreeNode[] = []
  const ahead = [{ id: root, depth: 0 }]
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    const step = byId.get(next.id)
    if (!step) continue
    const isAgain = seen.has(step.id)
    seen.add(step.id)
    const { depth } = next
    const label = `${codes.get(step.id)} ${step.title}`
    if (isAgain) {
      nodes.push({ ...lookOf(step), depth, label, details: ' (as above)', note: 'as above' })
      continue
    }
    const gate = step.gate === null ? undefined : step.gate === 'and' ? 'AND' : 'OR'
    nodes.push({ ...lookOf(step), depth, label, gate })
    for (const id of step.parts.toReversed()) ahead.push({ id, depth: depth + 1 })
  }
  return nodes
}

/** The text after a step's title: its gate or its effort, its controls, and its assumptions. */
function stepWords(
  method: Method,
  { gate, effort, controls, caps }: TreeStep,
  named: ReadonlyMap<string, string>,
): string {
  const nameOf = (uuid: string) => named.get(uuid) ?? '?'
  const takes = gate === null ? effortWords(method, effort) : ''
  const met = controls.map(nameOf)
  const assumed = caps.map(
    ({ assumption, factor, level }) => `${nameOf(assumption)} ${levelWords(method, factor, level)}`,
  )
  return [
    gate === null ? '' : gate === 'and' ? ' [all of]' : ' [any of]',
    takes && ` (${takes})`,
    met.length > 0 ? `, met by ${met.join(', ')}` : '',
    assumed.length > 0 ? `, assumed at the most: ${assumed.join(', ')}` : '',
  ].join('')
}

function* pathBlocks(
  method: Method,
  { steps }: Tree,
  codes: ReadonlyMap<string, string>,
  paths: readonly Path[],
): Generator<Block> {
  const { deciding } = method
  const rated = feasibilityMethods.filter((name) => paths.some(({ ratings }) => ratings[name] !== null))
  const byId = new Map(steps.map((step) => [step.id, step]))
  const shown = paths.slice(0, pathsPrinted)
  yield {
    is: 'text',
    text:
      `${paths.length.toLocaleString('en')} ${paths.length === 1 ? 'path' : 'paths'}` +
      `${paths.length > shown.length ? `, of which the ${shown.length} easiest` : ''}, without controls:`,
  }
  if (!rated.includes(deciding))
    yield { is: 'text', text: `Not rated by ${ratingTypes[deciding]}, which decides.`, tone: 'bad' }
  const takes = rated.includes('potential') ? [{ title: 'Effort', width: 34 }] : []
  yield {
    is: 'table',
    columns: [
      { title: 'Path', width: 12 },
      { title: 'Steps', width: 34 },
      ...takes,
      ...rated.map((name) => ({ title: `${ratingTypes[name]}${name === deciding ? ' (decides)' : ''}`, width: 11 })),
    ],
    rows: shown.map((path, i): ReportCell[] => [
      i === 0 && path.ratings[deciding] !== null ? '1 (decides)' : String(i + 1),
      path.steps.map((id) => pathStep(codes.get(id)!, byId.get(id)!)).join(' + '),
      ...takes.map(() => (path.ratings.potential ? factorWords(method, path.factors) : '–')),
      ...rated.map((name) => ratingWords(path.ratings[name])),
    ]),
  }
}

/** The name of a step in a path; a refined step is in a path because of its controls (rule TREE-6). */
function pathStep(code: string, { title, gate }: TreeStep): string {
  return gate === null ? `${code} ${title}` : `controls of ${code} ${title}`
}
