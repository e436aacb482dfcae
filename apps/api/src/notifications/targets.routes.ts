import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import type { InputOf } from '@carapace/shared/core/endpoint'
import {
  deleteNotificationTarget,
  listNotificationDeliveries,
  listNotificationTargets,
  saveNotificationTarget,
  testNotificationTarget,
} from '@carapace/shared/notifications/targets.contract'
import { may } from '@carapace/shared/permissions'
import { audit, byCaller } from '../account/sign-in/sessions.queries.ts'
import type { Caller } from '../core/http/caller.ts'
import type { Database, Tx } from '../core/db.ts'
import type { Outgoing } from '../core/outgoing/guarded.ts'
import { serve } from '../core/http/serve.ts'
import { deliveriesPage, dropQueuedOf } from './deliveries.queries.ts'
import type { Post } from './posting.ts'
import {
  countTargets,
  insertTarget,
  managedTarget,
  managedTargets,
  type Manager,
  noteResult,
  removeTarget,
  type TargetRow,
  updateTarget,
  wireTarget,
} from './targets.queries.ts'

interface Deps {
  readonly db: Database
  readonly outgoing: Outgoing
  readonly post: Post
  readonly publicUrl: string
}

/** Maximum number of targets of an organisation. */
const targetsOfOne = 20

type SaveInput = Required<Pick<InputOf<typeof saveNotificationTarget>, 'categories' | 'minimum' | 'active'>> &
  InputOf<typeof saveNotificationTarget>

