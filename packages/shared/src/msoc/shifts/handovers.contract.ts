import { z } from 'zod'
import { channel } from '../../core/live/channel.ts'
import { endpoint } from '../../core/endpoint.ts'
import { cursor, dateTime, limit } from '../../core/wire.ts'
import { alertStatuses } from '../alerts/alerts.ts'
import { caseStages } from '../cases/cases.ts'
import { severities } from '../severity.ts'
import { LocalDay } from './shifts.contract.ts'
import { watchKinds } from './watch.ts'

/** Number of alerts by severity. */
const BySeverity = z.object({ critical: z.int(), high: z.int(), medium: z.int(), low: z.int(), info: z.int() })

const NotableAlert = z.object({
  uuid: z.uuid(),
  number: z.int(),
  title: z.string(),
  severity: z.enum(severities),
  status: z.enum(alertStatuses),
  vin: z.string().nullable(),
  owner: z.string().nullable(),
  raised_at: dateTime,
})

const NotableCase = z.object({
  uuid: z.uuid(),
  number: z.int(),
  title: z.string(),
  severity: z.enum(severities),
  stage: z.enum(caseStages),
  owner: z.string().nullable(),
  /** What happened to it in the shift. */
  what: z.enum(['opened', 'changed', 'closed']),
})

const NotableTask = z.object({
  uuid: z.uuid(),
  title: z.string(),
  case_uuid: z.uuid(),
  case_number: z.int(),
  owner: z.string().nullable(),
  due_at: dateTime.nullable(),
})

export const WatchItem = z.object({
  uuid: z.uuid(),
  kind: z.enum(watchKinds),
  subject_uuid: z.uuid(),
  /** `ALR-12`, `CAS-3`, or a VIN. */
  name: z.string(),
  /** The title of an alert or a case, the model of a vehicle. */
  title: z.string(),
  /** Its status now; null for vehicles. */
  status: z.string().nullable(),
  note: z.string(),
  author: z.string(),
  created_at: dateTime,
  revision: z.int(),
})
export type WatchItem = z.infer<typeof WatchItem>

/** What changed in a period (rule SHIFT-10). */
export const HandoverFigures = z.object({
  raised: BySeverity,
  closed: BySeverity,
  /** Alerts that were added to a case. */
  escalated: BySeverity,
  /** Open at the end of the period: now, for a shift that runs. */
  open: BySeverity,
  /** Open alerts whose escalation timer has run out. */
  overdue: z.int(),
  cases_opened: z.int(),
  cases_changed: z.int(),
  cases_closed: z.int(),
  cases_open: z.int(),
  comments: z.int(),
  /** The most severe alerts that were raised or escalated and are open, at most 20. */
  notable: z.array(NotableAlert),
  /** At most 20, the longest overdue first. */
  overdue_alerts: z.array(NotableAlert),
  /** At most 20, the latest changed first. */
  cases: z.array(NotableCase),
  /** Open cases, at most 20, the most severe first. */
  open_cases: z.array(NotableCase.omit({ what: true })),
  /** Tasks of open cases that are not done, at most 20, the earliest due first. */
  tasks: z.array(NotableTask),
  watch: z.array(WatchItem),
})
export type HandoverFigures = z.infer<typeof HandoverFigures>

const People = z.array(z.object({ uuid: z.uuid(), name: z.string() }))

const HandoverPeople = z.object({
  /** Who is on the shift, the lead first. */
  members: People,
  /** The shift that takes over. */
  next: z.object({ shift: z.string(), from: dateTime, members: People }).nullable(),
})
export type HandoverPeople = z.infer<typeof HandoverPeople>

/** What is kept of a signed hand-over; without people if it was signed before these were kept. */
export const HandoverSnapshot = HandoverFigures.extend({ people: HandoverPeople.optional() })
export type HandoverSnapshot = z.infer<typeof HandoverSnapshot>

const Signature = z.object({ uuid: z.uuid(), name: z.string(), at: dateTime })

/** A signed hand-over, without its figures. */
export const Handover = z.object({
  uuid: z.uuid(),
  shift_uuid: z.uuid(),
  shift: z.string(),
  date: LocalDay,
  from: dateTime,
  to: dateTime,
  signed: Signature,
  accepted: Signature.nullable(),
})
export type Handover = z.infer<typeof Handover>

