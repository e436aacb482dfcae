import type { Publisher } from '@carapace/shared/core/bus/bus'
import type { Database } from '../../core/db.ts'
import { runTopics } from '../playbooks/deps.ts'
import { expireActions } from './actions.queries.ts'

const atOnce = 200

/** Ends the actions that no vehicle confirmed, or nobody approved, in time; runs that wait for them go on. */
export async function expireOverdue({ db, publisher }: { db: Database; publisher: Publisher }): Promise<void> {
  for (const org of await expireActions(db, new Date(), atOnce)) publisher.publish(runTopics.runs(org), [])
}
