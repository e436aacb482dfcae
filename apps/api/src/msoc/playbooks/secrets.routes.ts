import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { bounds } from '@carapace/shared/msoc/playbooks/playbook'
import {
  deletePlaybookSecret,
  listPlaybookSecrets,
  savePlaybookSecret,
} from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import { serve } from '../../core/http/serve.ts'
import type { PlaybookDeps } from './deps.ts'
import { removeSecret, secretNames, secretsOf, writeSecret } from './secrets.queries.ts'

/** The secrets of playbooks over HTTP: their values go in, and never out (rule PLAYBOOK-18). */
export async function playbookSecretRoutes(app: FastifyInstance, { db, seal }: PlaybookDeps): Promise<void> {
  serve(app, listPlaybookSecrets).with(async ({ caller: { org } }) => ({ secrets: await secretsOf(db, org) }))

  serve(app, savePlaybookSecret).with(async ({ input: { name, description, value }, caller }) => {
    const { org, user } = caller
    const secret = await db.transaction(async (tx) => {
      const known = await secretNames(tx, org)
      if (!known.has(name) && value === undefined)
        throw new Failure('INVALID_INPUT', { errors: { value: 'A new secret needs a value.' } })
      if (!known.has(name) && known.size >= bounds.secrets)
        throw new Failure('RULE_REFUSED', { message: `At most ${bounds.secrets} secrets are possible; delete some.` })
      const sealed = value === undefined ? undefined : seal.seal(value)
      const saved = await writeSecret(tx, org, { name, description, sealed, by: user })
      await audit(tx, org, byCaller(caller), {
        action: known.has(name) ? 'change playbook secret' : 'add playbook secret',
        subject: 'playbook secret',
        after: { name, description, value_changed: value !== undefined },
      })
      return saved!
    })
    return { success: true, secret }
  })

  serve(app, deletePlaybookSecret).with(async ({ input: { name }, caller }) => {
    await db.transaction(async (tx) => {
      if (!(await removeSecret(tx, caller.org, name))) throw new Failure('NOT_FOUND')
      await audit(tx, caller.org, byCaller(caller), {
        action: 'delete playbook secret',
        subject: 'playbook secret',
        before: { name },
      })
    })
    return { success: true }
  })
}
