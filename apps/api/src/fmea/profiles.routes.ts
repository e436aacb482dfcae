import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { shippedProfile } from '@carapace/shared/fmea/default-profile'
import { whyNotProfile } from '@carapace/shared/fmea/profile-check'
import {
  deleteFmeaProfile,
  getFmeaProfiles,
  releaseFmeaProfile,
  saveFmeaProfile,
} from '@carapace/shared/fmea/profiles.contract'
import type { RatingProfile } from '@carapace/shared/fmea/rating-profile'
import type { Caller } from '../core/http/caller.ts'
import type { Database, Tx } from '../core/db.ts'
import { serve } from '../core/http/serve.ts'
import {
  beginMethod,
  changeMethod,
  deleteDraft,
  type MethodKind,
  methodsResponse,
  releaseDraft,
} from '../graph/methods/methods.ts'

export const ratingProfiles: MethodKind<RatingProfile> = {
  kind: 'fmea-profile',
  one: 'rating profile',
  many: 'rating profiles',
  shipped: shippedProfile,
  whyNot: whyNotProfile,
}

/**
 * Rating profiles as versions, over HTTP (rules FMEA-4 to FMEA-6 of packages/shared/src/fmea/SPEC.md, METHOD-2 to
 * METHOD-7 of packages/shared/src/lifecycle/SPEC.md). An FMEA names its profile in a field.
 */
export async function profileRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, getFmeaProfiles).with(async ({ caller }) => ({ success: true, profiles: await versions(db, caller) }))

  serve(app, saveFmeaProfile).with(async ({ input: { uuid, revision, ...profile }, caller }) =>
    db.transaction(async (tx) => {
      if (uuid !== undefined && revision === undefined)
        throw new Failure('INVALID_INPUT', { errors: { revision: 'State the revision to change.' } })
      const saved = uuid ?? (await beginMethod(tx, caller, ratingProfiles, profile))
      if (uuid !== undefined) await changeMethod(tx, caller, ratingProfiles, { uuid, revision: revision! }, profile)
      return { success: true, profile: (await versions(tx, caller)).find((one) => one.uuid === saved)! }
    }),
  )

  serve(app, releaseFmeaProfile).with(async ({ input, caller }) =>
    done((tx) => releaseDraft(tx, caller, ratingProfiles, input)),
  )
  serve(app, deleteFmeaProfile).with(async ({ input, caller }) =>
    done((tx) => deleteDraft(tx, caller, ratingProfiles, input)),
  )

  async function done(work: (tx: Tx) => Promise<void>): Promise<{ success: true }> {
    await db.transaction(work)
    return { success: true }
  }
}

/** FMEAs name their profile in a field, so that no program uses one. */
const versions = (db: Database | Tx, caller: Caller) => methodsResponse(db, caller, ratingProfiles, new Map())
