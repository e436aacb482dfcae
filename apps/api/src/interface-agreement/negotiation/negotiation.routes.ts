import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import {
  addAgreementRow,
  answerAgreementProposal,
  decideRows,
  removeAgreementRow,
  withdrawProposal,
} from '@carapace/shared/interface-agreement/agreements.contract'
import { agreementCode } from '@carapace/shared/interface-agreement/code'
import { agreementLimits } from '@carapace/shared/interface-agreement/exchange'
import { isNegotiated, restored, type Step } from '@carapace/shared/interface-agreement/negotiation'
import { type AgreementRow, noReference, otherSide, RowValues } from '@carapace/shared/interface-agreement/row'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Database, Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { serve } from '../../core/http/serve.ts'
import type { Services } from '../../module.ts'
import { organisationName } from '../agreements.queries.ts'
import { changeAgreement } from '../changing.ts'
import { deleteDraftsOfRow } from './drafts.queries.ts'
import { notifySide, wakeSide } from '../notices.ts'
import type { Party } from '../party.ts'
import type { AgreementRecord } from '../party.queries.ts'
import { hiddenIn } from './sheet.ts'
import { highestRow, lastSteps } from './sheet.queries.ts'
import { takeSteps } from './steps.ts'

interface Deps {
  readonly db: Database
  readonly publisher: Publisher
  readonly services: Services
}

/** What was done, for the audit log of the own organisation and the notice of the other side. */
interface Done {
  readonly action: string
  readonly after: Record<string, unknown>
  /** What the other side reads: "accepts 3 rows". */
  readonly notice: string
}

const highestNumber = 999

/** Rows that come and go, answers to proposals, and decisions about rows (rules AGREEMENT-5 to AGREEMENT-7, 13). */
export async function negotiationRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  /** Takes the steps that `plan` returns, records them and notifies the other side. */
  async function step<R extends { readonly steps: readonly Step[]; readonly done: Done }>(
    caller: Caller,
    agreementUuid: string,
    plan: (tx: Tx, party: Party, locked: AgreementRecord) => Promise<R>,
  ): Promise<R & { readonly seq: number }> {
    const { planned, seq, woken } = await changeAgreement(
      deps,
      caller,
      agreementUuid,
      'sheet',
      async (tx, party, locked) => {
        const result = await plan(tx, party, locked)
        const taken = await takeSteps(tx, party, locked, result.steps)
        const notified = await record(tx, deps.services, caller, party, locked, result.done)
        return { planned: result, seq: taken.seq, woken: notified }
      },
    )
    wakeSide(deps.services, woken)
    return { ...planned, seq }
  }

  serve(app, addAgreementRow).with(async ({ input, caller }) => {
    const { row } = await step(caller, input.agreement_uuid, (tx, party, locked) => planRow(tx, party, locked, input))
    return { success: true, row }
  })

  serve(app, removeAgreementRow).with(async ({ input: { agreement_uuid: uuid, row }, caller }) => {
    await step(caller, uuid, async (tx, party) => {
      await deleteDraftsOfRow(tx, party, row)
      return {
        steps: [{ what: 'row-removed', side: party.side, row }],
        done: { action: 'remove agreement row', after: { row }, notice: `removes row ${row}` },
      }
    })
    return { success: true }
  })

  serve(app, withdrawProposal).with(async ({ input: { agreement_uuid: uuid, row, fields }, caller }) => {
    const { seq } = await step(caller, uuid, async (_tx, { side }) => ({
      steps: [{ what: 'withdrawn', side, row, fields: [...new Set(fields)] }],
      done: { action: 'withdraw proposal', after: { row, fields }, notice: `takes back a proposal for row ${row}` },
    }))
    return { success: true, seq }
  })

  serve(app, answerAgreementProposal).with(async ({ input, caller }) => {
    const { seq } = await step(caller, input.agreement_uuid, (tx, party, locked) =>
      planAnswer(tx, party, locked, input),
    )
    return { success: true, seq }
  })

  serve(app, decideRows).with(async ({ input, caller }) => {
    const { seq } = await step(caller, input.agreement_uuid, (tx, party, locked) =>
      planDecision(tx, party, locked, input),
    )
    return { success: true, seq }
  })
}

