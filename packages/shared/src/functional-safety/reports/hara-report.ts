import { storedFields } from '../../graph/artefacts/artefact-kind.ts'
import type { Block, Report, ReportCell, Tone } from '../../core/documents/report.ts'
import { frontOf } from '../../lifecycle/reports/report-cover.ts'
import {
  code,
  fieldText,
  resultCell,
  section,
  suspectBlocks,
  tableOf,
  textOf,
  title,
} from '../../lifecycle/reports/report-parts.ts'
import type { ReportArtefact, ReportSource } from '../../lifecycle/reports/report-source.ts'
import { codes, plainStatus } from '../../lifecycle/reports/report-words.ts'
import { type Asil, asils } from '../asil.ts'
import type { GuidewordMethod, HazopCoverage } from '../guidewords.ts'
import { type HaraFinding, haraRules, type HaraSeverity } from '../hara-rules.ts'
import { hazardousEventKind } from '../kinds/hazard.kinds.ts'
import type { SituationCatalogue } from '../situation-catalogue.ts'
import { normalSituation, situationTitle } from '../situations.ts'
import type { StoredAsil } from '../stored-asil.ts'

interface Version<Content> {
  readonly name: string
  readonly version: number
  readonly content: Content
}

/** What a report on a hazard analysis needs besides the artefacts. */
export interface HaraReported {
  readonly asils: ReadonlyMap<string, StoredAsil>
  readonly guidewords: Version<GuidewordMethod>
  readonly situations: Version<SituationCatalogue>
  /** Of the whole program. */
  readonly coverage: Pick<HazopCoverage, 'counts' | 'share'>
  readonly findings: readonly HaraFinding[]
  /** The codes of the artefacts that findings are about, by uuid. */
  readonly codeOf: (uuid: string) => string
}

/** Maximum findings that are printed. */
const findingsPrinted = 2_000

/**
 * A program's hazard analysis and risk assessment with its safety goals and requirements, for print and for handover
 * (ISO 26262-3, clauses 6 and 7; rule HARA-25).
 */
export function haraReport(source: ReportSource, about: HaraReported): Report {
  const { guidewords, situations } = about
  return {
    title: 'Hazard analysis and risk assessment',
    ...frontOf(source, 'HARA', [
      ['Guidewords', `${guidewords.name}, version ${guidewords.version}`],
      ['Situations', `${situations.name}, version ${situations.version}`],
    ]),
    sections: [
      section('Summary', 'portrait', () => summary(source, about)),
      section('Functions and malfunctions', 'landscape', () => malfunctions(source, about)),
      section('Hazards', 'landscape', () => hazards(source)),
      section('Hazardous events', 'landscape', () => events(source, about)),
      section('Safety goals', 'landscape', () => goals(source, about)),
      section('Functional safety concepts', 'landscape', () => concepts(source, about)),
      section('Safety requirements', 'landscape', () => requirements(source, about)),
      section('Safety tests', 'landscape', () => tests(source)),
      section('Findings', 'landscape', () => findings(about)),
      section('Suspect links', 'portrait', () => suspectBlocks(source)),
      section('Guidewords', 'portrait', () => guidewordsUsed(about)),
    ],
  }
}

const tones: Readonly<Record<Asil, Tone>> = { QM: 'level-1', A: 'level-2', B: 'level-3', C: 'level-4', D: 'level-5' }

function asilCell({ asils: known }: HaraReported, uuid: string): ReportCell {
  const asil = known.get(uuid)
  return asil?.tag && asil.text !== null ? { text: asil.text, tone: tones[asil.tag.level] } : '–'
}

const asilColumn = (about: HaraReported) => ['ASIL', 6, (one: ReportArtefact) => asilCell(about, one.uuid)] as const

type Side = 'from' | 'to'
const linkedColumn = (source: ReportSource, heading: string, width: number, link: string, side: Side) =>
  [heading, width, (one: ReportArtefact) => codes(source.linked(one.uuid, link, side))] as const
const fieldColumn = (heading: string, width: number, field: string) =>
  [heading, width, (one: ReportArtefact) => fieldText(one, field)] as const
const textColumn = (heading: string, width: number, field: string) =>
  [heading, width, (one: ReportArtefact) => textOf(one, field)] as const

