import type { Block, Place, Report, ReportCell, ReportColumn, ReportFacts, Tone } from '../../core/documents/report.ts'
import type { Alert, AlertEvidence } from '../alerts/alerts.contract.ts'
import { rankOf, type Severity } from '../severity.ts'
import type { CaseEvidence } from './case-evidence.contract.ts'
import type { CaseLink } from './case-links.contract.ts'
import type { CaseField } from './case-settings.contract.ts'
import type { StoryEntry } from './case-story.contract.ts'
import type { CaseTask } from './case-tasks.contract.ts'
import type { CaseChange, CaseDetails } from './cases.contract.ts'
import { withoutMentionMarks } from './mentions.ts'

/** All that a report on a case shows, as its author may see it. */
export interface CaseReportSource {
  readonly case: CaseDetails
  readonly fields: readonly CaseField[]
  readonly tasks: readonly CaseTask[]
  readonly evidence: readonly CaseEvidence[]
  readonly custody: readonly {
    readonly name: string
    readonly at: Date
    readonly action: string
    readonly actor: string
  }[]
  readonly links: readonly CaseLink[]
  readonly story: readonly StoryEntry[]
  readonly alerts: readonly Alert[]
  /** The latest first. */
  readonly timeline: readonly CaseChange[]
  /** Events around alerts, for those that have some. */
  readonly events: readonly { readonly alert: Alert; readonly evidence: AlertEvidence }[]
  /** Where alerts were last seen, and the ways of their vehicles (rule CASE-61). */
  readonly places: readonly { readonly alert: Alert; readonly at: Place; readonly seenAt: Date }[]
  readonly ways: readonly (readonly Place[])[]
  readonly author: string
  readonly madeAt: string
}

/** A report on a case to print and to hand over (rule CASE-60). */
export function caseReport(source: CaseReportSource): Report {
  const one = source.case
  return {
    title: `CAS-${one.number} ${one.title}`,
    subtitle: 'Incident report',
    document: {
      id: `CAS-${one.number}`,
      version: `Revision ${one.revision}`,
      status: one.status?.name ?? wordOf(one.stage),
      date: minuteOf(source.madeAt),
      author: source.author,
    },
    facts: factsOf(source),
    approvals: ['Author', 'Reviewer', 'Approved for release'].map((role, i) => ({
      role,
      name: i === 0 ? source.author : '',
      date: i === 0 ? source.madeAt.slice(0, 10) : '',
      note: '',
    })),
    sections: [
      { title: 'Summary', layout: 'portrait', blocks: () => summaryBlocks(source) },
      { title: 'Story of the attack', layout: 'portrait', blocks: () => storyBlocks(source) },
      { title: 'Alerts and observables', layout: 'landscape', blocks: () => alertBlocks(source) },
      { title: 'Evidence', layout: 'landscape', blocks: () => evidenceBlocks(source) },
      { title: 'Tasks', layout: 'portrait', blocks: () => taskBlocks(source) },
      { title: 'Causes and lessons', layout: 'portrait', blocks: () => lessonBlocks(source) },
      { title: 'Timeline', layout: 'landscape', blocks: () => timelineBlocks(source) },
    ],
  }
}

function factsOf({ case: one, fields }: CaseReportSource): ReportFacts {
  const { timers } = one
  return [
    ['Severity', wordOf(one.severity)],
    ['Stage', one.status ? `${wordOf(one.stage)}, ${one.status.name}` : wordOf(one.stage)],
    ['Resolution', one.resolution === null ? 'none yet' : wordOf(one.resolution)],
    ['TLP and PAP', `TLP:${one.tlp}, PAP:${one.pap}`],
    ['Owner', one.owner?.name ?? 'nobody'],
    ['Members', one.members.map(({ name }) => name).join(', ') || 'none'],
    ['Opened', minuteOf(one.created_at)],
    ['Closed', one.closed_at === null ? 'not yet' : minuteOf(one.closed_at)],
    ['Time to detect', durationOf(timers.ttd_ms)],
    ['Time to acknowledge', durationOf(timers.tta_ms)],
    ['Time to resolve', durationOf(timers.ttr_ms)],
    ['Alerts, vehicles', `${one.alerts}, ${one.vehicles}`],
    ['Tags', one.tags.join(', ') || 'none'],
    ...fields
      .filter(({ uuid }) => one.fields[uuid] != null)
      .map(({ uuid, name }) => [name, String(one.fields[uuid])] as const),
  ]
}

