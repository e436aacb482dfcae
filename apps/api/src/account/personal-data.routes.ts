import type { FastifyInstance } from 'fastify'
import { eraseMyself, exportMyData } from '@carapace/shared/account/team.contract'
import type { Database } from '../core/db.ts'
import { formerMember, type PersonalData } from '../core/personal-data.queries.ts'
import { serve } from '../core/http/serve.ts'
import type { PasswordCheck } from './passwords/password-check.ts'
import { dataOf, erasePerson } from './personal-data.ts'
import { audit, byCaller } from './sign-in/sessions.queries.ts'
import { lockedMember, refuseLastAdmin } from './team/team.ts'

interface Deps {
  readonly db: Database
  readonly passwords: PasswordCheck
  readonly personalData: () => readonly PersonalData[]
}

/**
 * The rights that the privacy policy promises: export of one's own data, and erasure (rules ACCOUNT-7, ACCOUNT-8 of
 * packages/shared/src/account/SPEC.md).
 */
export async function personalDataRoutes(app: FastifyInstance, { db, passwords, personalData }: Deps): Promise<void> {
  serve(app, exportMyData).with(async ({ caller }) => {
    const data = await dataOf(db, caller.org, caller.user.uuid, personalData())
    await audit(db, caller.org, byCaller(caller), {
      action: 'export own data',
      subject: 'user',
      subjectUuid: caller.user.uuid,
    })
    return { exported_at: new Date().toISOString(), data }
  })

  serve(app, eraseMyself).with(async ({ input, caller }) => {
    const { org, user } = caller
    await passwords.reauthenticate(caller, input.password, 'password')
    await db.transaction(async (tx) => {
      await refuseLastAdmin(tx, org, await lockedMember(tx, org, user.uuid))
      await erasePerson(tx, org, user, personalData())
      await audit(
        tx,
        org,
        { uuid: user.uuid, name: formerMember, address: null },
        { action: 'erase own account', subject: 'user', subjectUuid: user.uuid },
      )
    })
    return { success: true, message: 'Your account and your personal data are erased.' }
  })
}
