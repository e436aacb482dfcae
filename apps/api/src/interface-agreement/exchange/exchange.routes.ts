import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import {
  getAgreementCompliance,
  getAgreementRowsOfArtefacts,
  giveReceipt,
  handOver,
  listDeliveries,
  reportEvent,
} from '@carapace/shared/interface-agreement/row-details.contract'
import type { Side } from '@carapace/shared/interface-agreement/row'
import type { Database } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { serve } from '../../core/http/serve.ts'
import { rowsFor, seesContent } from '../rows/agreed-rows.ts'
import { partiesOf } from '../agreements.queries.ts'
import { changeAgreement } from '../changing.ts'
import { complianceOf } from './compliance.ts'
import { deliveriesPage, type VisibleRows } from './deliveries.queries.ts'
import { wireDelivery } from './delivery-wire.ts'
import { deliver, type Exchanging, receive, report } from './exchange.ts'
import { filesDelivered } from '../rows/files.queries.ts'
import { wakeSide } from '../notices.ts'
import { agreementOf, partyOf } from '../party.queries.ts'
import type { Party } from '../party.ts'
import type { RowDeps } from '../rows/rows.routes.ts'
import { rowsOfArtefacts } from './rows-of-artefacts.ts'

/** The exchange of deliverables over HTTP, and what is due. */
export async function exchangeRoutes(app: FastifyInstance, deps: RowDeps): Promise<void> {
  const { db, services } = deps

  /** An exchange of somebody who works on the agreement. */
  async function exchange<T extends { readonly woken: Org | undefined }>(
    caller: Caller,
    agreementUuid: string,
    change: (exchanging: Exchanging) => Promise<T>,
  ): Promise<T> {
    const result = await changeAgreement(deps, caller, agreementUuid, 'exchange', (tx, party, locked) =>
      change({ tx, caller, party, locked, services }),
    )
    wakeSide(services, result.woken)
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
  const rows = rowsFor(await agreementOf(db, party), party)
  const seen = (side: Side) => [...rows.values()].flatMap(({ row }) => (seesContent(row, side, party) ? [row.id] : []))
  const visible: VisibleRows = { customer: seen('customer'), supplier: seen('supplier') }
  const { deliveries, nextCursor } = await deliveriesPage(db, party, visible, { after: cursor, limit })
  const parties = await partiesOf(db, party.org, [party.agreementUuid])
  const files = await filesDelivered(
    db,
    party,
    deliveries.map(({ uuid }) => uuid),
  )
  return {
    deliveries: deliveries.map((delivery) =>
      wireDelivery(delivery, {
        title: rows.get(delivery.row)!.row.work_product,
        parties,
        files: files.get(delivery.uuid) ?? [],
        party,
      }),
    ),
    next_cursor: nextCursor,
  }
}
