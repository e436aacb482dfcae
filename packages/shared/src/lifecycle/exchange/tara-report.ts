import { artefactKindNamed } from '../../artefact-kinds.ts'
import { pathsOf } from '../attack-tree.ts'
import { type Assessment, type ControlScenario, controlScenarios } from '../assessment.ts'
import { feasibilities, type Feasibility, impactLevels, potentialFactors, stakes } from '../method.ts'
import type { Tree } from '../tree.ts'
import { cellOf } from './cells.ts'
import { type Block, type Report, type ReportCell, riskCell, type Section } from './report.ts'
import type { LinkedNode, ReportArtefact, ReportSource } from './report-source.ts'

const pathsPrinted = 20

/** A program's threat analysis and risk assessment, to print and to hand over (rule EX21). */
export function taraReport(source: ReportSource): Report {
  const { program, project, method, madeAt, seq } = source
  return {
    title: 'Threat analysis and risk assessment',
    subtitle: project === undefined ? program : `${program}: ${project}`,
    facts: [['Program', program], ...(project === undefined ? [] : [['Project', project] as const]), ['Method', `${method.name}, version ${method.version}`], ['State of the graph', `moment ${seq}`], ['Made', `${madeAt.slice(0, 16).replace('T', ' ')} UTC`]],
    sections: [
      section('Summary', () => summary(source)), section('Item', () => item(source)), section('Assets', () => assets(source)), section('Damage scenarios', () => damages(source)), section('Threat scenarios', () => threats(source)), section('Attack trees', () => trees(source)),
      section('Controls and assumptions', () => controls(source)), section('Goals and claims', () => goals(source)), section('Requirements', () => requirements(source)), section('To be confirmed', () => suspects(source)), section('Method', () => methodBlocks(source)),
    ],
  }
}

const section = (title: string, blocks: Section['blocks']): Section => ({ title, blocks })
const codes = (nodes: readonly LinkedNode[]) => nodes.map(({ code }) => code).join(', ')
const wordOf = (kind: string, field: string, value: unknown): string => String(cellOf(artefactKindNamed(kind)!.fields[field]!, value) ?? '–')
const said = ({ kind, fields }: ReportArtefact, field: string) => wordOf(kind, field, fields[field])
const textOf = ({ fields }: ReportArtefact, field = 'description') => String(fields[field] ?? '')
const plain = (word: string | null) => (word === null ? '–' : word.replace('-', ' '))

/** A table of a kind's artefacts; nothing where there are none. */
function* tableOf(source: ReportSource, kind: string, columns: readonly (readonly [title: string, width: number, cell: (one: ReportArtefact) => ReportCell])[], heading = artefactKindNamed(kind)!.plural): Generator<Block> {
  if (source.count(kind) === 0) return
  yield { is: 'heading', text: heading }
  yield {
    is: 'table', columns: columns.map(([title, width]) => ({ title, width })),
    rows: (async function* rows() {
      for await (const one of source.each(kind)) yield columns.map(([, , cell]) => cell(one))
    })(),
  }
}

const code = ['Code', 9, (one: ReportArtefact) => one.code] as const
const title = ['Title', 26, (one: ReportArtefact) => one.title] as const

async function* summary(source: ReportSource): AsyncGenerator<Block> {
  const cells = { initial: new Map<string, number>(), today: new Map<string, number>(), target: new Map<string, number>() }
  let unrated = 0
  for await (const { assessment } of source.rated()) {
    if (assessment?.overall === null || assessment?.scenarios.initial.feasibility === null || !assessment) unrated += 1
    else countRated(cells, assessment)
  }
  yield { is: 'facts', facts: [['Assets', String(source.count('asset'))], ['Damage scenarios', String(source.count('damage-scenario'))], ['Threat scenarios', String(source.count('threat-scenario'))], ['Not rated', String(unrated)], ['Links to be confirmed', String(source.suspects.length)]] }
  for (const [scenario, words] of [['initial', 'Risk without controls'], ['today', 'Risk with verified controls'], ['target', 'Risk with all planned controls']] as const) {
    yield { is: 'heading', text: words }
    yield matrixTable(source, cells[scenario])
  }
}

