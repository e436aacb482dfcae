import { Failure } from '@carapace/shared/core/failure'
import type { Caller } from '../core/caller.ts'
import type { Tx } from '../core/db.ts'
import { refuseReaders } from './access.queries.ts'
import { commentNamed, type CommentRow, insertComment, lockComments, mostComments, removeComment, updateComment } from './comments.queries.ts'

interface Asked {
  readonly artefactUuid: string
  /** Absent: a new one. */
  readonly uuid: string | undefined
  readonly revision: number | undefined
  readonly text: string | undefined
  readonly isResolved: boolean | undefined
}

/** Says something about an artefact, changes what one said, or settles it (rule G16). */
export async function sayComment(tx: Tx, caller: Caller, { artefactUuid, uuid, revision, text, isResolved }: Asked): Promise<void> {
  const desk = await lockComments(tx, caller.org, artefactUuid)
  if (!desk) throw new Failure('NOT_FOUND')
  await refuseReaders(tx, caller, desk.programUuid)
  if (uuid !== undefined) return change(tx, caller, await heldComment(tx, caller, { uuid, revision, artefactUuid }), { text, isResolved })
  if (text === undefined) throw new Failure('INVALID_INPUT', { errors: { text: 'Say something.' } })
  if (desk.comments >= mostComments) throw new Failure('RULE_REFUSED', { message: `So much was said about this (${mostComments} comments) that nothing is added. Take something back first.` })
  await insertComment(tx, caller.org, { programUuid: desk.programUuid, artefactUuid, text, isResolved: isResolved ?? false, createdByUuid: caller.user.uuid })
}

/** Takes back what one said. */
export async function takeComment(tx: Tx, caller: Caller, { uuid, revision }: { uuid: string; revision: number }): Promise<void> {
  const found = await commentNamed(tx, caller.org, uuid)
  if (!found) throw new Failure('NOT_FOUND')
  await lockComments(tx, caller.org, found.artefactUuid)
  await refuseReaders(tx, caller, found.programUuid)
  refuseOthers(caller, await heldComment(tx, caller, { uuid, revision, artefactUuid: found.artefactUuid }))
  await removeComment(tx, caller.org, uuid)
}

async function change(tx: Tx, caller: Caller, before: CommentRow, { text, isResolved }: Pick<Asked, 'text' | 'isResolved'>): Promise<void> {
  const isOther = text !== undefined && text !== before.text
  if (isOther) refuseOthers(caller, before)
  if (isOther || (isResolved !== undefined && isResolved !== before.isResolved)) await updateComment(tx, caller.org, before.uuid, { ...(isOther && { text }), ...(isResolved !== undefined && { isResolved }) })
}

async function heldComment(tx: Tx, { org }: Caller, { uuid, revision, artefactUuid }: { uuid: string; revision: number | undefined; artefactUuid: string }): Promise<CommentRow> {
  const row = await commentNamed(tx, org, uuid)
  if (!row || row.artefactUuid !== artefactUuid) throw new Failure('NOT_FOUND')
  if (revision === undefined) throw new Failure('INVALID_INPUT', { errors: { revision: 'Say which revision is changed.' } })
  if (revision !== row.revision) throw new Failure('ROW_CHANGED')
  return row
}

function refuseOthers({ user }: Caller, { createdByUuid }: CommentRow): void {
  if (createdByUuid !== user.uuid) throw new Failure('RULE_REFUSED', { message: 'Only who said it changes it, or takes it back.' })
}
