import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { deleteCanNote, listCanNotes, saveCanNote } from '@carapace/shared/msoc/can/notes.contract'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Database, Tx } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import {
  countNotes,
  hasSubject,
  insertNote,
  lockNote,
  notesAtMost,
  notesOf,
  removeNote,
  type Subject,
  updateNote,
  wireNote,
} from './notes.queries.ts'

/** Bookmarks and notes at times of a bus, over HTTP. A note's author can change it; administrators can delete any. */
export async function canNoteRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, listCanNotes).with(async ({ input: { from_ms: from, to_ms: to, ...about }, caller: { org, user } }) => ({
    notes: (await notesOf(db, org, about, { from, to })).map((row) => wireNote(row, user.uuid)),
  }))

  serve(app, saveCanNote).with(
    async ({
      input: { uuid, revision, subject, subject_uuid: subjectUuid, at_ms: atMs, bus, id, ext, text },
      caller,
    }) => {
      const { org, user } = caller
      const fields = { atMs, bus, arbitrationId: id, ext, text }
      const row = await db.transaction(async (tx) => {
        if (uuid !== undefined) {
          const before = await ownNote(tx, org, uuid, revision, user.uuid)
          const after = await updateNote(tx, org, uuid, fields)
          await audit(tx, org, byCaller(caller), {
            action: 'change CAN note',
            subject: before.subject,
            subjectUuid: before.subjectUuid,
            before,
            after,
          })
          return after
        }
        await refuseSubject(tx, org, { subject, subject_uuid: subjectUuid })
        const added = await insertNote(tx, org, {
          ...fields,
          subject,
          subjectUuid,
          authorUuid: user.uuid,
          author: user.name,
        })
        await audit(tx, org, byCaller(caller), { action: 'add CAN note', subject, subjectUuid, after: added })
        return added
      })
      return { success: true, note: wireNote(row, user.uuid) }
    },
  )

  serve(app, deleteCanNote).with(async ({ input: { uuid, revision }, caller }) => {
    const { org, user } = caller
    await db.transaction(async (tx) => {
      const before = await lockNote(tx, org, uuid)
      if (!before) throw new Failure('NOT_FOUND')
      if (before.authorUuid !== user.uuid && user.role !== 'ADMIN')
        throw new Failure('ROLE_REQUIRED', { message: 'Only its author or an administrator deletes a note.' })
      if (before.revision !== revision) throw new Failure('ROW_CHANGED')
      await removeNote(tx, org, uuid)
      await audit(tx, org, byCaller(caller), {
        action: 'delete CAN note',
        subject: before.subject,
        subjectUuid: before.subjectUuid,
        before,
      })
    })
    return { success: true }
  })
}

async function ownNote(tx: Tx, org: Org, uuid: string, revision: number | undefined, me: string) {
  const note = await lockNote(tx, org, uuid)
  if (!note) throw new Failure('NOT_FOUND')
  if (note.authorUuid !== me) throw new Failure('ROLE_REQUIRED', { message: 'Only its author changes a note.' })
  if (note.revision !== revision) throw new Failure('ROW_CHANGED')
  return note
}

async function refuseSubject(tx: Tx, org: Org, about: Subject): Promise<void> {
  if (!(await hasSubject(tx, org, about))) throw new Failure('NOT_FOUND')
  if ((await countNotes(tx, org, about)) >= notesAtMost)
    throw new Failure('RULE_REFUSED', {
      message: `At most ${notesAtMost.toLocaleString('en')} notes are kept of one ${about.subject}; delete some.`,
    })
}