async function* summary(source: ReportSource, { asils: known, coverage, findings: found }: HaraReported) {
  const { counts, share } = coverage
  yield {
    is: 'facts',
    facts: [
      [
        'HAZOP',
        share === null ? 'no cells' : `${percent(share)} judged, ${counts.open.toLocaleString('en')} cells open`,
      ],
      ['Hazards', String(source.count('hazard'))],
      ['Hazardous events', String(source.count('hazardous-event'))],
      ['Safety goals', String(source.count('safety-goal'))],
      ['Safety requirements', String(source.count('safety-requirement'))],
      ['Findings', found.length.toLocaleString('en')],
      ['Suspect links', source.suspects.total.toLocaleString('en')],
    ],
  } satisfies Block
  const columns = [...asils, null]
  const rows: ReportCell[][] = []
  for (const [kind, heading] of [
    ['hazardous-event', 'Hazardous events'],
    ['safety-goal', 'Safety goals'],
    ['safety-requirement', 'Safety requirements'],
  ] as const) {
    const byAsil = new Map<Asil | null, number>()
    for await (const { uuid } of source.each(kind)) {
      const level = known.get(uuid)?.tag?.level ?? null
      byAsil.set(level, (byAsil.get(level) ?? 0) + 1)
    }
    const cellOf = (asil: Asil | null): ReportCell => {
      const text = byAsil.get(asil)?.toLocaleString('en') ?? '–'
      return byAsil.has(asil) && asil !== null ? { text, tone: tones[asil] } : text
    }
    rows.push([heading, ...columns.map(cellOf)])
  }
  yield { is: 'heading', text: 'By ASIL' } satisfies Block
  yield {
    is: 'table',
    columns: [{ title: '', width: 28 }, ...columns.map((asil) => ({ title: asil ?? 'Not rated', width: 12 }))],
    rows,
  } satisfies Block
}

const percent = (share: number) => `${Math.floor(share * 100)} %`

function* malfunctions(source: ReportSource, { guidewords }: HaraReported): Generator<Block> {
  const titles = new Map(guidewords.content.guidewords.map(({ key, title: word }) => [key, word]))
  const word = ({ fields }: ReportArtefact) => titles.get(String(fields.guideword)) ?? String(fields.guideword)
  yield* tableOf(source, 'function', [code, title, ['Description', 60, (one) => textOf(one)]])
  yield* tableOf(source, 'failure', [
    code,
    ['Title', 20, (one) => one.title],
    linkedColumn(source, 'Of', 10, 'fails-as', 'from'),
    ['Guideword', 10, word],
    fieldColumn('Judgement', 10, 'judgement'),
    textColumn('Effect on the item', 18, 'effect_item'),
    textColumn('Effect on the vehicle', 18, 'effect_vehicle'),
    textColumn('Rationale', 18, 'reason'),
    linkedColumn(source, 'Creates', 8, 'creates', 'to'),
  ])
}

function* hazards(source: ReportSource): Generator<Block> {
  yield* tableOf(
    source,
    'hazard',
    [
      code,
      title,
      textColumn('Behaviour of the vehicle', 36, 'effect_vehicle'),
      linkedColumn(source, 'Created by', 16, 'creates', 'from'),
      linkedColumn(source, 'Hazardous events', 16, 'arises-in', 'to'),
    ],
    null,
  )
}

function* events(source: ReportSource, about: HaraReported): Generator<Block> {
  yield* tableOf(
    source,
    'hazardous-event',
    [
      code,
      title,
      linkedColumn(source, 'Hazard', 8, 'arises-in', 'from'),
      ['Situation', 26, (one) => situationOf(one, about)],
      fieldColumn('S', 4, 'severity'),
      fieldColumn('E', 4, 'exposure'),
      fieldColumn('C', 4, 'controllability'),
      asilColumn(about),
      fieldColumn('FTTI, ms', 7, 'ftti_ms'),
      linkedColumn(source, 'Goals', 9, 'prevented-by', 'to'),
    ],
    null,
  )
  yield* tableOf(
    source,
    'hazardous-event',
    [
      code,
      textColumn('Why this severity', 30, 'severity_reason'),
      textColumn('Why this exposure', 30, 'exposure_reason'),
      textColumn('Why this controllability', 30, 'controllability_reason'),
    ],
    'Rationale',
  )
}

function situationOf({ fields: stored }: ReportArtefact, { situations }: HaraReported): string {
  const { situation } = storedFields(hazardousEventKind, stored)
  const { dimensions } = situations.content
  const normal = normalSituation(dimensions, situation)
  return normal.ok
    ? situationTitle(dimensions, normal.value)
    : `${Object.values(situation).flat().join(', ')} (not in the catalogue)`
}

