import type { Block, Report, ReportCell, ReportFacts, Tone } from '../../core/documents/report.ts'
import type { FieldsOf } from '../../graph/artefacts/artefact-kind.ts'
import { plainStatus } from '../../lifecycle/reports/report-words.ts'
import { fmeaKind } from '../kinds/fmea.kinds.ts'
import { type ActionPriority, actionPriorities, ratingVariables, variableTitles } from '../rating-profile.ts'
import { type FmeaRow, fmeaRows, type FmeaSource, formOf, prioritiesOf } from './fmea-rows.ts'

/**
 * An FMEA to print and to hand over: its planning, its lines with their ratings, its actions, and the criteria by which
 * it was rated (AIAG & VDA FMEA Handbook, 2019, step 7; rule FMEA-25).
 */
export function fmeaReport(source: FmeaSource): Report {
  const { program, fmea, seq, madeAt, author } = source
  return {
    title: `${fmeaKind.title}: ${fmea.title}`,
    subtitle: program,
    document: {
      id: `FMEA-${fmea.uuid.slice(0, 8).toUpperCase()}`,
      version: `Revision ${seq}`,
      status: plainStatus(fmea.status),
      date: madeAt.slice(0, 10),
      author,
    },
    facts: factsOf(source),
    approvals: ['Author', 'Moderator', 'Approved by'].map((role, i) => ({
      role,
      name: i === 0 ? author : '',
      date: '',
      note: '',
    })),
    sections: [
      { title: 'Planning and preparation', layout: 'portrait', blocks: () => planning(source) },
      { title: 'Risk analysis', layout: 'landscape', blocks: () => risk(source) },
      { title: 'Optimisation', layout: 'landscape', blocks: () => optimisation(source) },
      { title: 'Rating criteria', layout: 'portrait', blocks: () => criteria(source) },
    ],
  }
}

type Fields = FieldsOf<typeof fmeaKind>

function factsOf({ fmea, profile, ...source }: FmeaSource): ReportFacts {
  const { form } = fmea.fields as Fields
  const focus = source.linked(fmea.uuid, 'focus-of', 'from').map(({ code, title }) => `${code} ${title}`)
  return [
    ['FMEA', `${fmea.code} ${fmea.title}`],
    ['Form', form === null ? '–' : (fmeaKind.fields.form.choices?.[form] ?? form)],
    ['Focus', focus.join(', ') || '–'],
    ['Rating profile', `${profile.name} v${profile.version}`],
  ]
}

function planning({ fmea }: FmeaSource): Block[] {
  const { intent, timing, team, tasks, tools, description } = fmea.fields as Fields
  return [
    {
      is: 'facts',
      facts: [
        ['Intent', intent || '–'],
        ['Timing', timing || '–'],
        ['Team', team.join(', ') || '–'],
        ['Tasks', tasks || '–'],
        ['Tools', tools.join(', ') || '–'],
      ],
    },
    ...(description === '' ? [] : [{ is: 'text', text: description } as const]),
  ]
}

const tones: Readonly<Record<ActionPriority, Tone>> = { H: 'level-5', M: 'level-3', L: 'level-1' }
const priorityCell = (priority: unknown): ReportCell =>
  typeof priority === 'string' ? { text: priority, tone: tones[priority as ActionPriority] } : '–'
const cell = (value: string | number | null | undefined): ReportCell =>
  value === null || value === undefined || value === '' ? '–' : String(value)

function* risk(source: FmeaSource): Generator<Block> {
  const lines = source.linked(source.fmea.uuid, 'has-line', 'to')
  const priorities = lines.map((line) => prioritiesOf(source, line).before)
  const count = (one: ActionPriority | null) => String(priorities.filter((priority) => priority === one).length)
  yield {
    is: 'facts',
    facts: [
      ['Lines', String(lines.length)],
      ...actionPriorities.toReversed().map((priority) => [`Action priority ${priority}`, count(priority)] as const),
      ['Not rated', count(null)],
    ],
  }
  const { severity, occurrence, detection } = symbols(source)
  yield {
    is: 'table',
    columns: [
      { title: 'Line', width: 6 },
      { title: 'Function', width: 11 },
      { title: 'Effect', width: 14 },
      { title: severity, width: 3 },
      { title: 'Mode', width: 14 },
      { title: 'Cause', width: 14 },
      { title: 'Prevention', width: 13 },
      { title: occurrence, width: 3 },
      { title: 'Detection', width: 13 },
      { title: detection, width: 3 },
      { title: 'AP', width: 3 },
      { title: 'RPN', width: 4 },
    ],
    rows: onePerLine(fmeaRows(source)).map((row) => [
      cell(row.number),
      cell(row.function),
      cell(row.effect),
      cell(row.severity),
      cell(row.mode),
      cell(row.cause),
      cell(row.prevention),
      cell(row.occurrence),
      cell(row.detectionControl),
      cell(row.detection),
      priorityCell(row.priority),
      cell(row.rpn),
    ]),
  }
}

/** The rows without those of the second and further actions of a line. */
function onePerLine(rows: readonly FmeaRow[]): readonly FmeaRow[] {
  return rows.filter(({ number }, i) => i === 0 || rows[i - 1]!.number !== number)
}

function symbols({ fmea }: FmeaSource) {
  const { severity, occurrence, detection } = variableTitles[formOf(fmea.fields.form)]
  return { severity: severity[0]!, occurrence: occurrence[0]!, detection: detection[0]! }
}

function* optimisation(source: FmeaSource): Generator<Block> {
  const rows = fmeaRows(source).filter(({ responsible }) => responsible !== undefined)
  if (rows.length === 0) {
    yield { is: 'text', text: 'No line has an action.' }
    return
  }
  const { severity, occurrence, detection } = symbols(source)
  yield {
    is: 'table',
    columns: [
      { title: 'Line', width: 7 },
      { title: 'AP', width: 4 },
      { title: 'Action', width: 26 },
      { title: 'Responsible', width: 12 },
      { title: 'Due', width: 9 },
      { title: 'State', width: 10 },
      { title: 'What was done', width: 16 },
      { title: severity, width: 4 },
      { title: occurrence, width: 4 },
      { title: detection, width: 4 },
      { title: 'AP then', width: 5 },
    ],
    rows: rows.map((row) => [
      cell(row.number),
      priorityCell(row.priority),
      cell(row.action ?? row.preventionAction ?? row.detectionAction),
      cell(row.responsible),
      cell(row.due),
      cell(row.status),
      cell(row.taken),
      cell(row.newSeverity),
      cell(row.newOccurrence),
      cell(row.newDetection),
      priorityCell(row.newPriority),
    ]),
  }
}

function* criteria({ fmea, profile }: FmeaSource): Generator<Block> {
  const form = formOf(fmea.fields.form)
  for (const variable of ratingVariables) {
    yield { is: 'heading', text: variableTitles[form][variable] }
    yield {
      is: 'table',
      columns: [
        { title: 'Rating', width: 10 },
        { title: 'Criterion', width: 30 },
        { title: 'Description', width: 60 },
      ],
      rows: profile.content.scales[form][variable]
        .map(({ title, description }, i): ReportCell[] => [String(i + 1), title, description || '–'])
        .toReversed(),
    }
  }
}
