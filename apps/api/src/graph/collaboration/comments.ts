import { Failure } from '@carapace/shared/core/failure'
import type { Caller } from '../../core/http/caller.ts'
import type { Tx } from '../../core/db.ts'
import { admitToKinds } from '../licences.ts'
import { lockGraph, refuseReaders } from '../programs/access.queries.ts'
import {
  commented,
  commentNamed,
  type CommentRow,
  insertComment,
  mostComments,
  removeComment,
  notifyComments,
  updateComment,
} from './comments.queries.ts'

interface CommentInput {
  readonly artefactUuid: string
  /** Undefined for a new comment. */
  readonly uuid: string | undefined
  readonly revision: number | undefined
  readonly text: string | undefined
  readonly isResolved: boolean | undefined
}

/** Adds a comment to an artefact, changes a comment, or resolves it (rule GRAPH-16). Returns the program's uuid. */
export async function sayComment(
  tx: Tx,
  caller: Caller,
  { artefactUuid, uuid, revision, ...content }: CommentInput,
): Promise<string> {
  const context = await openContext(tx, caller, artefactUuid)
  const isNews =
    uuid === undefined
      ? await add(tx, caller, context, content)
      : await change(tx, caller, await heldComment(tx, caller, { uuid, revision, artefactUuid }), content)
  if (isNews) await notifyComments(tx, caller.org, context)
  return context.programUuid
}

/** Removes the caller's own comment. Returns the program's uuid. */
export async function takeComment(
  tx: Tx,
  caller: Caller,
  { uuid, revision }: { uuid: string; revision: number },
): Promise<string> {
  const found = await commentNamed(tx, caller.org, uuid)
  if (!found) throw new Failure('NOT_FOUND')
  const context = await openContext(tx, caller, found.artefactUuid)
  refuseOthers(caller, await heldComment(tx, caller, { uuid, revision, artefactUuid: found.artefactUuid }))
  await removeComment(tx, caller.org, uuid)
  await notifyComments(tx, caller.org, context)
  return context.programUuid
}

/**
 * Locks the graph of an artefact, so that its comments are written one after the other, each with its own graph version
 * (rule GRAPH-3).
 */
async function openContext(tx: Tx, caller: Caller, artefactUuid: string) {
  const found = await commented(tx, caller.org, artefactUuid)
  if (!found) throw new Failure('NOT_FOUND')
  await refuseReaders(tx, caller, found.programUuid)
  admitToKinds(caller, [found.kind])
  const { seq } = await lockGraph(tx, caller.org, found.programUuid)
  // while this call waited for the lock, comments may have been added, or the artefact removed
  const now = await commented(tx, caller.org, artefactUuid)
  if (!now) throw new Failure('NOT_FOUND')
  return { ...now, artefactUuid, seq }
}

type CommentContext = Awaited<ReturnType<typeof openContext>>

type CommentContent = Pick<CommentInput, 'text' | 'isResolved'>

async function add(
  tx: Tx,
  { org, user }: Caller,
  { programUuid, artefactUuid, comments }: CommentContext,
  { text, isResolved = false }: CommentContent,
): Promise<true> {
  if (text === undefined) throw new Failure('INVALID_INPUT', { errors: { text: 'Enter a comment.' } })
  if (comments >= mostComments)
    throw new Failure('RULE_REFUSED', {
      message: `This artefact has ${mostComments} comments, which is the maximum. Remove one first.`,
    })
  await insertComment(tx, org, { programUuid, artefactUuid, text, isResolved, createdByUuid: user.uuid })
  return true
}

/** Changes a comment. Returns whether anything changed. */
async function change(
  tx: Tx,
  caller: Caller,
  before: CommentRow,
  { text, isResolved }: CommentContent,
): Promise<boolean> {
  const isOther = text !== undefined && text !== before.text
  if (isOther) refuseOthers(caller, before)
  const isChanged = isOther || (isResolved !== undefined && isResolved !== before.isResolved)
  if (isChanged)
    await updateComment(tx, caller.org, before.uuid, {
      ...(isOther && { text }),
      ...(isResolved !== undefined && { isResolved }),
    })
  return isChanged
}

async function heldComment(
  tx: Tx,
  { org }: Caller,
  { uuid, revision, artefactUuid }: { uuid: string; revision: number | undefined; artefactUuid: string },
): Promise<CommentRow> {
  const row = await commentNamed(tx, org, uuid)
  if (!row || row.artefactUuid !== artefactUuid) throw new Failure('NOT_FOUND')
  if (revision === undefined)
    throw new Failure('INVALID_INPUT', { errors: { revision: 'State the revision to change.' } })
  if (revision !== row.revision) throw new Failure('ROW_CHANGED')
  return row
}

function refuseOthers({ user }: Caller, { createdByUuid }: CommentRow): void {
  if (createdByUuid !== user.uuid)
    throw new Failure('RULE_REFUSED', { message: 'Only its author may change or remove a comment.' })
}