function* goals(source: ReportSource, about: HaraReported): Generator<Block> {
  yield* tableOf(
    source,
    'safety-goal',
    [
      code,
      title,
      asilColumn(about),
      textColumn('Safe state', 26, 'safe_state'),
      fieldColumn('FTTI, ms', 8, 'ftti_ms'),
      fieldColumn('Fault handling, ms', 9, 'handling_ms'),
      linkedColumn(source, 'Prevents', 14, 'prevented-by', 'from'),
      linkedColumn(source, 'Fault trees', 10, 'analysed-in', 'to'),
      linkedColumn(source, 'Threat scenarios', 12, 'violates', 'from'),
    ],
    null,
  )
}

function* concepts(source: ReportSource, about: HaraReported): Generator<Block> {
  yield* tableOf(
    source,
    'safety-concept',
    [
      code,
      title,
      linkedColumn(source, 'Achieves', 10, 'achieved-by', 'from'),
      asilColumn(about),
      textColumn('Detection and control of faults', 26, 'detection'),
      textColumn('Safe state and degradation', 26, 'degradation'),
      textColumn('Warning of the driver', 18, 'warning'),
    ],
    null,
  )
}

function* requirements(source: ReportSource, about: HaraReported): Generator<Block> {
  yield* tableOf(
    source,
    'safety-requirement',
    [
      code,
      ['Title', 20, (one) => one.title],
      textColumn('Requirement', 36, 'text'),
      fieldColumn('Type', 9, 'type'),
      ['ASIL', 7, (one) => asilCell(about, one.uuid)],
      linkedColumn(source, 'Derived from', 11, 'derived-to', 'from'),
      linkedColumn(source, 'Assigned to', 11, 'assigned-to', 'to'),
      linkedColumn(source, 'Tested by', 11, 'tested-by', 'to'),
    ],
    null,
  )
  const wrong = [...about.asils.values()].flatMap(({ problems }) => problems)
  const messages = [...new Map(wrong.map((each) => [`${each.code} ${each.uuids.join(' ')}`, each])).values()]
  if (messages.length === 0) return
  yield { is: 'heading', text: 'Problems of inheritance and decomposition' }
  yield {
    is: 'table',
    columns: [
      { title: 'Artefacts', width: 30 },
      { title: 'Problem', width: 70 },
    ],
    rows: messages.slice(0, findingsPrinted).map(({ uuids, message }) => [uuids.map(about.codeOf).join(', '), message]),
  }
}

function* tests(source: ReportSource): Generator<Block> {
  yield* tableOf(
    source,
    'safety-test',
    [
      code,
      title,
      linkedColumn(source, 'Tests', 14, 'tested-by', 'from'),
      fieldColumn('Method', 14, 'method'),
      fieldColumn('Level', 10, 'level'),
      ['Result', 10, resultCell],
      fieldColumn('Run on', 10, 'run_on'),
      fieldColumn('Evidence', 18, 'evidence'),
      ['Status', 11, (one) => plainStatus(one.status)],
    ],
    null,
  )
}

const findingTones: Readonly<Record<HaraSeverity, Tone>> = { error: 'bad', warning: 'level-3', hint: 'faint' }

function* findings({ findings: found, codeOf }: HaraReported): Generator<Block> {
  if (found.length === 0) return void (yield { is: 'text', text: 'None: the hazard analysis violates no rule.' })
  if (found.length > findingsPrinted)
    yield {
      is: 'text',
      text: `The first ${findingsPrinted.toLocaleString('en')} of ${found.length.toLocaleString('en')}.`,
    }
  yield {
    is: 'table',
    columns: [
      { title: 'Severity', width: 10 },
      { title: 'Rule', width: 26 },
      { title: 'Artefacts', width: 16 },
      { title: 'Finding', width: 48 },
    ],
    rows: found.slice(0, findingsPrinted).map(({ code: rule, message, rows }) => {
      const { severity, title: name } = haraRules[rule]
      return [{ text: severity, tone: findingTones[severity] }, name, rows.slice(0, 10).map(codeOf).join(', '), message]
    }),
  }
}

function* guidewordsUsed({ guidewords }: HaraReported): Generator<Block> {
  yield {
    is: 'table',
    columns: [
      { title: 'Guideword', width: 25 },
      { title: 'Meaning', width: 75 },
    ],
    rows: guidewords.content.guidewords.map(({ title: word, meaning }) => [word, meaning]),
  }
}
