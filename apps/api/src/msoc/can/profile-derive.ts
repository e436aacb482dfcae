import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import type { CanProfile } from '@carapace/shared/msoc/can/profile'
import type { deriveProfile, ProfileRow } from '@carapace/shared/msoc/can/profiles.contract'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Caller } from '../../core/http/caller.ts'
import type { Database, Tx } from '../../core/db.ts'
import { insertDraft, profileRow } from './profiles.queries.ts'
import type { DbcThread } from '../dbc/thread.ts'
import { dbcText, holdDbcOf } from '../dbc/dbcs.queries.ts'

/** The profile of normal behaviour that a version of a CAN database alone defines. */
export async function derivedFrom(db: Database, thread: DbcThread, org: Org, versionUuid: string): Promise<CanProfile> {
  return taken(await thread.run(org.uuid, 'derive', () => textOf(db, org, versionUuid)))
}

/** Adds names and ranges of a CAN database version to a learned profile; locks the database in the transaction. */
export async function namedBy(
  tx: Tx,
  thread: DbcThread,
  org: Org,
  versionUuid: string,
  profile: CanProfile,
): Promise<CanProfile> {
  const source = await dbcText(tx, org, versionUuid)
  const named = source && taken(await thread.run(org.uuid, 'name', async () => ({ text: source.text, profile })))
  if (!named || !(await holdDbcOf(tx, org, versionUuid)))
    throw new Failure('RULE_REFUSED', { message: 'The CAN database for its names no longer exists.' })
  return named
}

async function textOf(db: Database, org: Org, versionUuid: string): Promise<string> {
  const source = await dbcText(db, org, versionUuid)
  if (!source) throw new Failure('NOT_FOUND')
  return source.text
}

function taken(made: { readonly profile: CanProfile } | { readonly refused: string }): CanProfile {
  if ('refused' in made) throw new Failure('RULE_REFUSED', { message: made.refused })
  return made.profile
}

/** Adds a draft profile derived from a CAN database alone. */
export async function addDerived(
  tx: Tx,
  caller: Caller,
  input: z.output<typeof deriveProfile.input>,
  profile: CanProfile,
): Promise<ProfileRow> {
  const { org, user } = caller
  const { model, bus, note, dbc_version_uuid: dbc } = input
  if (!(await holdDbcOf(tx, org, dbc))) throw new Failure('NOT_FOUND')
  const uuid = await insertDraft(tx, org, {
    model,
    bus,
    note,
    profile,
    origin: 'DBC',
    createdBy: user.name,
    dbcVersionUuid: dbc,
  })
  await audit(tx, org, byCaller(caller), {
    action: 'derive CAN profile',
    subject: 'can_profile',
    subjectUuid: uuid,
    after: { model, bus, dbc_version_uuid: dbc },
  })
  return (await profileRow(tx, org, uuid))!
}