export const Notes = z.object({
  text: z.string(),
  /** 0: nobody has written any. */
  revision: z.int(),
  author: z.string().nullable(),
  changed_at: dateTime.nullable(),
})
export type Notes = z.infer<typeof Notes>

const turn = { shift_uuid: z.uuid(), date: LocalDay }

export const getHandover = endpoint({
  method: 'GET',
  path: 'msoc/v1/shifts/handover',
  summary: 'The hand-over of a shift that began on a day: as signed, or as it is now',
  access: 'MSOC',
  input: z.object(turn),
  output: z.object({
    shift: z.string(),
    from: dateTime,
    to: dateTime,
    ...HandoverPeople.shape,
    figures: HandoverFigures,
    notes: Notes,
    /** Null until it is signed. */
    handover: Handover.nullable(),
  }),
})

export const saveNotes = endpoint({
  method: 'POST',
  path: 'msoc/v1/shifts/notes/save',
  summary: 'Write the notes of a shift, as Markdown',
  access: 'MSOC',
  needs: 'shifts.manage',
  input: z.object({ ...turn, text: z.string().max(20_000), revision: z.int32().min(0) }),
  output: z.object({ success: z.literal(true), notes: Notes }),
})

export const signHandover = endpoint({
  method: 'POST',
  path: 'msoc/v1/shifts/handovers/sign',
  summary: 'Sign a hand-over: its figures and notes are kept as they are now',
  access: 'MSOC',
  needs: 'shifts.manage',
  /** The notes are kept as the signer has read them: refused if these were changed since. */
  input: z.object({ ...turn, notes_revision: z.int32().min(0) }),
  output: z.object({ success: z.literal(true), handover: Handover }),
})

export const acceptHandover = endpoint({
  method: 'POST',
  path: 'msoc/v1/shifts/handovers/accept',
  summary: 'Accept a signed hand-over; who signed it cannot',
  access: 'MSOC',
  needs: 'shifts.manage',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ success: z.literal(true), handover: Handover }),
})

export const listHandovers = endpoint({
  method: 'GET',
  path: 'msoc/v1/shifts/handovers',
  summary: 'Signed hand-overs, the latest first',
  access: 'MSOC',
  input: z.object({ cursor: cursor.optional(), limit: limit(100, 30) }),
  output: z.object({ handovers: z.array(Handover), next_cursor: z.string().nullable() }),
})

export const printHandover = endpoint({
  method: 'GET',
  path: 'msoc/v1/shifts/handovers/print',
  summary: 'A signed hand-over as a PDF',
  access: 'MSOC',
  input: z.object({ uuid: z.uuid() }),
  output: z.string(),
  produces: 'application/octet-stream',
})

export const saveWatchItem = endpoint({
  method: 'POST',
  path: 'msoc/v1/watch-items/save',
  summary: 'Pin an alert, a case or a vehicle to the watch list, or change its note',
  access: 'MSOC',
  needs: 'shifts.manage',
  input: z.object({
    kind: z.enum(watchKinds),
    /** `ALR-12`, `CAS-3`, a VIN, or a uuid. */
    subject: z.string().trim().min(1).max(64),
    note: z.string().trim().max(500).default(''),
  }),
  output: z.object({ success: z.literal(true), item: WatchItem }),
})

export const deleteWatchItem = endpoint({
  method: 'POST',
  path: 'msoc/v1/watch-items/delete',
  summary: 'Take something off the watch list',
  access: 'MSOC',
  needs: 'shifts.manage',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
})

export const listWatchItems = endpoint({
  method: 'GET',
  path: 'msoc/v1/watch-items',
  summary: 'The watch list',
  access: 'MSOC',
  input: z.object({}),
  output: z.object({ items: z.array(WatchItem) }),
})

/** What members change on the pages of shifts and panels. */
export const boardParts = ['rota', 'notes', 'watch', 'handovers', 'panels'] as const
export type BoardPart = (typeof boardParts)[number]

/** How often each part has changed since the view was opened: a higher number means that it must be requested again. */
const BoardChanges = z.record(z.enum(boardParts), z.int())
export type BoardChanges = z.infer<typeof BoardChanges>

export const boardChannel = channel({
  name: 'msoc.board',
  delivery: 'state',
  access: 'MSOC',
  params: z.object({}),
  snapshot: BoardChanges,
  change: BoardChanges,
})