/** Chats and receivers outside, and the log of deliveries (rules NOTIFICATION-10, NOTIFICATION-14). */
export async function targetRoutes(app: FastifyInstance, { db, outgoing, post, publicUrl }: Deps): Promise<void> {
  serve(app, listNotificationTargets).with(async ({ caller }) => ({
    targets: (await managedTargets(db, caller.org, managerOf(caller))).map(wireTarget),
  }))

  serve(app, saveNotificationTarget).with(async ({ input, caller }) => {
    if (!input.own) refuseOthers(caller)
    refuseAddress(input.url)
    const target = await db.transaction(async (tx) => {
      const saved =
        input.uuid === undefined ? await added(tx, caller, input) : await changed(tx, caller, input.uuid, input)
      if (!saved.active) await dropQueuedOf(tx, caller.org, saved.uuid, 'The target was switched off.')
      await record(
        tx,
        caller,
        input.uuid === undefined ? 'add notification target' : 'change notification target',
        saved,
      )
      return saved
    })
    return { success: true, target: wireTarget(target) }
  })

  serve(app, deleteNotificationTarget).with(async ({ input: { uuid }, caller }) => {
    await db.transaction(async (tx) => {
      const target = await managedTarget(tx, caller.org, managerOf(caller), uuid)
      if (!target) throw new Failure('NOT_FOUND')
      await removeTarget(tx, caller.org, uuid)
      await record(tx, caller, 'delete notification target', target)
    })
    return { success: true }
  })

  serve(app, testNotificationTarget).with(async ({ input: { uuid }, caller }) => {
    const target = await managedTarget(db, caller.org, managerOf(caller), uuid)
    if (!target) throw new Failure('NOT_FOUND')
    const posted = await post.send(target, testMessage(caller, publicUrl), crypto.randomUUID())
    const noted = await noteResult(
      db,
      caller.org,
      target,
      posted.ok ? { verifiedAt: new Date(), lastError: null } : { lastError: posted.why },
    )
    if (!posted.ok) throw new Failure('RULE_REFUSED', { message: `The test did not arrive. ${posted.why}` })
    if (!noted) throw new Failure('ROW_CHANGED', { message: 'The address was changed meanwhile. Test it again.' })
    return { success: true, target: wireTarget(noted) }
  })

  serve(app, listNotificationDeliveries).with(async ({ input, caller }) => {
    const { managesOrganisation, userUuid } = managerOf(caller)
    return deliveriesPage(db, caller.org, { ...input, ...(!managesOrganisation && { userUuid }) })
  })

  function refuseAddress(url: string | undefined): void {
    const why = url === undefined ? undefined : outgoing.whyRefused(url)
    if (why !== undefined) throw new Failure('INVALID_INPUT', { message: why, errors: { url: why } })
  }

  async function added(tx: Tx, { org, user }: Caller, input: SaveInput): Promise<TargetRow> {
    const { own, channel, url, secret } = input
    if (url === undefined) throw new Failure('INVALID_INPUT', { errors: { url: 'Enter the address.' } })
    const others = await countTargets(tx, org, own ? { userUuid: user.uuid, channel } : 'organisation')
    if (own && others > 0)
      throw new Failure('RULE_REFUSED', { message: 'You have a target for this channel. Change that one.' })
    if (!own && others >= targetsOfOne)
      throw new Failure('RULE_REFUSED', {
        message: `Your organisation has ${targetsOfOne} targets, which is the most. Delete one first.`,
      })
    return insertTarget(tx, {
      ...fieldsOf(input),
      orgUuid: org.uuid,
      userUuid: own ? user.uuid : null,
      channel,
      host: new URL(url).host,
      sealed: post.seal({ url, ...(secret !== undefined && { secret }) }),
    })
  }

  /** With another address or another secret it has to be tested again. */
  async function changed(tx: Tx, caller: Caller, uuid: string, input: SaveInput): Promise<TargetRow> {
    const before = await managedTarget(tx, caller.org, managerOf(caller), uuid)
    if (!before) throw new Failure('NOT_FOUND')
    if (before.channel !== input.channel || (before.userUuid !== null) !== input.own)
      throw new Failure('RULE_REFUSED', { message: 'A target keeps its channel and its owner. Add another one.' })
    const isOther = input.url !== undefined || input.secret !== undefined
    const known = post.open(before)
    const url = input.url ?? known?.url
    if (url === undefined) throw new Failure('INVALID_INPUT', { errors: { url: 'Enter the address again.' } })
    const secret = input.secret ?? known?.secret
    const after = await updateTarget(tx, caller.org, uuid, input.revision ?? before.revision, {
      ...fieldsOf(input),
      ...(isOther && {
        host: new URL(url).host,
        sealed: post.seal({ url, ...(secret !== undefined && { secret }) }),
        verifiedAt: null,
        lastError: null,
      }),
    })
    if (!after) throw new Failure('ROW_CHANGED')
    return after
  }
}

function managerOf({ user }: Caller): Manager {
  return { userUuid: user.uuid, managesOrganisation: may(user.role, 'notifications.manage') }
}

function refuseOthers({ user }: Caller): void {
  if (!may(user.role, 'notifications.manage'))
    throw new Failure('ROLE_REQUIRED', { message: 'Only administrators manage the targets of the organisation.' })
}

function fieldsOf({ name, categories, minimum, active }: SaveInput) {
  return { name, active, filter: { categories, minimum } }
}

function testMessage({ user }: Caller, publicUrl: string) {
  return {
    uuid: crypto.randomUUID(),
    kind: 'notification-test',
    category: 'workspace',
    urgency: 'normal' as const,
    title: 'This is a test of the notifications of Carapace',
    text: `Requested by ${user.name}.`,
    count: 1,
    at: new Date(),
    url: `${publicUrl}/org/notifications?tab=channels`,
  }
}

/** Writes to the audit log: names and hosts, never addresses, which are secrets. */
async function record(tx: Tx, caller: Caller, action: string, target: TargetRow): Promise<void> {
  const { uuid, name, channel, host, filter, active, userUuid } = target
  await audit(tx, caller.org, byCaller(caller), {
    action,
    subject: 'notification target',
    subjectUuid: uuid,
    after: { name, channel, host, ...filter, active, of: userUuid === null ? 'organisation' : 'member' },
  })
}