function countRated(cells: Record<ControlScenario, Map<string, number>>, { overall, scenarios }: Assessment): void {
  for (const scenario of controlScenarios) {
    const key = `${overall} ${scenarios[scenario].feasibility}`
    cells[scenario].set(key, (cells[scenario].get(key) ?? 0) + 1)
  }
}

/** How many threat scenarios stand in each cell; each says what risk it is. */
function matrixTable({ method }: ReportSource, cells: ReadonlyMap<string, number>): Block {
  const cell = (impact: (typeof impactLevels)[number], feasibility: Feasibility): ReportCell => {
    const risk = method.content.matrix[impact][feasibility]
    const n = cells.get(`${impact} ${feasibility}`) ?? 0
    return { text: n === 0 ? `(${risk})` : `${n} (${risk})`, tone: `risk-${risk}` as 'risk-1' }
  }
  return { is: 'table', columns: [{ title: 'Impact', width: 20 }, ...feasibilities.map((feasibility) => ({ title: `${plain(feasibility)} feasibility`, width: 20 }))], rows: impactLevels.toReversed().map((impact) => [impact, ...feasibilities.map((feasibility) => cell(impact, feasibility))]) }
}

function* item(source: ReportSource): Generator<Block> {
  if (source.description) yield { is: 'text', text: source.description }
  yield { is: 'facts', facts: [['Phase', source.phase]] }
  const about = ['Description', 50, (one: ReportArtefact) => textOf(one)] as const
  yield* tableOf(source, 'system', [code, title, about])
  yield* tableOf(source, 'component', [code, title, ['Category', 14, (one) => said(one, 'category')], ['Boundary', 10, (one) => (one.fields.external === true ? 'outside' : 'inside')], about])
  yield* tableOf(source, 'function', [code, title, ['Safety related', 10, (one) => said(one, 'safety_related')], ['Performed by', 14, (one) => codes(source.linked(one.uuid, 'performs', 'from'))], about])
  yield* tableOf(source, 'feature', [code, title, about])
  yield* tableOf(source, 'channel', [code, title, ['Medium', 10, (one) => said(one, 'medium')], ['Between', 14, (one) => codes(source.linked(one.uuid, 'connects', 'from'))], ['Carries', 14, (one) => codes(source.linked(one.uuid, 'carries', 'to'))], ['Protection', 16, (one) => said(one, 'protection')]])
  yield* tableOf(source, 'data', [code, title, ['Category', 14, (one) => said(one, 'category')], about])
  yield* tableOf(source, 'boundary', [code, title, about])
  yield* tableOf(source, 'environment', [code, title, about])
}

function* assets(source: ReportSource): Generator<Block> {
  yield* tableOf(source, 'asset', [code, title, ['Comes from', 12, (one) => codes(source.linked(one.uuid, 'is-asset', 'from'))], ['Properties', 22, (one) => said(one, 'properties')], ['Relevant', 8, (one) => said(one, 'relevant')], ['Why', 26, (one) => textOf(one, 'rationale')]])
}

function* damages(source: ReportSource): Generator<Block> {
  yield* tableOf(source, 'damage-scenario', [code, title, ['Harms', 12, (one) => codes(source.linked(one.uuid, 'harms', 'from'))], ...stakes.map((stake) => [`${stake[0]!.toUpperCase()}${stake.slice(1)}`, 9, (one: ReportArtefact) => said(one, stake)] as const), ['Why', 20, (one) => textOf(one, 'rationale')]])
}

function* threats(source: ReportSource): Generator<Block> {
  if (source.count('threat-scenario') === 0) return
  const widths: readonly (readonly [string, number])[] = [['Code', 9], ['Title', 26], ['Targets', 10], ['Comes of', 10], ['Impact', 9], ['Feasibility', 10], ['Risk', 5], ['Today', 5], ['Target', 5], ['CAL', 4], ['Treatment', 9], ['Answered by', 10]]
  yield {
    is: 'table', columns: widths.map(([name, width]) => ({ title: name, width })),
    rows: (async function* rows() {
      for await (const one of source.rated()) yield threatRow(source, one, one.assessment)
    })(),
  }
}