function* summaryBlocks({ case: one, links }: CaseReportSource): Generator<Block> {
  yield* texts([
    ['Description', one.description],
    ['Impact', one.impact],
  ])
  if (one.merged.length > 0) {
    yield { is: 'heading', text: 'Merged cases' }
    yield table(
      [col('Case', 70), col('Merged', 30)],
      one.merged.map(({ number, title, at, by }) => [`CAS-${number} ${title}`, `${minuteOf(at)}, ${by}`]),
    )
  }
  if (links.length === 0) return
  yield { is: 'heading', text: 'Links' }
  yield table(
    [col('Kind', 20), col('What', 45), col('Note', 35)],
    links.map(({ kind, title, target, note }) => [wordOf(kind), title || target, note]),
  )
}

function* storyBlocks({ story }: CaseReportSource): Generator<Block> {
  if (story.length === 0) return yield none('Nobody has arranged the story of this attack.')
  yield table(
    [col('Step', 6), col('Time', 20), col('What happened', 52), col('Tactic', 22)],
    story.map(({ at, title, note, tactic }, i) => [
      String(i + 1),
      minuteOf(at),
      note ? `${title}\n${withoutMentionMarks(note)}` : title,
      tactic,
    ]),
  )
}

function* alertBlocks({ alerts, case: one, places, ways }: CaseReportSource): Generator<Block> {
  if (alerts.length === 0) return yield none('It has no alerts.')
  if (alerts.length < one.alerts) yield none(`The latest ${alerts.length} of ${one.alerts} alerts.`)
  yield table(
    [
      col('Alert', 30),
      col('Severity', 10),
      col('Vehicle', 18),
      col('First seen', 14),
      col('Last seen', 14),
      col('Count', 6),
      col('Resolution', 18),
    ],
    alerts.map((alert) => [
      `ALR-${alert.number} ${alert.title}`,
      severityCell(alert.severity),
      alert.vehicle?.vin ?? 'fleet',
      minuteOf(alert.first_seen),
      minuteOf(alert.last_seen),
      String(alert.count),
      alert.resolution === null ? wordOf(alert.status) : wordOf(alert.resolution),
    ]),
  )
  if (places.length > 0) {
    yield { is: 'heading', text: 'Where the alerts were seen' }
    yield {
      is: 'map',
      title: 'The last position of the vehicle before each alert was last seen, and its way around its alerts.',
      lines: ways,
      places: places.map(({ alert, at, seenAt }) => ({
        at,
        name: `ALR-${alert.number} ${alert.title}`,
        details: `${alert.vehicle!.vin}\n${minuteOf(seenAt.toISOString())}`,
        tone: toneOf(alert.severity),
      })),
    }
  }
  yield { is: 'heading', text: 'Observables' }
  yield table(
    [col('Kind', 25), col('Value', 55), col('Alerts', 20)],
    observablesOf(alerts).map(({ kind, value, count }) => [wordOf(kind), value, String(count)]),
  )
}

const observablesShown = 500

/** The observables of the alerts, those of most alerts first. */
function observablesOf(alerts: readonly Alert[]) {
  const counts = new Map<string, { kind: string; value: string; count: number }>()
  for (const { observables } of alerts)
    for (const { kind, value } of observables) {
      const held = counts.get(`${kind}:${value}`)
      if (held) held.count += 1
      else counts.set(`${kind}:${value}`, { kind, value, count: 1 })
    }
  return [...counts.values()].toSorted((a, b) => b.count - a.count).slice(0, observablesShown)
}

function* evidenceBlocks({ evidence, custody, events }: CaseReportSource): Generator<Block> {
  if (evidence.length === 0) yield none('Nobody has added evidence.')
  else
    yield table(
      [col('Item', 26), col('What', 44), col('Added', 18), col('Note', 22)],
      evidence.map((item) => [
        item.removed_at === null ? item.name : { text: `${item.name} (removed)`, tone: 'faint' },
        whatIs(item),
        `${minuteOf(item.added_at)}, ${item.added_by}`,
        item.note,
      ]),
    )
  if (custody.length > 0) {
    yield { is: 'heading', text: 'Chain of custody' }
    yield table(
      [col('Time', 20), col('Item', 35), col('Action', 15), col('By', 30)],
      custody.map(({ at, name, action, actor }) => [minuteOf(at.toISOString()), name, action, actor]),
    )
  }
  for (const { alert, evidence: around } of events) {
    yield { is: 'heading', text: `Events around ALR-${alert.number} ${alert.title}` }
    yield none(`${around.events.length} of ${around.total ?? around.events.length} events, those nearest to the alert.`)
    yield eventTable(around)
  }
}

