import type { Block, Report, ReportCell, Section, Tone } from '../../core/documents/report.ts'
import { severities, type Severity } from '../severity.ts'
import type { Handover, HandoverFigures } from './handovers.contract.ts'

export interface HandoverContent {
  readonly handover: Handover
  readonly notes: string
  readonly figures: HandoverFigures
}

const tones: Readonly<Record<Severity, Tone>> = {
  critical: 'level-5',
  high: 'level-4',
  medium: 'level-3',
  low: 'level-2',
  info: 'level-1',
}
const noneText: Block = { is: 'text', text: 'None.', tone: 'faint' }
const timeText = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`

/** A signed hand-over as a document (rule SHIFT-16). */
export function handoverReport({ handover, notes, figures }: HandoverContent, author: string): Report {
  const { shift, date, from, to, signed, accepted } = handover
  return {
    title: `Hand-over: ${shift}, ${date}`,
    subtitle: `${timeText(from)} to ${timeText(to)}`,
    document: {
      id: handover.uuid.slice(0, 8).toUpperCase(),
      version: '1',
      status: accepted ? 'Accepted' : 'Signed, not accepted yet',
      date: signed.at.slice(0, 10),
      author,
    },
    facts: [],
    approvals: [
      { role: 'Handed over by', name: signed.name, date: timeText(signed.at), note: '' },
      { role: 'Accepted by', name: accepted?.name ?? '', date: accepted ? timeText(accepted.at) : '', note: '' },
    ],
    sections: [
      section('Figures', () => [figuresTable(figures), caseFacts(figures)]),
      section('Notes', () => [notes.trim() === '' ? noneText : { is: 'text', text: notes }]),
      section('Notable alerts', () => [alertTable(figures.notable)]),
      section('Overdue alerts', () => [alertTable(figures.overdue_alerts)]),
      section('Cases', () => [caseTable(figures)]),
      section('Open tasks', () => [taskTable(figures)]),
      section('Watch list', () => [watchTable(figures)]),
    ],
  }
}

function section(title: string, blocks: () => Block[]): Section {
  return { title, layout: 'portrait', blocks }
}

const figureNames = [
  ['Raised', 'raised'],
  ['Closed', 'closed'],
  ['Escalated', 'escalated'],
  ['Open at the end', 'open'],
] as const

function figuresTable(figures: HandoverFigures): Block {
  return {
    is: 'table',
    columns: ['Alerts', ...severities.toReversed()].map((title, index) => ({ title, width: index === 0 ? 30 : 14 })),
    rows: figureNames.map(([title, name]): ReportCell[] => [
      title,
      ...severities.toReversed().map((severity) => String(figures[name][severity])),
    ]),
  }
}

function caseFacts(figures: HandoverFigures): Block {
  return {
    is: 'facts',
    facts: [
      ['Overdue alerts', String(figures.overdue)],
      ['Cases opened', String(figures.cases_opened)],
      ['Cases changed', String(figures.cases_changed)],
      ['Cases closed', String(figures.cases_closed)],
      ['Cases open', String(figures.cases_open)],
      ['Comments', String(figures.comments)],
    ],
  }
}

const severityCell = (severity: Severity): ReportCell => ({ text: severity, tone: tones[severity] })

function alertTable(some: HandoverFigures['notable']): Block {
  if (some.length === 0) return noneText
  return {
    is: 'table',
    columns: [
      { title: 'Alert', width: 14 },
      { title: 'Severity', width: 12 },
      { title: 'Title', width: 44 },
      { title: 'Vehicle', width: 20 },
      { title: 'Owner', width: 16 },
    ],
    rows: some.map(({ number, severity, title, vin, owner }) => [
      `ALR-${number}`,
      severityCell(severity),
      title,
      vin ?? '',
      owner ?? 'Nobody',
    ]),
  }
}

function caseTable({ cases, open_cases: open }: HandoverFigures): Block {
  const changed = new Set(cases.map(({ uuid }) => uuid))
  const rows = [...cases, ...open.filter(({ uuid }) => !changed.has(uuid)).map((one) => ({ ...one, what: 'open' }))]
  if (rows.length === 0) return noneText
  return {
    is: 'table',
    columns: [
      { title: 'Case', width: 12 },
      { title: 'Severity', width: 12 },
      { title: 'Title', width: 46 },
      { title: 'In this shift', width: 16 },
      { title: 'Owner', width: 16 },
    ],
    rows: rows.map(({ number, severity, title, what, owner }) => [
      `CAS-${number}`,
      severityCell(severity),
      title,
      what,
      owner ?? 'Nobody',
    ]),
  }
}

function taskTable({ tasks }: HandoverFigures): Block {
  if (tasks.length === 0) return noneText
  return {
    is: 'table',
    columns: [
      { title: 'Case', width: 12 },
      { title: 'Task', width: 50 },
      { title: 'Due', width: 24 },
      { title: 'Owner', width: 16 },
    ],
    rows: tasks.map(({ case_number: number, title, due_at: due, owner }) => [
      `CAS-${number}`,
      title,
      due === null ? '' : timeText(due),
      owner ?? 'Nobody',
    ]),
  }
}

function watchTable({ watch }: HandoverFigures): Block {
  if (watch.length === 0) return noneText
  return {
    is: 'table',
    columns: [
      { title: 'What', width: 22 },
      { title: 'Title', width: 36 },
      { title: 'Note', width: 34 },
      { title: 'Pinned by', width: 16 },
    ],
    rows: watch.map(({ name, title, note, author }) => [name, title, note, author]),
  }
}
