import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { caseLimits } from '@carapace/shared/msoc/cases/cases'
import type { saveCaseMembers } from '@carapace/shared/msoc/cases/cases.contract'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { type CaseWrite, lockToWork, type Recorded, recordEach } from './locking.ts'
import { type Notify, notifyOfCase, withdrawFromOthers } from './people.ts'
import { activeUsers, addMembers, dropMembers, membersOf } from './writes.queries.ts'

/** These users, each once. Refused if one is not an active member of the organisation. */
export async function knownMembers(tx: Tx, org: Org, uuids: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(uuids)]
  const known = await activeUsers(tx, org, wanted)
  if (known.length < wanted.length)
    throw new Failure('INVALID_INPUT', { errors: { members: 'Somebody is not a member of your organisation.' } })
  return wanted
}

/** Adds members to a case and removes others; its owner stays one (rule CASE-9). */
export async function changeMembers(
  tx: Tx,
  caller: Caller,
  { uuid, add, remove }: z.output<typeof saveCaseMembers.input>,
  notify: Notify,
): Promise<CaseWrite> {
  const { org, user } = caller
  const one = await lockToWork(tx, caller, uuid)
  if (one.ownerUuid !== null && remove.includes(one.ownerUuid))
    throw new Failure('RULE_REFUSED', { message: 'The owner is always a member. Choose another owner first.' })
  if (one.needToKnow && user.role !== 'ADMIN' && remove.includes(user.uuid))
    throw new Failure('RULE_REFUSED', { message: 'You would not see this case any more. Ask its owner to remove you.' })
  const now = await membersOf(tx, org, uuid)
  const added = (await knownMembers(tx, org, add)).filter((user) => !now.includes(user))
  const removed = now.filter((user) => remove.includes(user))
  if (now.length + added.length - removed.length > caseLimits.members)
    throw new Failure('RULE_REFUSED', { message: `A case has at most ${caseLimits.members} members.` })
  if (added.length + removed.length === 0) return { uuid, health: [], seq: undefined }

  await addMembers(tx, org, uuid, added)
  await dropMembers(tx, org, uuid, removed)
  if (one.needToKnow && removed.length > 0) await withdrawFromOthers(tx, org, notify, uuid)
  await notifyOfCase(tx, caller, notify, one, added, {
    kind: 'case-member',
    title: `${caller.user.name} added you to CAS-${one.number} "${one.title}"`,
  })
  const seq = await recordEach(tx, caller, uuid, await recordOf(tx, org, { added, removed }))
  await audit(tx, org, byCaller(caller), {
    action: 'change case members',
    subject: 'case',
    subjectUuid: uuid,
    after: { added, removed },
  })
  return { uuid, health: [], seq }
}

async function recordOf(
  tx: Tx,
  org: Org,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<Recorded[]> {
  const names = new Map((await activeUsers(tx, org, [...added, ...removed])).map(({ uuid, name }) => [uuid, name]))
  const named = (uuids: readonly string[]) => uuids.map((uuid) => names.get(uuid) ?? 'Former member')
  const detail = { added: named(added), removed: named(removed) }
  return [
    { kind: 'member', detail },
    // who is no longer a member must take it off their lists (rule CASE-9)
    ...(removed.length > 0 ? [{ kind: 'access' as const, detail: {} }] : []),
  ]
}
