import { admitToKinds } from '../licences.ts'
import { Failure } from '@carapace/shared/core/failure'
import type { ArtefactStatus } from '@carapace/shared/graph/artefacts/statuses'
import { mayEditProgram } from '@carapace/shared/graph/members/membership'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Caller } from '../../core/http/caller.ts'
import type { Database, Tx } from '../../core/db.ts'
import type { Notifications } from '../../core/notifications.ts'
import { lockGraph, refuseReaders, saveGraph, seeProgram } from '../programs/access.queries.ts'
import { type ArtefactRow, artefactRows, authorOf, codeOfRow } from '../artefacts/artefacts.queries.ts'
import { reviewDecided, reviewRequested } from './review-notices.ts'
import {
  closeReview,
  insertReview,
  openReview,
  type Review,
  reviewNamed,
  rolesOfUser,
  writersOf,
} from './reviews.queries.ts'
import type { AfterWrite } from '../artefacts/writes.ts'
import { noteVersions, updateArtefacts } from '../artefacts/written.queries.ts'

interface ReviewInput {
  readonly artefactUuid: string
  readonly revision: number
  /** Null: any user who may decide. */
  readonly reviewerUuid: string | null
  readonly note: string
}

/** Requests approval of an artefact in its current state (rules GRAPH-9, GRAPH-10); returns the review. */
export async function beginReview(
  tx: Tx,
  caller: Caller,
  programUuid: string,
  { artefactUuid, revision, reviewerUuid, note }: ReviewInput,
  after: AfterWrite,
  notifications?: Notifications,
): Promise<string> {
  const { org, user } = caller
  const context = await open(tx, caller, programUuid, artefactUuid)
  if (context.row.revision !== revision)
    throw new Failure('ROW_CHANGED', {
      message: `${codeOfRow(context.row)} was changed by somebody else. Check it before you request approval.`,
    })
  if (await openReview(tx, org, artefactUuid))
    throw new Failure('RULE_REFUSED', { message: `${codeOfRow(context.row)} is under review already.` })
  if (reviewerUuid !== null) await refuseReviewer(tx, caller, context.row, reviewerUuid)
  const uuid = await insertReview(tx, org, {
    programUuid,
    artefactUuid,
    revision,
    reviewerUuid,
    note,
    requestedByUuid: user.uuid,
  })
  await become(tx, caller, context, 'UNDER_REVIEW', after)
  await record(tx, caller, context.row, 'ask for a review', { note, reviewer: reviewerUuid })
  if (reviewerUuid !== null) await notifications?.add(tx, org, reviewRequested(context.row, caller, reviewerUuid, note))
  return uuid
}

export interface Decision {
  readonly decision: 'approved' | 'rejected' | 'withdrawn'
  readonly reason: string
}

const statusAfter = { approved: 'APPROVED', rejected: 'REJECTED', withdrawn: 'IN_PROCESS' } as const satisfies Record<
  Decision['decision'],
  ArtefactStatus
>

/** Decides a review, or withdraws the caller's own request (rules GRAPH-9, GRAPH-10). */
export async function endReview(
  tx: Tx,
  caller: Caller,
  { programUuid, artefactUuid, uuid }: Review,
  { decision, reason }: Decision,
  after: AfterWrite,
  notifications?: Notifications,
): Promise<void> {
  const context = await open(tx, caller, programUuid, artefactUuid)
  // read under the lock: since it was found, it may have been decided, or ended by a change
  const review = await reviewNamed(tx, caller.org, uuid)
  if (!review || review.decision !== null)
    throw new Failure('ROW_CHANGED', { message: `This review of ${codeOfRow(context.row)} has ended meanwhile.` })
  const why =
    decision === 'withdrawn'
      ? whyNotWithdraw(caller, review)
      : whyNotDecide(caller.user.uuid, review, (await writersOf(tx, caller.org, [artefactUuid])).get(artefactUuid)!)
  if (why !== undefined) throw new Failure('RULE_REFUSED', { message: why })
  await closeReview(tx, caller.org, uuid, { decision, decidedByUuid: caller.user.uuid, reason })
  await become(tx, caller, context, statusAfter[decision], after)
  await record(tx, caller, context.row, 'end a review', { decision, reason })
  const { requesterUuid } = review
  if (requesterUuid !== null && decision !== 'withdrawn')
    await notifications?.add(tx, caller.org, reviewDecided(context.row, caller, requesterUuid, { decision, reason }))
}