function whatIs({ source }: CaseEvidence): string {
  switch (source.kind) {
    case 'file':
      return `${source.file_name}, ${source.bytes.toLocaleString('en')} bytes\nSHA-256 ${source.sha256}`
    case 'alert':
      return `Events around ALR-${source.number}`
    case 'capture':
      return `Capture ${source.capture_uuid}`
    case 'window': {
      const [vehicle, bus] = [source.vehicle?.vin ?? 'a vehicle', source.bus ?? 'all buses']
      return `CAN frames of ${vehicle}, ${bus}, ${source.from} to ${source.to}`
    }
  }
}

function eventTable({ kind, events }: AlertEvidence): Block {
  if (kind === 'can')
    return table(
      [col('Time', 30), col('Bus', 14), col('Identifier', 16), col('Data', 40)],
      events.map((event) => [
        text(event.ts),
        text(event.bus),
        typeof event.id === 'number' ? `0x${event.id.toString(16).toUpperCase()}` : text(event.id),
        text(event.data),
      ]),
    )
  return table(
    [col('Time', 25), col('Event', 75)],
    events.map(({ ts, ...event }) => [text(ts), JSON.stringify(event).slice(0, 500)]),
  )
}

const text = (value: unknown) => (typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value))

function* taskBlocks({ tasks }: CaseReportSource): Generator<Block> {
  if (tasks.length === 0) return yield none('It has no tasks.')
  yield table(
    [col('Task', 46), col('State', 16), col('Owner', 20), col('Due', 18)],
    tasks.map(({ title, checklist, state, owner, due_at: due, overdue }) => [
      [title, ...checklist.map((item) => `${item.done ? '[x]' : '[ ]'} ${item.text}`)].join('\n'),
      state === 'DONE' ? { text: 'done', tone: 'good' } : wordOf(state),
      owner?.name ?? '',
      due === null ? '' : overdue ? { text: minuteOf(due), tone: 'bad' } : minuteOf(due),
    ]),
  )
}

function* lessonBlocks({ case: one }: CaseReportSource): Generator<Block> {
  yield* texts([
    ['Causes', one.causes],
    ['Lessons learned', one.lessons],
  ])
}

function* timelineBlocks({ timeline }: CaseReportSource): Generator<Block> {
  yield table(
    [col('Time', 16), col('Who', 18), col('Change', 14), col('Details', 52)],
    timeline
      .toReversed()
      .map(({ at, actor, kind, detail }) => [
        minuteOf(at),
        actor,
        wordOf(kind),
        typeof detail.text === 'string' ? withoutMentionMarks(detail.text) : detailOf(detail),
      ]),
  )
}

const hidden = new Set(['task', 'evidence', 'was_title'])

/** A change's details as words: `stage: CLOSED, was: NEW`. */
function detailOf(detail: Record<string, unknown>): string {
  return Object.entries(detail)
    .filter(([name, value]) => value !== null && !hidden.has(name))
    .map(
      ([name, value]) => `${name.replaceAll('_', ' ')}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join(', ')
    .slice(0, 1_000)
}

function* texts(named: readonly (readonly [title: string, text: string])[]): Generator<Block> {
  for (const [title, words] of named) {
    yield { is: 'heading', text: title }
    if (words.trim() === '') yield none('Nothing is written here.')
    for (const paragraph of withoutMentionMarks(words).split(/\n{2,}/))
      if (paragraph.trim() !== '') yield { is: 'text', text: paragraph.trim() }
  }
}

const none = (words: string): Block => ({ is: 'text', text: words, tone: 'faint' })
const col = (title: string, width: number): ReportColumn => ({ title, width })
const table = (columns: readonly ReportColumn[], rows: readonly (readonly ReportCell[])[]): Block => ({
  is: 'table',
  columns,
  rows,
})

/** A constant as a reader sees it: `IN_PROGRESS` is "in progress". */
const wordOf = (constant: string) => constant.toLowerCase().replaceAll(/[_-]/g, ' ')
const minuteOf = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`
const toneOf = (severity: Severity) => `level-${rankOf(severity) + 1}` as Tone
const severityCell = (severity: Severity): ReportCell => ({ text: severity, tone: toneOf(severity) })

/** A duration in the two largest units: `3 h 5 min`. */
export function durationOf(ms: number | null): string {
  if (ms === null) return 'not yet'
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return `${Math.floor(ms / 1_000)} s`
  const [days, hours, rest] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24, minutes % 60]
  if (days > 0) return `${days} d ${hours} h`
  return hours > 0 ? `${hours} h ${rest} min` : `${rest} min`
}
