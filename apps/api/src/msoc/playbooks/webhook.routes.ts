import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { playbookWebhook, renewWebhook } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import { serve } from '../../core/http/serve.ts'
import { orgOf } from '../vehicle-actions/orgs.queries.ts'
import { announceRuns, type PlaybookDeps } from './deps.ts'
import { lockPlaybook, writePlaybook } from './playbooks.queries.ts'
import { startRun } from './starting.ts'
import { byItself } from './triggers.ts'
import { webhookPlaybook } from './webhook.queries.ts'

/** How old or how far ahead a timestamp may be, seconds. */
const windowSeconds = 300

/** Webhooks: signed requests that start playbooks (rule PLAYBOOK-23). */
export async function playbookWebhookRoutes(app: FastifyInstance, deps: PlaybookDeps): Promise<void> {
  const { db, seal, publisher } = deps

  serve(app, renewWebhook).with(async ({ input: { uuid }, caller }) => {
    const key = randomBytes(32).toString('hex')
    await db.transaction(async (tx) => {
      const playbook = await lockPlaybook(tx, caller.org, uuid)
      if (!playbook) throw new Failure('NOT_FOUND')
      await writePlaybook(tx, caller.org, uuid, { webhookKey: seal.seal(key) })
      await audit(tx, caller.org, byCaller(caller), {
        action: 'renew playbook webhook',
        subject: 'playbook',
        subjectUuid: uuid,
        after: { name: playbook.name },
      })
    })
    return { success: true, path: `/api/${playbookWebhook.path}?playbook=${uuid}`, key }
  })

  serve(app, playbookWebhook).with(async ({ input: { playbook: uuid, timestamp, signature }, body }) => {
    const bytes = await bytesOf(body)
    const playbook = await webhookPlaybook(db, uuid)
    // the same answer whatever is wrong: nobody learns which playbooks exist
    const isSigned =
      playbook?.webhookKey != null && isSignedBy(seal.open(playbook.webhookKey), timestamp, bytes, signature)
    if (!playbook || !isSigned || playbook.enabledVersion === null || playbook.trigger.kind !== 'webhook')
      throw new Failure('NOT_FOUND')
    if (Math.abs(Date.now() / 1000 - timestamp) > windowSeconds)
      throw new Failure('RULE_REFUSED', { message: 'The timestamp is more than five minutes off.' })
    const org = await orgOf(db, playbook.orgUuid)
    const run = await db.transaction((tx) =>
      startRun(tx, org, {
        ...byItself(playbook),
        kind: 'webhook',
        key: `webhook:${signature.toLowerCase()}`,
        subject: null,
        data: { webhook: { body: jsonOf(bytes) } },
      }),
    )
    if (run === undefined) throw new Failure('RULE_REFUSED', { message: 'This request has started a run already.' })
    announceRuns(publisher, org.uuid, [run])
    return { success: true, run_uuid: run }
  })
}

function isSignedBy(key: string, timestamp: number, body: Uint8Array, signature: string): boolean {
  const expected = createHmac('sha256', key).update(`${timestamp}.`).update(body).digest()
  const given = Buffer.from(signature, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function jsonOf(body: Buffer): unknown {
  if (body.length === 0) return {}
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new Failure('INVALID_INPUT', { message: 'The body must be JSON.' })
  }
}
