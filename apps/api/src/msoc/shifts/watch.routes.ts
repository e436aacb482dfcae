import type { FastifyInstance } from 'fastify'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import { Failure } from '@carapace/shared/core/failure'
import { deleteWatchItem, listWatchItems, saveWatchItem } from '@carapace/shared/msoc/shifts/handovers.contract'
import type { WatchKind } from '@carapace/shared/msoc/shifts/watch'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Database, Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { serve } from '../../core/http/serve.ts'
import { announceBoard } from './board.live.ts'
import { countWatched, pin, subjectNamed, unpin, watchedAtMost, watchItemsOf } from './watch.queries.ts'

const examples: Record<WatchKind, string> = { alert: 'ALR-12', case: 'CAS-3', vehicle: 'a VIN' }

/** The watch list over HTTP (rule SHIFT-15). */
export async function watchRoutes(
  app: FastifyInstance,
  { db, publisher }: { db: Database; publisher: Publisher },
): Promise<void> {
  serve(app, listWatchItems).with(async ({ caller: { org, user } }) => ({ items: await watchItemsOf(db, org, user) }))

  serve(app, saveWatchItem).with(async ({ input, caller }) => {
    const uuid = await db.transaction((tx) => save(tx, caller, input))
    announceBoard(publisher, caller.org.uuid, 'watch')
    const item = (await watchItemsOf(db, caller.org, caller.user)).find((one) => one.uuid === uuid)
    if (!item) throw new Failure('NOT_FOUND')
    return { success: true, item }
  })

  serve(app, deleteWatchItem).with(async ({ input: { uuid }, caller }) => {
    await db.transaction(async (tx) => {
      const before = await unpin(tx, caller.org, uuid)
      if (!before) throw new Failure('NOT_FOUND')
      await audit(tx, caller.org, byCaller(caller), {
        action: 'unpin',
        subject: before.kind,
        subjectUuid: before.subjectUuid,
        before: { note: before.note },
      })
    })
    announceBoard(publisher, caller.org.uuid, 'watch')
    return { success: true }
  })
}

async function save(
  tx: Tx,
  caller: Caller,
  { kind, subject, note }: { kind: WatchKind; subject: string; note: string },
): Promise<string> {
  const { org, user } = caller
  const counted = await countWatched(tx, org)
  const subjectUuid = await subjectNamed(tx, caller, kind, subject)
  if (subjectUuid === undefined)
    throw new Failure('INVALID_INPUT', { errors: { subject: `There is no such ${kind}. Write ${examples[kind]}.` } })
  if (counted >= watchedAtMost)
    throw new Failure('RULE_REFUSED', { message: `The watch list holds at most ${watchedAtMost}. Remove something.` })
  const uuid = await pin(tx, org, { kind, subjectUuid, note, authorUuid: user.uuid, author: user.name })
  await audit(tx, org, byCaller(caller), { action: 'pin', subject: kind, subjectUuid, after: { note } })
  return uuid
}
