import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { takesPart } from '@carapace/shared/interface-agreement/access'
import { otherSide } from '@carapace/shared/interface-agreement/row'
import {
  addAgreementComment,
  downloadAgreementFile,
  getAgreementRow,
  removeAgreementComment,
  removeAgreementFile,
  saveAgreementNote,
  uploadAgreementFile,
} from '@carapace/shared/interface-agreement/row-details.contract'
import type { Tx } from '../core/db.ts'
import type { Caller } from '../core/http/caller.ts'
import { serve } from '../core/http/serve.ts'
import type { Deps } from '../module.ts'
import { agreedRow } from './agreed-rows.ts'
import { announceAgreement } from './agreement.live.ts'
import { audited } from './audited.ts'
import { eraseComment, insertComment, writeNote } from './comments.queries.ts'
import { titleOf } from './exchange.ts'
import { contentOf, dropFile, seenFile, storeFile } from './files.ts'
import { wireFile } from './files.queries.ts'
import { writeLog } from './log.ts'
import { notifySide } from './notices.ts'
import { lockAgreement, partyOf } from './party.queries.ts'
import { type Party, refuseThirdParties } from './party.ts'
import { rowDetails } from './row-details.ts'
import { refuseMoreIn } from './row-limits.queries.ts'

export type RowDeps = Pick<Deps, 'db' | 'publisher' | 'services'>

/** What belongs to a row beside its values, over HTTP: comments, notes and files. */
export async function rowRoutes(app: FastifyInstance, { db, publisher, services }: RowDeps): Promise<void> {
  /** A write of somebody who works on the agreement; `announce`: others have to read the exchange again. */
  async function write<T>(
    caller: Caller,
    agreementUuid: string,
    change: (tx: Tx, party: Party) => Promise<T>,
  ): Promise<T> {
    const result = await db.transaction(async (tx) => {
      const party = await partyOf(tx, caller, agreementUuid)
      refuseThirdParties(party)
      return change(tx, party)
    })
    announceAgreement(publisher, agreementUuid, 'exchange')
    return result
  }

  serve(app, getAgreementRow).with(async ({ input: { agreement_uuid: uuid, row }, caller }) =>
    rowDetails(db, caller, await partyOf(db, caller, uuid), row),
  )

  serve(app, addAgreementComment).with(async ({ input: { agreement_uuid: agreement, row, text }, caller }) => {
    const { uuid, done } = await write(caller, agreement, async (tx, party) => {
      const subject = await subjectOf(tx, party, row)
      await refuseMoreIn(tx, party, row, 'comments')
      const made = await insertComment(tx, party, row, text)
      await writeLog(tx, party, { row: row || null, action: 'commented', detail: { comment: made } })
      const notified = await notifySide(tx, services, party, otherSide(party.side), {
        kind: 'agreement-comment',
        title: `${subject}: ${party.user.name} wrote a comment`,
        ...(row > 0 && { row }),
        mayLearn: (reader) => takesPart(reader, row),
        dedupKey: `agreement-comment ${agreement} ${row}`,
      })
      return { uuid: made, done: notified }
    })
    done()
    return { success: true as const, uuid }
  })

  serve(app, removeAgreementComment).with(async ({ input: { agreement_uuid: agreement, uuid }, caller }) => {
    await write(caller, agreement, async (tx, party) => {
      const row = await eraseComment(tx, party, uuid)
      if (row === undefined) throw new Failure('NOT_FOUND')
      await writeLog(tx, party, { row: row || null, action: 'comment-removed', detail: { comment: uuid } })
    })
    return { success: true as const }
  })

  serve(app, saveAgreementNote).with(async ({ input: { agreement_uuid: agreement, ...note }, caller }) => {
    const revision = await write(caller, agreement, async (tx, party) => {
      agreedRow(await lockAgreement(tx, party), party, note.row)
      const written = await writeNote(tx, party, note)
      if (written === undefined) throw new Failure('ROW_CHANGED')
      await audited({ tx, caller, party }, 'change agreement note', { row: note.row, revision: written })
      return written
    })
    return { success: true as const, revision }
  })

  serve(app, uploadAgreementFile).with(async ({ input, caller, request, body }) => {
    const party = await partyOf(db, caller, input.agreement_uuid)
    refuseThirdParties(party)
    const header = request.headers['content-length']
    const file = await storeFile(db, caller, party, input, header === undefined ? undefined : Number(header), body)
    announceAgreement(publisher, input.agreement_uuid, 'exchange')
    return { success: true as const, file: wireFile(file, party) }
  })

  serve(app, downloadAgreementFile).streams(async ({ input: { agreement_uuid: agreement, uuid }, caller }) => {
    const party = await partyOf(db, caller, agreement)
    const file = await seenFile(db, party, uuid)
    return { fileName: safeName(file.name), content: contentOf(db, caller, party, file) }
  })

  serve(app, removeAgreementFile).with(async ({ input: { agreement_uuid: agreement, uuid }, caller }) => {
    await write(caller, agreement, (tx, party) => dropFile(tx, caller, party, uuid))
    return { success: true as const }
  })
}

/** What a comment is about; row 0 is the whole agreement. */
async function subjectOf(tx: Tx, party: Party, row: number): Promise<string> {
  const locked = await lockAgreement(tx, party)
  return row === 0 ? locked.title.slice(0, 100) : titleOf(agreedRow(locked, party, row))
}

/** A file name that a header can hold. */
const safeName = (name: string) => name.replaceAll(/[^\w.-]+/g, '-').slice(0, 120) || 'file'