async function planRow(
  tx: Tx,
  party: Party,
  locked: AgreementRecord,
  { after, title, is_heading: isHeading }: z.output<typeof addAgreementRow.input>,
) {
  const { rows } = restored(locked.negotiation)
  if (rows.size >= agreementLimits.rows)
    throw new Failure('RULE_REFUSED', {
      message: `The agreement has ${agreementLimits.rows} rows, which is the most. Remove one first.`,
    })
  const row = Math.max(0, ...rows.keys(), await highestRow(tx, party)) + 1
  if (row > highestNumber)
    throw new Failure('RULE_REFUSED', {
      message: `Rows have had all numbers to ${highestNumber}. Begin another agreement from this one.`,
    })
  const added: AgreementRow = isHeading
    ? { id: row, is_heading: true, title, colspan: 21 }
    : { id: row, is_heading: false, ...RowValues.parse({ work_product: title, iso_reference: noReference }) }
  const steps: Step[] = [{ what: 'row-added', side: party.side, after, added }]
  return { row, steps, done: { action: 'add agreement row', after: { row, title }, notice: `adds row ${row}` } }
}

async function planAnswer(
  tx: Tx,
  party: Party,
  locked: AgreementRecord,
  { row: id, seen, accept, decline, reason }: z.output<typeof answerAgreementProposal.input>,
) {
  const { side } = party
  await refuseChanged(tx, party, [id], seen)
  const negotiation = restored(locked.negotiation)
  const row = negotiation.rows.get(id)
  if (row && isNegotiated(row)) {
    const hidden = hiddenIn(negotiation, row.row, party)
    if ([...accept, ...decline].some((field) => hidden.includes(field)))
      throw new Failure('ROLE_REQUIRED', { message: 'Somebody who may see this value has to answer.' })
  }
  const [accepted, declined] = [[...new Set(accept)], [...new Set(decline)]]
  if (accepted.length + declined.length === 0)
    throw new Failure('INVALID_INPUT', { message: 'Name the fields that you accept or decline.' })
  const steps: Step[] = [
    ...(accepted.length > 0 ? [{ what: 'accepted' as const, side, row: id, fields: accepted }] : []),
    // last, so that the refusal stands
    ...(declined.length > 0 ? [{ what: 'declined' as const, side, row: id, fields: declined, reason }] : []),
  ]
  return {
    steps,
    done: {
      action: 'answer proposal',
      after: { row: id, accept: accepted, decline: declined },
      notice: `${declined.length === 0 ? 'accepts' : 'answers'} your proposal for row ${id}`,
    },
  }
}

async function planDecision(
  tx: Tx,
  party: Party,
  _locked: AgreementRecord,
  { rows, seen, decision, reason }: z.output<typeof decideRows.input>,
) {
  const { side } = party
  const ids = [...new Set(rows)]
  await refuseChanged(tx, party, ids, seen)
  const steps = ids.map((row): Step =>
    decision === 'accept' ? { what: 'row-accepted', side, row } : { what: 'row-declined', side, row, reason },
  )
  const counted = ids.length === 1 ? `row ${ids[0]}` : `${ids.length} rows`
  return {
    steps,
    done: {
      action: `${decision} agreement rows`,
      after: { rows: ids },
      notice: `${decision === 'accept' ? 'agrees to' : 'does not agree to'} ${counted}`,
    },
  }
}

/** Nobody answers what they did not see: a step about one of the rows that is newer than what the caller saw. */
async function refuseChanged(tx: Tx, party: Party, rows: readonly number[], seen: number): Promise<void> {
  const last = await lastSteps(tx, party, rows)
  const changed = rows.filter((row) => (last.get(row) ?? 0) > seen)
  if (changed.length > 0)
    throw new Failure('ROW_CHANGED', {
      message: `Row ${changed.slice(0, 10).join(', ')} was changed meanwhile. Look at it, then decide.`,
    })
}

async function record(
  tx: Tx,
  services: Services,
  caller: Caller,
  party: Party,
  { number, title, negotiation }: AgreementRecord,
  { action, after, notice }: Done,
): Promise<Org | undefined> {
  const code = agreementCode(number)
  await audit(tx, caller.org, byCaller(caller), {
    action,
    subject: 'agreement',
    subjectUuid: party.agreementUuid,
    after: { code, ...after },
  })
  if (!negotiation.isSent) return undefined
  return notifySide(tx, services, party, otherSide(party.side), {
    kind: 'agreement-proposal',
    title: `${code} ${title}: ${await organisationName(tx, party.org)} ${notice}`,
  })
}
