import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import { Failure } from '@carapace/shared/core/failure'
import {
  discardDrafts,
  saveAgreementCells,
  sendProposals,
} from '@carapace/shared/interface-agreement/agreements.contract'
import { agreementCode } from '@carapace/shared/interface-agreement/code'
import {
  isNegotiated,
  type Negotiation,
  type NegotiatedRow,
  restored,
  type RowChanges,
  type Step,
} from '@carapace/shared/interface-agreement/negotiation'
import { otherSide, whyNotRow } from '@carapace/shared/interface-agreement/row'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Database, Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { serve } from '../../core/http/serve.ts'
import type { Services } from '../../module.ts'
import { organisationName } from '../agreements.queries.ts'
import {
  keyOf,
  needsNoDraft,
  type RefusedCell,
  seenBy,
  takeCells,
  type TakenCells,
  type Value,
  withoutInvalidRows,
} from './cells.ts'
import { changeAgreement } from '../changing.ts'
import { deleteDrafts, type DraftRow, draftsOf, discardDraftsIn, writeDrafts } from './drafts.queries.ts'
import { notifySide, wakeSide } from '../notices.ts'
import type { Party } from '../party.ts'
import type { AgreementRecord } from '../party.queries.ts'
import { hiddenIn } from './sheet.ts'
import { latestSteps } from './sheet.queries.ts'
import { takeSteps } from './steps.ts'

interface Deps {
  readonly db: Database
  readonly publisher: Publisher
  readonly services: Services
}

type Cells = z.output<typeof saveAgreementCells.input>['cells']

/** What a side types: stored at once before an agreement is sent, afterwards drafts until they are proposed. */
export async function cellRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  serve(app, saveAgreementCells).with(async ({ input: { agreement_uuid: uuid, cells }, caller }) => {
    const saved = await changeAgreement(deps, caller, uuid, 'sheet', (tx, party, locked) =>
      locked.negotiation.isSent ? saveDrafts(tx, party, locked, cells) : saveValues(tx, party, locked, cells),
    )
    return { success: true, ...saved }
  })

  serve(app, sendProposals).with(async ({ input: { agreement_uuid: uuid, rows, note }, caller }) => {
    const { seq, sent, woken } = await changeAgreement(deps, caller, uuid, 'sheet', async (tx, party, locked) => {
      const proposed = await propose(tx, party, locked, rows, note)
      return { ...proposed, woken: await noticeOf(tx, deps.services, caller, party, locked, proposed.sent) }
    })
    wakeSide(deps.services, woken)
    return { success: true, seq, sent }
  })

  serve(app, discardDrafts).with(async ({ input: { agreement_uuid: uuid, rows }, caller }) => {
    const discarded = await changeAgreement(deps, caller, uuid, 'sheet', (tx, party) =>
      discardDraftsIn(tx, party, rows),
    )
    return { success: true, discarded }
  })
}

/** Before an agreement is sent: a step for each row whose values change (rule AGREEMENT-4). */
async function saveValues(tx: Tx, party: Party, locked: AgreementRecord, cells: Cells) {
  const negotiation = restored(locked.negotiation)
  const taken = withoutInvalidRows(
    takeCells(cells, { negotiation, seen: ({ row }, field) => row[field], hidden: () => [] }),
    negotiation,
  )
  const steps = [...taken.changes].map(([row, fields]): Step => ({
    what: 'edited',
    row,
    changes: Object.fromEntries(fields),
  }))
  const refused = await withNames(tx, party, taken.refused, [])
  const { seq } = await takeSteps(tx, party, locked, steps)
  return { seq, refused }
}

/** After it was sent: drafts of the own side (rule AGREEMENT-16). */
async function saveDrafts(tx: Tx, party: Party, locked: AgreementRecord, cells: Cells) {
  const negotiation = restored(locked.negotiation)
  const drafts = await draftsOf(tx, party, [...new Set(cells.map(({ row }) => row))])
  const taken = takeCells(cells, {
    negotiation,
    seen: seenBy(party.side, valuesOf(drafts)),
    hidden: ({ row }) => hiddenIn(negotiation, row, party),
  })
  const typed = typedCells(taken, negotiation)
  const [dropped, kept] = [true, false].map((isDropped) =>
    typed.filter(({ of, field, value }) => needsNoDraft(party.side, of, field, value) === isDropped),
  )
  await deleteDrafts(tx, party, dropped!)
  await writeDrafts(tx, party, kept!)
  return { seq: locked.seq, refused: await withNames(tx, party, taken.refused, drafts) }
}

