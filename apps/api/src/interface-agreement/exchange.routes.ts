import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import {
  getAgreementCompliance,
  getAgreementRowsOfArtefacts,
  giveReceipt,
  handOver,
  listDeliveries,
  reportEvent,
} from '@carapace/shared/interface-agreement/row-details.contract'
import type { Side } from '@carapace/shared/interface-agreement/row'
import type { Database } from '../core/db.ts'
import type { Caller } from '../core/http/caller.ts'
import { serve } from '../core/http/serve.ts'
import { agreedRows, seesContent } from './agreed-rows.ts'
import { announceAgreement } from './agreement.live.ts'
import { complianceOf } from './compliance.ts'
import { deliveriesPage, type VisibleRows } from './deliveries.queries.ts'
import { wireDelivery } from './delivery-wire.ts'
import { type AfterCommit, deliver, type Exchanging, receive, report } from './exchange.ts'
import { filesDelivered } from './files.queries.ts'
import { agreementOf, partyOf } from './party.queries.ts'
import { type Party, refuseThirdParties } from './party.ts'
import type { RowDeps } from './rows.routes.ts'
import { rowsOfArtefacts } from './rows-of-artefacts.ts'
import { organisationsOf } from './sides.queries.ts'

/** The exchange of deliverables over HTTP, and what is due. */
export async function exchangeRoutes(app: FastifyInstance, { db, publisher, services }: RowDeps): Promise<void> {
  async function exchange<T extends { readonly done: AfterCommit }>(
    caller: Caller,
    agreementUuid: string,
    change: (exchanging: Exchanging) => Promise<T>,
  ): Promise<T> {
    const result = await db.transaction(async (tx) => {
      const party = await partyOf(tx, caller, agreementUuid)
      refuseThirdParties(party)
      return change({ tx, caller, party, services })
    })
    announceAgreement(publisher, agreementUuid, 'exchange')
    result.done()
    return result
  }

  serve(app, handOver).with(async ({ input, caller }) => {
    const { uuid } = await exchange(caller, input.agreement_uuid, (exchanging) => deliver(exchanging, input))
    return { success: true as const, uuid }
  })

  serve(app, giveReceipt).with(async ({ input, caller }) => {
    await exchange(caller, input.agreement_uuid, (exchanging) => receive(exchanging, input))
    return { success: true as const }
  })

  serve(app, reportEvent).with(async ({ input, caller }) => {
    await exchange(caller, input.agreement_uuid, (exchanging) => report(exchanging, input))
    return { success: true as const }
  })

  serve(app, listDeliveries).with(async ({ input: { agreement_uuid: agreement, cursor, limit }, caller }) =>
    deliveriesSeen(db, await partyOf(db, caller, agreement), cursor, limit),
  )

  serve(app, getAgreementCompliance).with(async ({ input: { agreement_uuid: agreement }, caller }) =>
    complianceOf(db, caller, await partyOf(db, caller, agreement)),
  )

  serve(app, getAgreementRowsOfArtefacts).with(async ({ input: { program_uuid: program, kinds }, caller }) => ({
    rows: await rowsOfArtefacts(db, caller, program, kinds.split(',')),
  }))
}

/** A page of the deliveries that the levels of their rows let the caller see (rule AGREEMENT-9). */
async function deliveriesSeen(db: Database, party: Party, cursor: string | undefined, limit: number) {
  if (cursor !== undefined && !z.uuid().safeParse(cursor).success)
    throw new Failure('INVALID_INPUT', { errors: { cursor: 'This is not a cursor of ours.' } })
  const rows = agreedRows(await agreementOf(db, party), party)
  const seen = (side: Side) => [...rows.values()].flatMap(({ row }) => (seesContent(row, side, party) ? [row.id] : []))
  const visible: VisibleRows = { customer: seen('customer'), supplier: seen('supplier') }
  const { deliveries, nextCursor } = await deliveriesPage(db, party, visible, { after: cursor, limit })
  const names = await organisationsOf(db, party)
  const files = await filesDelivered(
    db,
    party,
    deliveries.map(({ uuid }) => uuid),
  )
  return {
    deliveries: deliveries.map((delivery) =>
      wireDelivery(delivery, {
        title: rows.get(delivery.row)!.row.work_product,
        names,
        files: files.get(delivery.uuid) ?? [],
        party,
      }),
    ),
    next_cursor: nextCursor,
  }
}