function whyNotWithdraw({ user }: Caller, { requesterUuid }: Pick<Review, 'requesterUuid'>): string | undefined {
  return requesterUuid === user.uuid ? undefined : 'Only the requester may withdraw a review.'
}

/** The reason why a user may not decide a review; undefined if the user may (rule GRAPH-9). */
export function whyNotDecide(
  userUuid: string,
  { requesterUuid, reviewerUuid }: Pick<Review, 'requesterUuid' | 'reviewerUuid'>,
  writers: ReadonlySet<string>,
): string | undefined {
  if (requesterUuid === userUuid) return 'Four eyes: the requester may not decide.'
  if (writers.has(userUuid)) return 'Four eyes: an author of changes since the last approval may not decide.'
  return reviewerUuid === null || reviewerUuid === userUuid ? undefined : 'Another reviewer is assigned to decide this.'
}

/**
 * The open review of an artefact, as the caller sees it: the actions that the caller may take, and the reason why not.
 * Null: there is no open review.
 */
export async function reviewResponse(db: Database, caller: Caller, programUuid: string, artefactUuid: string) {
  const found = await openReview(db, caller.org, artefactUuid)
  if (!found) return null
  const { row, requester, reviewer } = found
  const mayEdit = mayEditProgram({ role: caller.user.role, programRole: await seeProgram(db, caller, programUuid) })
  const why = whyNotDecide(caller.user.uuid, row, (await writersOf(db, caller.org, [artefactUuid])).get(artefactUuid)!)
  return {
    uuid: row.uuid,
    requested_by: authorOf(requester, row.requestedByName),
    reviewer,
    note: row.note,
    requested_at: row.requestedAt.toISOString(),
    revision: row.revision,
    why_not: mayEdit ? (why ?? null) : 'Only users who may change the program may decide this.',
    may_withdraw: mayEdit && whyNotWithdraw(caller, row) === undefined,
  }
}

async function refuseReviewer(tx: Tx, { org, user }: Caller, row: ArtefactRow, reviewerUuid: string): Promise<void> {
  const found = await rolesOfUser(tx, org, row.programUuid, reviewerUuid)
  const why =
    !found || !mayEditProgram(found)
      ? 'The reviewer must be a user who may change the program.'
      : whyNotDecide(
          reviewerUuid,
          { requesterUuid: user.uuid, reviewerUuid },
          (await writersOf(tx, org, [row.uuid])).get(row.uuid)!,
        )
  if (why !== undefined) throw new Failure('INVALID_INPUT', { message: why, errors: { reviewer_uuid: why } })
}

interface ReviewContext {
  readonly programUuid: string
  readonly graph: Awaited<ReturnType<typeof lockGraph>>
  readonly row: ArtefactRow
}

/** The current artefact, under the graph's lock. */
async function open(tx: Tx, caller: Caller, programUuid: string, artefactUuid: string): Promise<ReviewContext> {
  await refuseReaders(tx, caller, programUuid)
  const graph = await lockGraph(tx, caller.org, programUuid)
  const row = (await artefactRows(tx, caller.org, programUuid, [artefactUuid])).get(artefactUuid)
  if (!row) throw new Failure('NOT_FOUND')
  admitToKinds(caller, [row.kind])
  return { programUuid, graph, row }
}

/** Stores a new state of the artefact at the next graph version. */
async function become(
  tx: Tx,
  caller: Caller,
  { programUuid, graph, row }: ReviewContext,
  status: ArtefactStatus,
  after: AfterWrite,
): Promise<void> {
  if (row.status === status) return
  const next: ArtefactRow = {
    ...row,
    status,
    seq: graph.seq,
    revision: row.revision + 1,
    updatedByUuid: caller.user.uuid,
  }
  await updateArtefacts(tx, caller.org, [next])
  await noteVersions(tx, 'changed', caller.user.uuid, [next])
  await after(tx, caller, { programUuid, seq: graph.seq, touched: new Set([row.uuid]) })
  await saveGraph(tx, caller.org, programUuid, graph)
}

/** Writes to the audit log. The entry names the program, so that the program's history has it. */
async function record(tx: Tx, caller: Caller, row: ArtefactRow, action: string, details: object): Promise<void> {
  await audit(tx, caller.org, byCaller(caller), {
    action,
    subject: row.kind,
    subjectUuid: row.uuid,
    after: { program_uuid: row.programUuid, artefact: `${codeOfRow(row)} ${row.title}`, ...details },
  })
}
