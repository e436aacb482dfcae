import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import type { addCaseLink, removeCaseLink } from '@carapace/shared/msoc/cases/case-links.contract'
import { caseLimits } from '@carapace/shared/msoc/cases/cases'
import { typeNames } from '@carapace/shared/msoc/observables/observables'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { storedObservables } from '../observables/observables.queries.ts'
import { casesByUuid } from './cases.queries.ts'
import { countLinks, insertLink, linkWith, removeLink, vehicleTitle } from './links.queries.ts'
import { type CaseWrite, lockToWork, recordEach } from './locking.ts'

/**
 * Links a case with something (rule CASE-42): a case, a vehicle or an observable must be there and be seen by the
 * caller. A second link with the same changes nothing.
 */
export async function addLink(
  tx: Tx,
  caller: Caller,
  input: z.output<typeof addCaseLink.input>,
): Promise<CaseWrite & { link: string }> {
  const { org, user } = caller
  const { case_uuid: caseUuid, kind, target_uuid: targetUuid, target, note } = input
  await lockToWork(tx, caller, caseUuid)
  const known = await linkWith(tx, org, caseUuid, { kind, targetUuid, target })
  if (known !== undefined) return { uuid: caseUuid, health: [], seq: undefined, link: known }
  if ((await countLinks(tx, org, caseUuid)) >= caseLimits.links)
    throw new Failure('RULE_REFUSED', { message: `A case has at most ${caseLimits.links} links.` })
  const title = (await titleOf(tx, caller, input)) || target
  const link = await insertLink(tx, org, {
    caseUuid,
    kind,
    targetUuid,
    target,
    title,
    note,
    addedBy: user.name,
    addedByUuid: user.uuid,
  })
  const seq = await recordEach(tx, caller, caseUuid, [
    { kind: 'reference', detail: { link: kind, title: shown(kind, title) } },
  ])
  await audit(tx, org, byCaller(caller), {
    action: 'link case',
    subject: 'case',
    subjectUuid: caseUuid,
    after: { kind, target: targetUuid ?? target },
  })
  return { uuid: caseUuid, health: [], seq, link }
}

/** The record of a link with a case has no title: not all who see this case may see that one (rule CASE-9). */
const shown = (kind: string, title: string) => (kind === 'case' ? '' : title)

async function titleOf(tx: Tx, caller: Caller, input: z.output<typeof addCaseLink.input>): Promise<string> {
  const { org, user } = caller
  const { kind, target_uuid: uuid, title } = input
  if (kind === 'vehicle') {
    const found = await vehicleTitle(tx, org, uuid!)
    if (found === undefined) throw new Failure('NOT_FOUND', { message: 'No vehicle of yours has this uuid.' })
    return found
  }
  if (kind === 'observable') {
    const [found] = await storedObservables(tx, org, [uuid!])
    if (!found) throw new Failure('NOT_FOUND', { message: 'There is no observable with this uuid.' })
    return `${typeNames[found.type]} ${found.value}`.slice(0, 300)
  }
  if (kind !== 'case') return title
  const found = (await casesByUuid(tx, org, [uuid!], user)).get(uuid!)
  if (!found) throw new Failure('NOT_FOUND', { message: 'There is no case with this uuid.' })
  if (uuid === input.case_uuid) throw new Failure('RULE_REFUSED', { message: 'A case cannot be linked with itself.' })
  return `CAS-${found.number} ${found.title}`
}

export async function dropLink(
  tx: Tx,
  caller: Caller,
  { case_uuid: caseUuid, uuid }: z.output<typeof removeCaseLink.input>,
): Promise<CaseWrite> {
  await lockToWork(tx, caller, caseUuid)
  const before = await removeLink(tx, caller.org, caseUuid, uuid)
  if (!before) throw new Failure('NOT_FOUND')
  const seq = await recordEach(tx, caller, caseUuid, [
    { kind: 'reference', detail: { link: before.kind, title: shown(before.kind, before.title), removed: true } },
  ])
  await audit(tx, caller.org, byCaller(caller), {
    action: 'unlink case',
    subject: 'case',
    subjectUuid: caseUuid,
    before: { kind: before.kind, target: before.targetUuid ?? before.target },
  })
  return { uuid: caseUuid, health: [], seq }
}