function typedCells({ changes }: TakenCells, { rows }: Negotiation) {
  return [...changes].flatMap(([row, fields]) =>
    [...fields].map(([field, value]) => ({ row, field, value, of: rows.get(row) as NegotiatedRow })),
  )
}

const valuesOf = (drafts: readonly DraftRow[]): ReadonlyMap<string, Value> =>
  new Map(drafts.map(({ row, field, value }) => [keyOf(row, field), value]))

/** Refusals of cells that somebody changed, with the name of that person (rule AGREEMENT-17). */
async function withNames(
  tx: Tx,
  party: Party,
  refused: readonly RefusedCell[],
  drafts: readonly DraftRow[],
): Promise<RefusedCell[]> {
  const changed = refused.filter(({ why }) => why === 'changed')
  if (changed.length === 0) return [...refused]
  const steps = await latestSteps(tx, party, [...new Set(changed.map(({ row }) => row))])
  return refused.map((cell) => {
    if (cell.why !== 'changed') return cell
    const { row, field } = cell
    const by =
      drafts.find((draft) => draft.row === row && draft.field === field)?.author ??
      steps.find(({ row: of, step }) => of === row && isAbout(step, field))?.actor
    return by === undefined ? cell : { ...cell, message: `${by} changed this cell meanwhile.` }
  })
}

function isAbout(step: Step, field: string): boolean {
  if ('changes' in step) return field in step.changes
  return 'fields' in step ? step.fields.some((each) => each === field) : step.what === 'row-added'
}

/** Sends drafts as proposals, one step for each row; what somebody may not see stays with who may. */
async function propose(
  tx: Tx,
  party: Party,
  locked: AgreementRecord,
  rows: readonly number[] | undefined,
  note: string,
): Promise<{ seq: number; sent: number }> {
  const negotiation = restored(locked.negotiation)
  if (!negotiation.isSent)
    throw new Failure('RULE_REFUSED', {
      message: 'Send the agreement to the other side first: until then, you edit it.',
    })
  const drafts = (await draftsOf(tx, party, rows)).filter(({ row: id, field }) => {
    const row = negotiation.rows.get(id)
    return row && isNegotiated(row) && !hiddenIn(negotiation, row.row, party).includes(field)
  })
  const steps = [...Map.groupBy(drafts, ({ row }) => row)].flatMap(([id, ofRow]): Step[] => {
    const row = negotiation.rows.get(id) as NegotiatedRow
    const changes = changesOf(row, ofRow, party)
    refuseInvalid(row, changes, party)
    return Object.keys(changes).length === 0 ? [] : [{ what: 'proposed', side: party.side, row: id, changes, note }]
  })
  const { seq } = await takeSteps(tx, party, locked, steps)
  await deleteDrafts(tx, party, drafts)
  return { seq, sent: steps.length }
}

/** Drafts that differ from what is proposed or agreed by now. */
function changesOf(row: NegotiatedRow, drafts: readonly DraftRow[], { side }: Party): RowChanges {
  return Object.fromEntries(
    drafts
      .filter(({ field, value }) => !needsNoDraft(side, row, field, value))
      .map(({ field, value }) => [field, value]),
  )
}

function refuseInvalid({ row, open }: NegotiatedRow, changes: RowChanges, { side }: Party): void {
  const [why] = Object.values(whyNotRow({ ...row, ...open[side]?.changes, ...changes }))
  if (why !== undefined)
    throw new Failure('RULE_REFUSED', { message: `Row ${row.id}, ${row.work_product}: ${why} Nothing was sent.` })
}

async function noticeOf(
  tx: Tx,
  services: Services,
  caller: Caller,
  party: Party,
  { number, title }: AgreementRecord,
  sent: number,
) {
  if (sent === 0) return undefined
  const code = agreementCode(number)
  await audit(tx, caller.org, byCaller(caller), {
    action: 'propose in agreement',
    subject: 'agreement',
    subjectUuid: party.agreementUuid,
    after: { code, rows: sent },
  })
  const name = await organisationName(tx, party.org)
  return notifySide(tx, services, party, otherSide(party.side), {
    kind: 'agreement-proposal',
    title: `${code} ${title}: ${name} proposes changes of ${sent} ${sent === 1 ? 'row' : 'rows'}`,
  })
}
