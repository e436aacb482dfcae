import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { identityOf } from '@carapace/shared/msoc/alerts/alerts'
import { planUpdate } from '@carapace/shared/msoc/alerts/alert-update'
import type { AlertUpdate } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Tx } from '../../core/db.ts'
import { type LockedAlert, memberNamed, openTwins, type Planned } from './alerts.queries.ts'

/** The effect of a member's change on each of these locked alerts; unaffected alerts are left out. */
export async function planUpdates(
  tx: Tx,
  org: Org,
  userUuid: string,
  locked: readonly LockedAlert[],
  change: AlertUpdate,
): Promise<Planned[]> {
  const { ownerUuid, ownerName } = await requestedOwner(tx, org, userUuid, change)
  const twins = await openTwins(
    tx,
    org,
    locked.filter((alert) => alert.status === 'CLOSED'),
  )
  const now = new Date()
  return locked.flatMap((alert): Planned[] => {
    const plan = planUpdate(alert, change, {
      userUuid,
      ownerUuid,
      ownerName,
      hasOpenTwin: twins.has(identityOf(alert)),
      now,
    })
    // once reopened, it is the open alert of this identity for the other alerts named here
    if (plan && alert.status === 'CLOSED') twins.add(identityOf(alert))
    return plan ? [{ alert, ...plan }] : []
  })
}

/** The owner that a change sets, with `me` resolved; refused if the owner is not a member. */
export async function requestedOwner(tx: Tx, org: Org, userUuid: string, { owner }: AlertUpdate) {
  const ownerUuid = owner === 'me' ? userUuid : owner
  if (typeof ownerUuid !== 'string') return { ownerUuid, ownerName: undefined }
  const ownerName = await memberNamed(tx, org, ownerUuid)
  if (ownerName === undefined)
    throw new Failure('INVALID_INPUT', { errors: { owner: 'This is not a member of your organisation.' } })
  return { ownerUuid, ownerName }
}
