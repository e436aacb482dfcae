import type { FastifyInstance } from 'fastify'
import { deleteView, listViews, type SavedView, saveView } from '@carapace/shared/account/views.contract'
import { Failure } from '@carapace/shared/core/failure'
import { may } from '@carapace/shared/permissions'
import type { Caller } from '../../core/http/caller.ts'
import type { Database, Tx } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { audit, byCaller } from '../sign-in/sessions.queries.ts'
import { countViews, insertView, removeView, updateView, viewByUuid, viewSeenBy, viewsOf } from './views.queries.ts'

const viewsOfOne = 200
const viewsShared = 300

/** Saved views over HTTP (rules VIEW-1 to VIEW-5 of packages/shared/src/account/SPEC.md). */
export async function viewRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, listViews).with(async ({ input, caller }) => ({
    views: await viewsOf(db, caller.org, caller.user.uuid, input.page),
  }))

  serve(app, saveView).with(async ({ input: { uuid, revision, ...fields }, caller }) => {
    const { org, user } = caller
    if (fields.shared && !may(user.role, 'views.share'))
      throw new Failure('ROLE_REQUIRED', { message: 'A viewer saves views for themselves only.' })
    const view = await db.transaction(async (tx) => {
      const before = uuid === undefined ? undefined : await changeable(tx, caller, uuid)
      await refuseMany(tx, caller, before, fields.shared)
      if (before && !(await updateView(tx, org, before.uuid, revision ?? before.revision, fields)))
        throw new Failure('ROW_CHANGED')
      const after = (await viewByUuid(tx, org, before?.uuid ?? (await insertView(tx, org, user.uuid, fields))))!
      if (before?.shared || after.shared)
        await audit(tx, org, byCaller(caller), {
          action: before ? 'change shared view' : 'share view',
          subject: 'view',
          subjectUuid: after.uuid,
          before,
          after,
        })
      return after
    })
    return { success: true, view }
  })

  serve(app, deleteView).with(async ({ input, caller }) => {
    await db.transaction(async (tx) => {
      const before = await changeable(tx, caller, input.uuid)
      await removeView(tx, caller.org, input.uuid)
      if (before.shared)
        await audit(tx, caller.org, byCaller(caller), {
          action: 'delete shared view',
          subject: 'view',
          subjectUuid: input.uuid,
          before,
        })
    })
    return { success: true }
  })
}

/** The view, if the caller may change it: as its owner, or as an administrator if it is shared. */
async function changeable(tx: Tx, { org, user }: Caller, uuid: string): Promise<SavedView> {
  const view = await viewSeenBy(tx, org, user.uuid, uuid)
  if (!view) throw new Failure('NOT_FOUND')
  if (view.owner.uuid !== user.uuid && user.role !== 'ADMIN')
    throw new Failure('ROLE_REQUIRED', { message: 'Only its owner or an administrator may change a shared view.' })
  return view
}

async function refuseMany(
  tx: Tx,
  { org, user }: Caller,
  before: SavedView | undefined,
  shared: boolean,
): Promise<void> {
  const counted = await countViews(tx, org, user.uuid)
  if (!before && counted.own >= viewsOfOne)
    throw new Failure('RULE_REFUSED', {
      message: `You have ${viewsOfOne} saved views, which is the most. Delete one first.`,
    })
  if (shared && !before?.shared && counted.shared >= viewsShared)
    throw new Failure('RULE_REFUSED', {
      message: `Your organisation shares ${viewsShared} views, which is the most. Delete one first.`,
    })
}
