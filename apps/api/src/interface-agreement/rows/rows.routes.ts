import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { agreementCode } from '@carapace/shared/interface-agreement/code'
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
import { serve } from '../../core/http/serve.ts'
import type { Deps } from '../../module.ts'
import { agreedRow } from './agreed-rows.ts'
import { announceAgreement } from '../agreement.live.ts'
import { insertLogEntry } from '../agreements.queries.ts'
import { audited } from '../audited.ts'
import { changeAgreement } from '../changing.ts'
import { eraseComment, insertComment, writeNote } from './comments.queries.ts'
import { type Exchanging, placeOf } from '../exchange/exchange.ts'
import { contentOf, dropFile, seenFile, storeFile } from './files.ts'
import { wireFile } from './files.queries.ts'
import { notifySide, wakeSide } from '../notices.ts'
import { partyOf } from '../party.queries.ts'
import { refuseThirdParties } from '../party.ts'
import { rowDetails } from './row-details.ts'
import { refuseMoreIn } from './row-limits.queries.ts'

export type RowDeps = Pick<Deps, 'db' | 'publisher' | 'services'>

/** What belongs to a row beside its values, over HTTP: comments, notes and files. */
export async function rowRoutes(app: FastifyInstance, deps: RowDeps): Promise<void> {
  const { db, publisher, services } = deps

  serve(app, getAgreementRow).with(async ({ input: { agreement_uuid: uuid, row }, caller }) =>
    rowDetails(db, caller, await partyOf(db, caller, uuid), { row, services }),
  )

  serve(app, addAgreementComment).with(async ({ input: { agreement_uuid: agreement, row, text }, caller }) => {
    const { uuid, woken } = await changeAgreement(deps, caller, agreement, 'exchange', (tx, party, locked) =>
      comment({ tx, caller, party, locked, services }, row, text),
    )
    wakeSide(services, woken)
    return { success: true as const, uuid }
  })

  serve(app, removeAgreementComment).with(async ({ input: { agreement_uuid: agreement, uuid }, caller }) => {
    await changeAgreement(deps, caller, agreement, 'exchange', async (tx, party) => {
      const row = await eraseComment(tx, party, uuid)
      if (row === undefined) throw new Failure('NOT_FOUND')
      await insertLogEntry(tx, party, { ...about(row), action: 'comment-removed', detail: { comment: uuid } })
    })
    return { success: true as const }
  })

  serve(app, saveAgreementNote).with(async ({ input: { agreement_uuid: agreement, ...note }, caller }) => {
    const revision = await changeAgreement(deps, caller, agreement, 'exchange', async (tx, party, locked) => {
      agreedRow(locked, party, note.row)
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
    await changeAgreement(deps, caller, agreement, 'exchange', (tx, party) => dropFile(tx, caller, party, uuid))
    return { success: true as const }
  })
}

/** Writes a comment on a row, or on the whole agreement: row 0 (rule AGREEMENT-37). */
async function comment({ tx, party, locked, services }: Exchanging, row: number, text: string) {
  if (row !== 0) agreedRow(locked, party, row)
  await refuseMoreIn(tx, party, row, 'comments')
  const uuid = await insertComment(tx, party, row, text)
  await insertLogEntry(tx, party, { ...about(row), action: 'commented', detail: { comment: uuid } })
  const place = row === 0 ? `${agreementCode(locked.number)} ${locked.title}` : placeOf(locked, row)
  const woken = await notifySide(tx, services, party, otherSide(party.side), {
    kind: 'agreement-comment',
    title: `${place}: ${party.user.name} wrote a comment`,
    ...about(row),
  })
  return { uuid, woken }
}

const about = (row: number) => (row === 0 ? {} : { row })

/** A file name that a header can hold. */
const safeName = (name: string) => name.replaceAll(/[^\w.-]+/g, '-').slice(0, 120) || 'file'