function threatRow(source: ReportSource, one: ReportArtefact, assessment: Assessment | null): ReportCell[] {
  const { scenarios, overall = null, cal = null } = assessment ?? {}
  const risks = controlScenarios.map((scenario) => riskCell(scenarios?.[scenario].risk ?? null))
  return [
    one.code, one.title, codes(source.linked(one.uuid, 'targets', 'from')), codes(source.linked(one.uuid, 'leads-to', 'from')), plain(overall), plain(scenarios?.initial.feasibility ?? null), ...risks, cal === null || cal === 0 ? '–' : String(cal),
    said(one, 'treatment'), codes(source.linked(one.uuid, 'answered-by', 'to')),
  ]
}

async function* trees(source: ReportSource): AsyncGenerator<Block> {
  for await (const one of source.each('attack-tree')) {
    const threat = source.linked(one.uuid, 'refined-in', 'from')
    yield { is: 'heading', text: `${one.code} ${one.title}` }
    if (threat.length > 0) yield { is: 'text', text: `Refines ${threat.map((node) => `${node.code} ${node.title}`).join(', ')}.` }
    const tree = one.fields.tree as Tree | null
    if (tree) yield* treeBlocks(tree, source.linked(one.uuid, 'stands-in', 'from'))
    else yield { is: 'text', text: 'No steps yet.', tone: 'bad' }
  }
}

function* treeBlocks(tree: Tree, controls: readonly LinkedNode[]): Generator<Block> {
  yield { is: 'outline', lines: outlineOf(tree, new Map(controls.map((node) => [node.uuid, node.code]))) }
  const found = pathsOf(tree)
  if (!found.ok) return void (yield { is: 'text', text: found.reason, tone: 'bad' })
  const paths = found.value.get(tree.root) ?? []
  yield { is: 'text', text: `${paths.length.toLocaleString('en')} ${paths.length === 1 ? 'path' : 'paths'}${paths.length > pathsPrinted ? `, of which the first ${pathsPrinted}` : ''}:` }
  yield { is: 'outline', lines: paths.slice(0, pathsPrinted).map((steps, i) => ({ depth: 0, text: `${i + 1}. ${steps.join(' + ')}` })) }
}

/** A tree as lines; a step that stands under several is printed once, and named after that. */
function outlineOf({ root, steps }: Tree, codeOf: ReadonlyMap<string, string>): { depth: number; text: string }[] {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const printed = new Set<string>()
  const lines: { depth: number; text: string }[] = []
  const todo = [{ id: root, depth: 0 }]
  for (let next = todo.pop(); next; next = todo.pop()) {
    const step = byId.get(next.id)
    if (!step) continue
    const isAgain = printed.has(step.id)
    printed.add(step.id)
    const gate = step.gate === null ? '' : step.gate === 'and' ? ' [all of]' : ' [any of]'
    const effort = potentialFactors.flatMap((factor) => (step.effort.potential[factor] === undefined ? [] : [`${factor} ${step.effort.potential[factor]}`]))
    const met = step.controls.map((uuid) => codeOf.get(uuid) ?? '?')
    lines.push({ depth: next.depth, text: `${step.id} ${step.title}${isAgain ? ' (as above)' : `${gate}${effort.length > 0 ? ` (${effort.join(', ')})` : ''}${met.length > 0 ? `, met by ${met.join(', ')}` : ''}`}` })
    if (!isAgain) for (const id of step.parts.toReversed()) todo.push({ id, depth: next.depth + 1 })
  }
  return lines
}

