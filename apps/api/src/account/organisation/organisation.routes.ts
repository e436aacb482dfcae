import type { FastifyInstance } from 'fastify'
import { getOrganisation, saveOrganisation } from '@carapace/shared/account/organisation.contract'
import { isPlainName, noPlainName } from '@carapace/shared/account/rules'
import { Failure } from '@carapace/shared/core/failure'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { settingsOf, updateSettings } from './organisation.queries.ts'
import { audit, byCaller } from '../sign-in/sessions.queries.ts'

/** The organisation's settings (rule ACCOUNT-6 of packages/shared/src/account/SPEC.md). */
export async function organisationRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, getOrganisation).with(async ({ caller }) => ({ organisation: await settingsOf(db, caller.org) }))

  serve(app, saveOrganisation).with(
    async ({ input: { revision, name, retention_days: retentionDays, session_days: sessionDays }, caller }) => {
      const organisation = await db.transaction(async (tx) => {
        const before = await settingsOf(tx, caller.org)
        if (name !== before.name && !isPlainName(name))
          throw new Failure('INVALID_INPUT', { errors: { name: noPlainName } })
        if (!(await updateSettings(tx, caller.org, revision, { name, retentionDays, sessionDays })))
          throw new Failure('ROW_CHANGED')
        const after = await settingsOf(tx, caller.org)
        await audit(tx, caller.org, byCaller(caller), {
          action: 'change organisation settings',
          subject: 'organisation',
          subjectUuid: caller.org.uuid,
          before,
          after,
        })
        return after
      })
      return { success: true, organisation }
    },
  )
}
