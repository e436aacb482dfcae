import type { FastifyInstance } from 'fastify'
import { getProfile, saveProfile } from '@carapace/shared/account/team.contract'
import { Failure } from '@carapace/shared/core/failure'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { audit, byCaller } from '../sign-in/sessions.queries.ts'
import { profileOf, updateUser } from '../team/team.queries.ts'

/** The user's own profile (rule ACCOUNT-5 of packages/shared/src/account/SPEC.md). */
export async function profileRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, getProfile).with(async ({ caller }) => ({ profile: await profileOf(db, caller.org, caller.user.uuid) }))

  serve(app, saveProfile).with(
    async ({
      input: { revision, name, job_title: jobTitle, country, mobile_number: mobileNumber, time_zone: timeZone },
      caller,
    }) => {
      if (!isTimeZone(timeZone))
        throw new Failure('INVALID_INPUT', { errors: { time_zone: 'This is no time zone that we know.' } })
      const { org, user } = caller
      const profile = await db.transaction(async (tx) => {
        const before = await profileOf(tx, org, user.uuid)
        if (!(await updateUser(tx, org, user.uuid, revision, { name, jobTitle, country, mobileNumber, timeZone })))
          throw new Failure('ROW_CHANGED')
        const after = await profileOf(tx, org, user.uuid)
        await audit(tx, org, byCaller(caller), {
          action: 'change profile',
          subject: 'user',
          subjectUuid: user.uuid,
          before,
          after,
        })
        return after
      })
      return { success: true, profile }
    },
  )
}

/** Whether the text is the name of an IANA time zone; an offset such as +05:30 is not. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== undefined
  } catch {
    return false // Intl throws for an unknown zone
  }
}
