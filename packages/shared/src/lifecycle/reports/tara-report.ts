import { type Assessment, type ControlScenario, controlScenarios } from '../rating/assessment.ts'
import { feasibilities, type Feasibility, feasibilityMethods, impactLevels, stakes } from '../methods/method.ts'
import { ratingTypes } from '../program/program-choices.ts'
import { calOfGoal } from '../rating/risk.ts'
import type { Effort } from '../attack-tree/tree.ts'
import type { Block, MatrixCell, Report, ReportCell } from '../../core/documents/report.ts'
import { frontOf } from './report-cover.ts'
import { methodBlocks } from './report-method.ts'
import { code, fieldText, resultCell, section, suspectBlocks, tableOf, textOf, title } from './report-parts.ts'
import type { ReportArtefact, ReportSource } from './report-source.ts'
import { treesBlocks } from './report-trees.ts'
import {
  calWord,
  capital,
  codes,
  effortWords,
  plain,
  plainStatus,
  ratingWords,
  riskCell,
  riskTone,
} from './report-words.ts'

/** A program's threat analysis and risk assessment, for print and for handover (rule EXCHANGE-21). */
export function taraReport(source: ReportSource): Report {
  const { method } = source
  return {
    title: 'Threat analysis and risk assessment',
    ...frontOf(source, 'TARA', [['Method', `${method.name}, version ${method.version}`]]),
    sections: [
      section('Summary', 'portrait', () => summary(source)),
      section('Item', 'portrait', () => item(source)),
      section('Assets', 'landscape', () => assets(source)),
      section('Damage scenarios', 'landscape', () => damages(source)),
      section('Threat scenarios', 'landscape', () => threats(source)),
      section('Attack trees', 'portrait', () => treesBlocks(source)),
      section('Controls and assumptions', 'portrait', () => controls(source)),
      section('Goals and claims', 'portrait', () => goals(source)),
      section('Requirements', 'portrait', () => requirements(source)),
      section('Tests and validations', 'landscape', () => testResults(source)),
      section('Suspect links', 'portrait', () => suspectBlocks(source)),
      section('Method', 'portrait', () => methodBlocks(source)),
    ],
  }
}

async function* summary(source: ReportSource): AsyncGenerator<Block> {
  const cells = {
    initial: new Map<string, number>(),
    today: new Map<string, number>(),
    target: new Map<string, number>(),
  }
  let unrated = 0
  for await (const { assessment } of source.rated()) {
    if (assessment?.overall === null || assessment?.scenarios.initial.feasibility === null || !assessment) unrated += 1
    else countRated(cells, assessment)
  }
  yield {
    is: 'facts',
    facts: [
      ['Assets', String(source.count('asset'))],
      ['Damage scenarios', String(source.count('damage-scenario'))],
      ['Threat scenarios', String(source.count('threat-scenario'))],
      ['Not rated', String(unrated)],
      ['Suspect links', source.suspects.total.toLocaleString('en')],
    ],
  }
  yield { is: 'text', text: 'Each cell has the number of threat scenarios, and the risk that the method gives them.' }
  for (const [scenario, words] of [
    ['initial', 'Risk without controls'],
    ['today', 'Risk with verified controls'],
    ['target', 'Risk with all planned controls'],
  ] as const) {
    yield { is: 'heading', text: words }
    yield riskMatrix(source, cells[scenario])
  }
}

function countRated(cells: Record<ControlScenario, Map<string, number>>, { overall, scenarios }: Assessment): void {
  for (const scenario of controlScenarios) {
    const key = `${overall} ${scenarios[scenario].feasibility}`
    cells[scenario].set(key, (cells[scenario].get(key) ?? 0) + 1)
  }
}

/** The count of threat scenarios in each cell, in the colour of the method's risk. */
function riskMatrix({ method }: ReportSource, cells: ReadonlyMap<string, number>): Block {
  const cell = (impact: (typeof impactLevels)[number], feasibility: Feasibility): MatrixCell => {
    const risk = method.content.matrix[impact][feasibility]
    const n = cells.get(`${impact} ${feasibility}`) ?? 0
    return { text: n === 0 ? '' : n.toLocaleString('en'), note: `risk ${risk}`, tone: riskTone(risk) }
  }
  return {
    is: 'matrix',
    corner: 'Impact',
    columns: feasibilities.map((feasibility) => `${plain(feasibility)} feasibility`),
    rows: impactLevels
      .toReversed()
      .map((impact) => ({ title: impact, cells: feasibilities.map((feasibility) => cell(impact, feasibility)) })),
  }
}

