import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import type { CaseInput } from '@carapace/shared/msoc/cases/cases'
import type { Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import type { NewNotification, Notifications } from '../../core/notifications.ts'
import { memberNamed } from '../alerts/alerts.queries.ts'
import { activeUsers, type CaseRow, membersOf, usersSeeing } from './writes.queries.ts'

/** The owner that a change sets, with `me` resolved; refused if the owner is not a member of the organisation. */
export async function ownerOf(tx: Tx, caller: Caller, owner: string | null | undefined): Promise<CaseInput['owner']> {
  if (owner === null || owner === undefined) return owner
  const uuid = owner === 'me' ? caller.user.uuid : owner
  const name = await memberNamed(tx, caller.org, uuid)
  if (name === undefined)
    throw new Failure('INVALID_INPUT', { errors: { owner: 'This is not a member of your organisation.' } })
  return { uuid, name }
}

/** How members are notified; absent where no module offers it. */
export type Notify = Notifications | undefined

type CaseNotification = Pick<NewNotification, 'kind' | 'title' | 'text' | 'dedupKey'>

/** Notifies members of something in a case; those who may not see the case are not notified (rule CASE-9). */
export async function notifyOfCase(
  tx: Tx,
  { org, user }: Caller,
  notify: Notify,
  one: CaseRow,
  users: readonly string[],
  notification: CaseNotification,
): Promise<void> {
  if (notify === undefined || users.length === 0) return
  const to = await seeing(tx, { org, user }, one, users)
  if (to.length === 0) return
  await notify.add(tx, org, {
    urgency: one.severity === 'critical' ? 'high' : 'normal',
    href: pageOf(one.uuid),
    to: { users: to },
    except: user.uuid,
    ...notification,
  })
}

const pageOf = (uuid: string) => `/org/msoc/dashboard/case-management/general?case=${uuid}`

/** Takes the notifications of a need-to-know case back from those who may not see it any more (rule CASE-9). */
export async function withdrawFromOthers(tx: Tx, org: Org, notify: Notify, uuid: string): Promise<void> {
  await notify?.withdraw(tx, org, pageOf(uuid), await usersSeeing(tx, org, uuid))
}

async function seeing(
  tx: Tx,
  { org }: Pick<Caller, 'org' | 'user'>,
  one: CaseRow,
  users: readonly string[],
): Promise<string[]> {
  const known = await activeUsers(tx, org, users)
  const members = one.needToKnow ? new Set([one.ownerUuid, ...(await membersOf(tx, org, one.uuid))]) : undefined
  return known.filter(({ uuid, role }) => !members || role === 'ADMIN' || members.has(uuid)).map(({ uuid }) => uuid)
}
