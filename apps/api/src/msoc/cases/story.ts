import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import type { deleteStoryEntry, saveStoryEntry, StoryReference } from '@carapace/shared/msoc/cases/case-story.contract'
import { caseLimits } from '@carapace/shared/msoc/cases/cases'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { vehicleNamed } from '../vehicles/vehicles.queries.ts'
import { itemsOf } from './items.queries.ts'
import { type CaseWrite, lockToWork, recordEach } from './locking.ts'
import { countEntries, entryRow, insertEntry, removeEntry, saveEntry } from './story.queries.ts'
import { isChangeOf } from './details.queries.ts'

/** Adds a step to the story of a case, or changes it (rule CASE-45). */
export async function writeEntry(
  tx: Tx,
  caller: Caller,
  input: z.output<typeof saveStoryEntry.input>,
): Promise<CaseWrite & { entry: string }> {
  const { org, user } = caller
  const { case_uuid: caseUuid, uuid, revision, reference, title, note, tactic } = input
  await lockToWork(tx, caller, caseUuid)
  const fields = { at: new Date(input.at), title, note, tactic }
  const before = uuid === undefined ? undefined : await entryRow(tx, org, caseUuid, uuid)
  if (uuid !== undefined && !before) throw new Failure('NOT_FOUND')
  if (before && before.revision !== revision) throw new Failure('ROW_CHANGED')
  if (before) await saveEntry(tx, org, before.uuid, fields)
  const entry = before?.uuid ?? (await addEntry(tx, caller, caseUuid, reference, fields))
  const seq = await recordEach(tx, caller, caseUuid, [
    { kind: 'story', detail: { title, ...(!before && { added: true }) } },
  ])
  await audit(tx, org, byCaller(caller), {
    action: before ? 'change case story' : 'add to case story',
    subject: 'case',
    subjectUuid: caseUuid,
    before,
    after: { entry, title, by: user.name },
  })
  return { uuid: caseUuid, health: [], seq, entry }
}

async function addEntry(
  tx: Tx,
  { org, user }: Caller,
  caseUuid: string,
  reference: StoryReference,
  fields: { at: Date; title: string; note: string; tactic: string },
): Promise<string> {
  const { entries, next } = await countEntries(tx, org, caseUuid)
  if (entries >= caseLimits.story)
    throw new Failure('RULE_REFUSED', { message: `A story has at most ${caseLimits.story} steps.` })
  return insertEntry(tx, org, {
    ...fields,
    caseUuid,
    reference: await knownReference(tx, { org }, caseUuid, reference),
    order: next,
    addedBy: user.name,
    addedByUuid: user.uuid,
  })
}

/**
 * The reference of a step, if it is part of the case, or a vehicle of the organisation, which is stored by its uuid.
 */
async function knownReference(
  tx: Tx,
  { org }: Pick<Caller, 'org'>,
  caseUuid: string,
  reference: StoryReference,
): Promise<StoryReference> {
  if (reference.kind === 'note') return reference
  if (reference.kind === 'event') {
    const vehicle = await vehicleNamed(tx, org, reference.vehicle)
    if (!vehicle)
      throw new Failure('INVALID_INPUT', {
        errors: { reference: 'No vehicle of yours has this uuid, VIN or device id.' },
      })
    return { ...reference, vehicle: vehicle.uuid }
  }
  const isThere =
    reference.kind === 'change'
      ? await isChangeOf(tx, org, caseUuid, reference.seq)
      : await hasItem(tx, { org }, caseUuid, reference)
  if (!isThere) throw new Failure('INVALID_INPUT', { errors: { reference: 'This is not part of the case.' } })
  return reference
}

async function hasItem(
  tx: Tx,
  { org }: Pick<Caller, 'org'>,
  caseUuid: string,
  reference: Extract<StoryReference, { kind: 'alert' | 'evidence' }>,
): Promise<boolean> {
  const items = await itemsOf(tx, org, caseUuid)
  return reference.kind === 'alert'
    ? items.alerts.includes(reference.alert_uuid)
    : items.evidence.includes(reference.evidence_uuid)
}

export async function dropEntry(
  tx: Tx,
  caller: Caller,
  { case_uuid: caseUuid, uuid }: z.output<typeof deleteStoryEntry.input>,
): Promise<CaseWrite> {
  await lockToWork(tx, caller, caseUuid)
  const before = await entryRow(tx, caller.org, caseUuid, uuid)
  if (!before) throw new Failure('NOT_FOUND')
  await removeEntry(tx, caller.org, uuid)
  const seq = await recordEach(tx, caller, caseUuid, [
    { kind: 'story', detail: { title: before.title, removed: true } },
  ])
  await audit(tx, caller.org, byCaller(caller), {
    action: 'remove from case story',
    subject: 'case',
    subjectUuid: caseUuid,
    before,
  })
  return { uuid: caseUuid, health: [], seq }
}