function* item(source: ReportSource): Generator<Block> {
  if (source.description) yield { is: 'text', text: source.description }
  yield { is: 'facts', facts: [['Phase', source.phase]] }
  const about = ['Description', 50, (one: ReportArtefact) => textOf(one)] as const
  yield* tableOf(source, 'system', [code, title, about])
  yield* tableOf(source, 'component', [
    code,
    title,
    ['Category', 14, (one) => fieldText(one, 'category')],
    ['Boundary', 10, (one) => (one.fields.external === true ? 'outside' : 'inside')],
    about,
  ])
  yield* tableOf(source, 'function', [
    code,
    title,
    ['Safety related', 10, (one) => fieldText(one, 'safety_related')],
    ['Performed by', 14, (one) => codes(source.linked(one.uuid, 'performs', 'from'))],
    about,
  ])
  yield* tableOf(source, 'feature', [code, title, about])
  yield* tableOf(source, 'channel', [
    code,
    title,
    ['Medium', 10, (one) => fieldText(one, 'medium')],
    ['Between', 14, (one) => codes(source.linked(one.uuid, 'connects', 'from'))],
    ['Carries', 14, (one) => codes(source.linked(one.uuid, 'carries', 'to'))],
    ['Protection', 16, (one) => fieldText(one, 'protection')],
  ])
  yield* tableOf(source, 'data', [code, title, ['Category', 14, (one) => fieldText(one, 'category')], about])
  yield* tableOf(source, 'boundary', [code, title, about])
  yield* tableOf(source, 'environment', [code, title, about])
  yield* tableOf(source, 'vehicle-model', [
    code,
    title,
    ['Models in the fleet', 20, (one) => fieldText(one, 'models')],
    about,
  ])
}

function* assets(source: ReportSource): Generator<Block> {
  yield* tableOf(
    source,
    'asset',
    [
      code,
      title,
      ['Derived from', 12, (one) => codes(source.linked(one.uuid, 'is-asset', 'from'))],
      ['Properties', 22, (one) => fieldText(one, 'properties')],
      ['Relevant', 8, (one) => fieldText(one, 'relevant')],
      ['Rationale', 26, (one) => textOf(one, 'rationale')],
    ],
    null,
  )
}

function* damages(source: ReportSource): Generator<Block> {
  yield* tableOf(
    source,
    'damage-scenario',
    [
      code,
      title,
      ['Damages', 12, (one) => codes(source.linked(one.uuid, 'harms', 'from'))],
      ...stakes.map((stake) => [capital(stake), 9, (one: ReportArtefact) => fieldText(one, stake)] as const),
      ['Rationale', 34, (one) => textOf(one, 'rationale')],
    ],
    null,
  )
}

type Rated = ReportArtefact & { readonly assessment: Assessment | null }
type RatedColumn = readonly [title: string, width: number, cell: (one: Rated) => ReportCell]

async function* threats(source: ReportSource): AsyncGenerator<Block> {
  yield* tableOf(source, 'threat-scenario', scenarioColumns, null)
  const risks = controlScenarios.map((scenario, i): RatedColumn => [
    ['Risk', 'Today', 'Target'][i]!,
    6,
    ({ assessment }) => riskCell(assessment?.scenarios[scenario].risk ?? null),
  ])
  yield* ratedTable(source, 'Risk', () => true, [
    code,
    title,
    ['Targets', 12, ({ uuid }) => codes(source.linked(uuid, 'targets', 'from'))],
    ['Damage scenarios', 12, ({ uuid }) => codes(source.linked(uuid, 'leads-to', 'from'))],
    ['Impact', 10, ({ assessment }) => plain(assessment?.overall ?? null)],
    ['Feasibility', 10, (one) => decidingWords(source, one)],
    ...risks,
    ['CAL', 5, ({ assessment }) => calWord(assessment?.cal ?? null)],
  ])
  yield* ratedTable(
    source,
    'Treatment',
    ({ fields }) => (fields.treatment ?? null) !== null || textOf({ fields }, 'treatment_reason') !== '',
    [
      code,
      title,
      ['Treatment', 10, (one) => fieldText(one, 'treatment')],
      ['Rationale', 40, (one) => textOf(one, 'treatment_reason')],
      ['Answered by', 14, ({ uuid }) => codes(source.linked(uuid, 'answered-by', 'to'))],
    ],
  )
  const methods = feasibilityMethods.map((name): RatedColumn => [
    `${ratingTypes[name]}${name === source.method.content.deciding ? ' (decides)' : ''}`,
    10,
    ({ assessment }) => ratingWords(assessment?.scenarios.initial.ratings[name] ?? null),
  ])
  yield* ratedTable(source, 'Rated without an attack tree', isOneStep, [
    code,
    title,
    ['Effort', 62, ({ fields }) => effortWords(source.method.content, fields.effort as Effort)],
    ...methods,
  ])
}

/** A scenario's words and classification; its ratings are in the tables below. */
const scenarioColumns = [
  code,
  ['Title', 20, (one: ReportArtefact) => one.title],
  ['Description', 36, (one: ReportArtefact) => textOf(one)],
  ['STRIDE', 15, (one: ReportArtefact) => fieldText(one, 'stride')],
  ['UN R155 Annex 5', 10, (one: ReportArtefact) => fieldText(one, 'annex5')],
  ['Status', 10, (one: ReportArtefact) => plainStatus(one.status)],
] as const