function* controls(source: ReportSource): Generator<Block> {
  const where = ['Stands in the way of', 24, (one: ReportArtefact) => codes(source.linked(one.uuid, 'stands-in', 'to'))] as const
  yield* tableOf(source, 'control', [code, title, ['Type', 12, (one) => said(one, 'type')], ['Standing', 12, (one) => said(one, 'standing')], where])
  yield* tableOf(source, 'assumption', [code, title, ['Standing', 16, (one) => said(one, 'holds')], ['Assumed in', 24, (one) => codes(source.linked(one.uuid, 'assumed', 'to'))]])
}

function* goals(source: ReportSource): Generator<Block> {
  const answers = ['Answers', 20, (one: ReportArtefact) => codes(source.linked(one.uuid, 'answered-by', 'from'))] as const
  yield* tableOf(source, 'goal', [code, title, ['Protects', 18, (one) => said(one, 'property')], ['CAL', 5, (one) => said(one, 'cal')], answers, ['Demands', 20, (one) => codes(source.linked(one.uuid, 'demands', 'to'))]])
  yield* tableOf(source, 'claim', [code, title, answers, ['Why it may be claimed', 34, (one) => textOf(one, 'rationale')]])
  yield* tableOf(source, 'concept', [code, title, ['Conceives', 12, (one) => codes(source.linked(one.uuid, 'conceived', 'from'))], ['Demands', 20, (one) => codes(source.linked(one.uuid, 'demands', 'to'))]])
}

function* requirements(source: ReportSource): Generator<Block> {
  yield* tableOf(source, 'requirement', [code, title, ['Requirement', 40, (one) => textOf(one, 'text')], ['Type', 12, (one) => said(one, 'type')], ['Status', 11, (one) => plainStatus(one.status)], ['Demanded by', 12, (one) => codes(source.linked(one.uuid, 'demands', 'from'))], ['Verified by', 12, (one) => codes(source.linked(one.uuid, 'verified', 'to'))]])
}

export const plainStatus = (status: string) => status.toLowerCase().replaceAll('_', ' ')

function* suspects({ suspects: links }: ReportSource): Generator<Block> {
  if (links.length === 0) return void (yield { is: 'text', text: 'Nothing: every link was confirmed since what it comes of last changed.' })
  yield { is: 'table', columns: [{ title: 'From', width: 30 }, { title: 'To', width: 30 }, { title: 'What changed', width: 40 }], rows: links.map(({ from, to, reason }) => [`${from.code} ${from.title}`, `${to.code} ${to.title}`, reason]) }
}

function* methodBlocks({ method: { name, version, content } }: ReportSource): Generator<Block> {
  const { potential, cvss, matrix, deciding } = content
  yield { is: 'text', text: `${name}, version ${version}. Risk is decided by ${{ potential: 'attack potential', cvss: 'CVSS exploitability', vector: 'the attack vector' }[deciding]}.` }
  yield { is: 'heading', text: 'Attack potential' }
  yield { is: 'table', columns: [{ title: 'Factor', width: 25 }, { title: 'Levels and what they count', width: 75 }], rows: potentialFactors.map((factor) => [potential.factors[factor].label, potential.factors[factor].levels.map(({ label, value }) => `${label} ${value}`).join('; ')]) }
  yield { is: 'text', text: `Less than ${potential.thresholds.medium} is high, from ${potential.thresholds.medium} medium, from ${potential.thresholds.low} low, from ${potential.thresholds['very-low']} very low. Where all steps are needed, ${potential.and === 'max' ? 'the hardest of each factor counts' : 'factors are added'}.` }
  yield { is: 'text', text: `CVSS exploitability: from ${cvss.thresholds.high} high, from ${cvss.thresholds.medium} medium, from ${cvss.thresholds.low} low.` }
  yield { is: 'heading', text: 'Risk matrix' }
  yield { is: 'table', columns: [{ title: 'Impact', width: 20 }, ...feasibilities.map((feasibility) => ({ title: `${plain(feasibility)} feasibility`, width: 20 }))], rows: impactLevels.toReversed().map((impact) => [impact, ...feasibilities.map((feasibility) => riskCell(matrix[impact][feasibility]))]) }
}
