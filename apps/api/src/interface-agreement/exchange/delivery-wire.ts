import type { Delivery } from '@carapace/shared/interface-agreement/row-details.contract'
import type { NamedParty } from '../agreements.queries.ts'
import type { DeliveryRecord } from './deliveries.queries.ts'
import { type FileRecord, wireFile } from '../rows/files.queries.ts'
import type { Party } from '../party.ts'

interface Around {
  /** Of the row. */
  readonly title: string
  readonly parties: readonly NamedParty[]
  readonly files: readonly FileRecord[]
  readonly party: Party
}

/** A delivery as clients get it. */
export function wireDelivery(delivery: DeliveryRecord, { title, parties, files, party }: Around): Delivery {
  const { receipt, receiptReason: reason, receiver, receivedAt } = delivery
  return {
    uuid: delivery.uuid,
    row: delivery.row,
    title,
    side: delivery.side,
    party: parties.find(({ side }) => side === delivery.side)?.name ?? '',
    kind: delivery.kind,
    version: delivery.version,
    note: delivery.note,
    evidence: delivery.evidence,
    files: files.map((file) => wireFile(file, party)),
    author: delivery.author,
    at: delivery.at.toISOString(),
    receipt: receipt && { verdict: receipt, reason, by: receiver!, at: receivedAt!.toISOString() },
  }
}