/** The feasibility by the method that decides, without its value. */
function decidingWords({ method }: ReportSource, { assessment }: Rated): string {
  const rating = assessment?.scenarios.initial.ratings[method.content.deciding] ?? null
  return ratingWords(rating && { ...rating, value: null })
}

/** Whether a scenario is rated by its own effort: scenarios with a tree have paths. */
function isOneStep({ assessment }: Rated): boolean {
  return (
    assessment?.paths === 0 && Object.values(assessment.scenarios.initial.ratings).some((rating) => rating !== null)
  )
}

/** A table of the threat scenarios that pass the filter; nothing if none does. */
async function* ratedTable(
  source: ReportSource,
  heading: string | undefined,
  keeps: (one: Rated) => boolean,
  columns: readonly RatedColumn[],
): AsyncGenerator<Block> {
  const rows = (async function* rows(): AsyncGenerator<ReportCell[], undefined> {
    for await (const one of source.rated()) if (keeps(one)) yield columns.map(([, , cell]) => cell(one))
  })()
  const { value: first } = await rows.next()
  if (!first) return
  if (heading !== undefined) yield { is: 'heading', text: heading }
  yield {
    is: 'table',
    columns: columns.map(([name, width]) => ({ title: name, width })),
    rows: (async function* all() {
      yield first
      yield* rows
    })(),
  }
}

function* controls(source: ReportSource): Generator<Block> {
  const where = ['Mitigates', 24, (one: ReportArtefact) => codes(source.linked(one.uuid, 'stands-in', 'to'))] as const
  yield* tableOf(source, 'control', [
    code,
    title,
    ['Type', 12, (one) => fieldText(one, 'type')],
    ['Standing', 12, (one) => fieldText(one, 'standing')],
    where,
  ])
  yield* tableOf(source, 'assumption', [
    code,
    title,
    ['Standing', 16, (one) => fieldText(one, 'holds')],
    ['Assumed in', 24, (one) => codes(source.linked(one.uuid, 'assumed', 'to'))],
  ])
}

function* goals(source: ReportSource): Generator<Block> {
  const answers = [
    'Answers',
    20,
    (one: ReportArtefact) => codes(source.linked(one.uuid, 'answered-by', 'from')),
  ] as const
  yield* tableOf(source, 'goal', [
    code,
    title,
    ['Protects', 18, (one) => fieldText(one, 'property')],
    [
      'CAL',
      5,
      (one) =>
        calWord(
          calOfGoal(
            one.fields.cal as string | null,
            source.linked(one.uuid, 'answered-by', 'from').map(({ uuid }) => source.cal(uuid)),
          ),
        ),
    ],
    answers,
    ['Demands', 20, (one) => codes(source.linked(one.uuid, 'demands', 'to'))],
  ])
  yield* tableOf(source, 'claim', [code, title, answers, ['Rationale', 34, (one) => textOf(one, 'rationale')]])
  yield* tableOf(source, 'concept', [
    code,
    title,
    ['Conceives', 12, (one) => codes(source.linked(one.uuid, 'conceived', 'from'))],
    ['Demands', 20, (one) => codes(source.linked(one.uuid, 'demands', 'to'))],
  ])
}

function* requirements(source: ReportSource): Generator<Block> {
  yield* tableOf(
    source,
    'requirement',
    [
      ['Code', 10, (one) => one.code],
      ['Title', 22, (one) => one.title],
      ['Requirement', 38, (one) => textOf(one, 'text')],
      ['Type', 15, (one) => fieldText(one, 'type')],
      ['Status', 12, (one) => plainStatus(one.status)],
      ['Demanded by', 11, (one) => codes(source.linked(one.uuid, 'demands', 'from'))],
      ['Verified by', 11, (one) => codes(source.linked(one.uuid, 'verified', 'to'))],
    ],
    null,
  )
}

/** What was tested and validated, and how it went. */
function* testResults(source: ReportSource): Generator<Block> {
  const outcome = [
    ['Method', 13, (one: ReportArtefact) => fieldText(one, 'method')],
    ['Result', 10, resultCell],
    ['Run on', 10, (one: ReportArtefact) => fieldText(one, 'run_on')],
    ['Evidence', 18, (one: ReportArtefact) => fieldText(one, 'evidence')],
    ['Status', 11, (one: ReportArtefact) => plainStatus(one.status)],
  ] as const
  const of = (heading: string, link: string) =>
    [heading, 14, (one: ReportArtefact) => codes(source.linked(one.uuid, link, 'from'))] as const
  yield* tableOf(source, 'test-case', [code, title, of('Verifies', 'verified'), ...outcome])
  yield* tableOf(source, 'validation', [code, title, of('Validates', 'validated'), ...outcome])
  if (source.count('test-case') + source.count('validation') === 0)
    yield { is: 'text', text: 'There are no tests or validations.' }
}
