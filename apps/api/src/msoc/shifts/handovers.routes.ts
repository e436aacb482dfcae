import type { FastifyInstance } from 'fastify'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import { defaultTheme } from '@carapace/shared/core/documents/theme'
import { Failure } from '@carapace/shared/core/failure'
import { handoverReport } from '@carapace/shared/msoc/shifts/handover-report'
import {
  acceptHandover,
  getHandover,
  type HandoverPeople,
  HandoverSnapshot,
  listHandovers,
  printHandover,
  saveNotes,
  signHandover,
} from '@carapace/shared/msoc/shifts/handovers.contract'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import { reportAsPdf } from '../../core/documents/report-pdf.ts'
import type { Database, Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { serve } from '../../core/http/serve.ts'
import type { Services } from '../../module.ts'
import { announceBoard } from './board.live.ts'
import { figuresOf, figuresSeenBy } from './figures.queries.ts'
import { type HandoverTurn, handoverTurn } from './handover-turn.ts'
import {
  acceptRow,
  handoverByUuid,
  handoverOf,
  type HandoverRow,
  handoversPage,
  insertHandover,
  lockHandover,
  notesOf,
  organisationName,
  wireHandover,
  writeNotes,
} from './handovers.queries.ts'
import { namesOf } from './rota.queries.ts'

interface Deps {
  readonly db: Database
  readonly publisher: Publisher
  readonly services: Services
}

interface TurnInput {
  readonly shift_uuid: string
  readonly date: string
}

const page = '/org/msoc/dashboard/shifts'

/** Hand-overs over HTTP (rules SHIFT-10 to SHIFT-16). */
export async function handoverRoutes(app: FastifyInstance, { db, publisher, services }: Deps): Promise<void> {
  serve(app, getHandover).with(async ({ input, caller }) => {
    const { org } = caller
    const signed = await handoverOf(db, org, input.shift_uuid, input.date)
    return signed ? shownSigned(db, caller, signed) : shownNow(db, org, input)
  })

  serve(app, saveNotes).with(async ({ input, caller }) => {
    const notes = await db.transaction((tx) => note(tx, caller, input))
    announceBoard(publisher, caller.org.uuid, 'notes')
    return { success: true, notes }
  })

  serve(app, signHandover).with(async ({ input, caller }) => {
    const { row, next } = await db.transaction((tx) => sign(tx, caller, input, services))
    announceBoard(publisher, caller.org.uuid, 'handovers')
    if (next) services.notifications?.wake(caller.org)
    return { success: true, handover: wireHandover(row) }
  })

  serve(app, acceptHandover).with(async ({ input: { uuid }, caller }) => {
    const row = await db.transaction((tx) => accept(tx, caller, uuid))
    announceBoard(publisher, caller.org.uuid, 'handovers')
    return { success: true, handover: wireHandover(row) }
  })

  serve(app, listHandovers).with(async ({ input, caller: { org } }) => handoversPage(db, org, input))

  serve(app, printHandover).streams(async ({ input: { uuid }, caller: { org, user } }) => {
    const row = await handoverByUuid(db, org, uuid)
    if (!row) throw new Failure('NOT_FOUND')
    const theme = { ...defaultTheme, organisation: await organisationName(db, org) }
    const figures = await figuresSeenBy(db, org, user, row.snapshot)
    const report = handoverReport({ handover: wireHandover(row), notes: row.notes, figures }, user.name)
    return { fileName: `hand-over-${row.date}.pdf`, content: reportAsPdf(report, theme) }
  })
}

/** A signed hand-over shows what was signed and may still be seen, and nothing that happened since. */
async function shownSigned(db: Database, { org, user }: Caller, row: HandoverRow) {
  const { people, ...figures } = HandoverSnapshot.parse(row.snapshot)
  return {
    shift: row.shift,
    from: row.from.toISOString(),
    to: row.to.toISOString(),
    ...(people ?? (await peopleOn(db, org, row.shiftUuid, row.date))),
    figures: await figuresSeenBy(db, org, user, figures),
    notes: { text: row.notes, revision: 0, author: row.signedBy, changed_at: row.signedAt.toISOString() },
    handover: wireHandover(row),
  }
}

async function shownNow(db: Database, org: Caller['org'], { shift_uuid: shiftUuid, date }: TurnInput) {
  const found = await handoverTurn(db, org, { shiftUuid, date })
  const { turn, span } = found
  return {
    shift: turn.name,
    from: span.from.toISOString(),
    to: new Date(turn.to).toISOString(),
    ...(await namedPeople(db, org, found)),
    figures: await figuresOf(db, org, span),
    notes: await notesOf(db, org, shiftUuid, date),
    handover: null,
  }
}

/** The people by the rota of today, of a shift that may have been deleted since. */
async function peopleOn(db: Database, org: Caller['org'], shiftUuid: string, date: string) {
  const found = await handoverTurn(db, org, { shiftUuid, date }).catch(() => undefined)
  return found ? namedPeople(db, org, found) : { members: [], next: null }
}

async function namedPeople(
  db: Database | Tx,
  org: Caller['org'],
  { turn, next }: HandoverTurn,
): Promise<HandoverPeople> {
  const named = await namesOf(db, org, [...turn.members, ...(next?.members ?? [])])
  return {
    members: turn.members.map(named),
    next: next ? { shift: next.name, from: new Date(next.from).toISOString(), members: next.members.map(named) } : null,
  }
}

async function note(tx: Tx, caller: Caller, input: TurnInput & { text: string; revision: number }) {
  const { org, user } = caller
  const { shift_uuid: shiftUuid, date, text, revision } = input
  const signed = await lockHandover(tx, org, shiftUuid, date)
  await handoverTurn(tx, org, { shiftUuid, date })
  if (signed) throw new Failure('RULE_REFUSED', { message: 'The hand-over is signed: its notes stay as they are.' })
  if (!(await writeNotes(tx, org, { shiftUuid, date, text, revision, by: user }))) throw new Failure('ROW_CHANGED')
  return notesOf(tx, org, shiftUuid, date)
}

/** Signs with the figures of now, and lets the next shift know (rules SHIFT-13, SHIFT-14). */
async function sign(tx: Tx, caller: Caller, input: TurnInput & { notes_revision: number }, services: Services) {
  const { org, user } = caller
  const { shift_uuid: shiftUuid, date, notes_revision: revision } = input
  const signed = await lockHandover(tx, org, shiftUuid, date)
  const found = await handoverTurn(tx, org, { shiftUuid, date })
  const { turn, next, span } = found
  if (turn.from > Date.now()) throw new Failure('RULE_REFUSED', { message: 'This shift has not begun yet.' })
  if (!turn.members.includes(user.uuid) && user.role !== 'ADMIN')
    throw new Failure('ROLE_REQUIRED', { message: 'Only who is on the shift, or an administrator, may sign.' })
  if (signed) throw new Failure('RULE_REFUSED', { message: 'This hand-over is signed already.' })
  const notes = await notesOf(tx, org, shiftUuid, date)
  if (notes.revision !== revision) throw new Failure('ROW_CHANGED')
  const row = await insertHandover(tx, org, {
    shiftUuid,
    shift: turn.name,
    date,
    from: span.from,
    to: span.to,
    snapshot: { ...(await figuresOf(tx, org, span)), people: await namedPeople(tx, org, found) },
    notes: notes.text,
    signedByUuid: user.uuid,
    signedBy: user.name,
    signedAt: new Date(),
  })
  await record(tx, caller, 'sign hand-over', row)
  if (next && next.members.length > 0)
    await services.notifications?.add(tx, org, {
      kind: 'handover-signed',
      urgency: 'normal',
      title: `${turn.name} of ${date} is handed over by ${user.name}`,
      href: `${page}?tab=handover&shift=${shiftUuid}&date=${date}`,
      to: { users: next.members },
      except: user.uuid,
      dedupKey: `handover ${row.uuid}`,
    })
  return { row, next }
}

async function accept(tx: Tx, caller: Caller, uuid: string): Promise<HandoverRow> {
  const { org, user } = caller
  const before = await handoverByUuid(tx, org, uuid)
  if (!before) throw new Failure('NOT_FOUND')
  if (before.signedByUuid === user.uuid)
    throw new Failure('RULE_REFUSED', { message: 'Somebody else must accept the hand-over that you signed.' })
  const row = await acceptRow(tx, org, uuid, { by: user, at: new Date() })
  if (!row) throw new Failure('RULE_REFUSED', { message: `${before.acceptedBy} has accepted it already.` })
  await record(tx, caller, 'accept hand-over', row)
  return row
}

async function record(tx: Tx, caller: Caller, action: string, row: HandoverRow): Promise<void> {
  const { uuid, shift, date } = row
  await audit(tx, caller.org, byCaller(caller), {
    action,
    subject: 'hand-over',
    subjectUuid: uuid,
    after: { shift, date },
  })
}
