import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { diffProfiles as differences } from '@carapace/shared/msoc/can/diff-profiles'
import type { ProfileState } from '@carapace/shared/msoc/can/profiles'
import {
  activateProfile,
  deleteProfile,
  deriveProfile,
  diffProfiles,
  getCanProfile,
  learnProfile,
  listProfiles,
  retireProfile,
  saveCanProfile,
} from '@carapace/shared/msoc/can/profiles.contract'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import { admit, type Caller } from '../../core/http/caller.ts'
import type { Database, Tx } from '../../core/db.ts'
import type { Jobs } from '../../core/jobs/jobs.ts'
import { serve } from '../../core/http/serve.ts'
import { addDerived, derivedFrom } from './profile-derive.ts'
import { addLearning } from './profile-learn.ts'
import {
  countDrafts,
  deleteDraft,
  draftsAtMost,
  lockProfile,
  lockVersions,
  profileOf,
  profileRow,
  profilesPage,
  retireActive,
  updateProfile,
} from './profiles.queries.ts'
import { countedBy } from '../cursor.ts'
import type { DbcThread } from '../dbc/thread.ts'

/** Profiles of the buses of vehicle models, over HTTP: learned or derived as drafts, reviewed, activated, retired. */
export async function canProfileRoutes(
  app: FastifyInstance,
  { db, jobs, dbcThread }: { db: Database; jobs: Jobs; dbcThread: DbcThread },
): Promise<void> {
  serve(app, listProfiles).with(async ({ input: { cursor, ...query }, caller }) =>
    profilesPage(db, caller.org, { ...query, skip: countedBy(cursor) }),
  )

  serve(app, getCanProfile).with(async ({ input: { uuid }, caller: { org } }) => {
    const [row, profile] = await Promise.all([profileRow(db, org, uuid), profileOf(db, org, uuid)])
    if (!row || !profile) throw new Failure('NOT_FOUND')
    return { row, profile }
  })

  serve(app, diffProfiles).with(async ({ input, caller: { org } }) => {
    const [before, after] = await Promise.all([profileOf(db, org, input.before), profileOf(db, org, input.after)])
    if (!before || !after) throw new Failure('NOT_FOUND')
    return { changes: differences(before, after) }
  })

  serve(app, learnProfile).with(async ({ input, caller }) => {
    const job = await db.transaction(async (tx) => {
      await refuseMoreDrafts(tx, caller.org)
      return addLearning(tx, jobs, caller, input)
    })
    jobs.wake(caller.org)
    return { success: true, job }
  })

  serve(app, deriveProfile).with(async ({ input, caller }) => {
    await refuseMoreDrafts(db, caller.org)
    const profile = await derivedFrom(db, dbcThread, caller.org, input.dbc_version_uuid)
    const row = await db.transaction(async (tx) => {
      await refuseMoreDrafts(tx, caller.org)
      return addDerived(tx, caller, input, profile)
    })
    return { success: true, row }
  })

  serve(app, saveCanProfile).with(async ({ input: { uuid, revision, note, exceptions }, caller }) => {
    const row = await change(db, caller, { uuid, revision, action: 'save CAN profile' }, async (tx, before) => {
      // changing what the detectors suppress from now on needs the same permission as activating a profile
      if (exceptions && before.state === 'ACTIVE') admit(caller, activateProfile)
      if (exceptions && before.state === 'RETIRED')
        throw new Failure('RULE_REFUSED', {
          message: 'A retired profile stays as it was; only its note can be changed.',
        })
      await updateProfile(tx, caller.org, uuid, {
        note,
        ...(exceptions && { profile: { ...before.profile, exceptions } }),
      })
    })
    return { success: true, row }
  })

  serve(app, activateProfile).with(async ({ input: { uuid, revision }, caller }) => {
    const row = await change(db, caller, { uuid, revision, action: 'activate CAN profile' }, async (tx, before) => {
      refuseUnless(before.state, ['DRAFT', 'RETIRED'], 'It is active already.')
      await retireActive(tx, caller.org, before)
      await updateProfile(tx, caller.org, uuid, {
        state: 'ACTIVE',
        activatedBy: caller.user.name,
        activatedAt: new Date(),
        retiredAt: null,
      })
    })
    return { success: true, row }
  })

  serve(app, retireProfile).with(async ({ input: { uuid, revision }, caller }) => {
    const row = await change(db, caller, { uuid, revision, action: 'retire CAN profile' }, async (tx, before) => {
      refuseUnless(before.state, ['ACTIVE'], 'Only an active profile is retired.')
      await retireActive(tx, caller.org, before)
    })
    return { success: true, row }
  })

  serve(app, deleteProfile).with(async ({ input: { uuid, revision }, caller }) => {
    await db.transaction(async (tx) => {
      const { profile: _, ...before } = await lockAt(tx, caller.org, uuid, revision)
      refuseUnless(before.state, ['DRAFT'], 'Alerts may stand on a profile that was active: only drafts are deleted.')
      await deleteDraft(tx, caller.org, uuid)
      await audit(tx, caller.org, byCaller(caller), {
        action: 'delete CAN profile',
        subject: 'can_profile',
        subjectUuid: uuid,
        before,
      })
    })
    return { success: true }
  })
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockProfile>>>

interface ProfileAction {
  readonly uuid: string
  readonly revision: number
  readonly action: string
}

/** Changes a profile that is still at this revision, and audits the change; returns the changed profile. */
async function change(
  db: Database,
  caller: Caller,
  { uuid, revision, action }: ProfileAction,
  write: (tx: Tx, before: Locked) => Promise<void>,
) {
  const { org } = caller
  return db.transaction(async (tx) => {
    const named = await profileRow(tx, org, uuid)
    if (!named) throw new Failure('NOT_FOUND')
    // before the row: two concurrent activations would each wait for the row that the other retires
    await lockVersions(tx, org, named)
    const before = await lockAt(tx, org, uuid, revision)
    await write(tx, before)
    const after = (await profileRow(tx, org, uuid))!
    await audit(tx, org, byCaller(caller), {
      action,
      subject: 'can_profile',
      subjectUuid: uuid,
      before: facts(before),
      after: facts((await lockProfile(tx, org, uuid))!),
    })
    return after
  })
}

/** The fields of a profile that people decide; what was learned never changes. */
function facts({ model, bus, version, state, note, profile: { exceptions } }: Locked) {
  return { model, bus, version, state, note, exceptions }
}

async function lockAt(tx: Tx, org: Org, uuid: string, revision: number): Promise<Locked> {
  const row = await lockProfile(tx, org, uuid)
  if (!row) throw new Failure('NOT_FOUND')
  if (row.revision !== revision) throw new Failure('ROW_CHANGED')
  return row
}

function refuseUnless(state: ProfileState, allowed: readonly ProfileState[], message: string): void {
  if (!allowed.includes(state)) throw new Failure('RULE_REFUSED', { message })
}

async function refuseMoreDrafts(db: Database | Tx, org: Org): Promise<void> {
  if ((await countDrafts(db, org)) >= draftsAtMost)
    throw new Failure('RULE_REFUSED', {
      message: `There are ${draftsAtMost} draft profiles already. Delete some first.`,
    })
}
