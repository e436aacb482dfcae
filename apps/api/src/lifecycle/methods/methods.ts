import { Failure } from '@carapace/shared/core/failure'
import { isSame } from '@carapace/shared/graph/artefacts/changes'
import { shippedMethod } from '@carapace/shared/lifecycle/methods/default-method'
import type { Method } from '@carapace/shared/lifecycle/methods/method'
import { whyNotMethod } from '@carapace/shared/lifecycle/methods/method-check'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Caller } from '../../core/http/caller.ts'
import type { Database, Tx } from '../../core/db.ts'
import { lockGraph, refuseReaders, saveGraph } from '../../graph/programs/access.queries.ts'
import { nodesNamed } from '../../graph/artefacts/artefacts.queries.ts'
import { assessedBy, isOtherRisk, rateAgain, risksBefore, risksOf } from '../rating/assessments.ts'
import { threatsOf } from '../rating/assessments.queries.ts'
import {
  insertMethod,
  latestNamed,
  lockMethods,
  methodRow,
  type MethodRow,
  mostVersions,
  removeDraft,
  updateDraft,
} from './methods.queries.ts'
import { configOf } from '../program/program-config.queries.ts'
import { lockedFor } from '../../graph/programs/program-writes.ts'
import { saveProgramFields } from '../../graph/programs/programs.queries.ts'

export interface MethodInput {
  readonly name: string
  readonly note: string
  readonly content: Method
}

interface Revised {
  readonly uuid: string
  readonly revision: number
}

const titleOf = ({ name, version }: Pick<MethodRow, 'name' | 'version'>) => `${name} ${version}`
const invalid = (errors: Readonly<Record<string, string>>) =>
  new Failure('INVALID_INPUT', { message: Object.values(errors).join(' '), errors: { ...errors } })

/**
 * Creates a draft: version 1 of a new name, or the next version of a known name (rules METHOD-1, METHOD-2, METHOD-6,
 * METHOD-7). Returns its uuid.
 */
export async function beginMethod(tx: Tx, caller: Caller, input: MethodInput): Promise<string> {
  const { org, user } = caller
  refuseContent(input.content)
  if ((await lockMethods(tx, org)) >= mostVersions)
    throw new Failure('RULE_REFUSED', {
      message: `Your organisation has ${mostVersions} versions of methods, which is the maximum. Remove drafts first.`,
    })
  const version = await nextVersion(tx, caller, input.name)
  const uuid = await insertMethod(tx, org, { ...input, version, createdByUuid: user.uuid })
  await note(tx, caller, 'draft method', uuid, { after: { ...input, version } })
  return uuid
}

/** Changes a draft; under a new name it becomes the next version of it (rules METHOD-1 to METHOD-3, METHOD-6). */
export async function changeMethod(tx: Tx, caller: Caller, target: Revised, input: MethodInput): Promise<void> {
  refuseContent(input.content)
  await lockMethods(tx, caller.org)
  const { name, version, note: noteText, content } = await draftNamed(tx, caller, target)
  const before = { name, version, note: noteText, content }
  const after = { ...input, version: input.name === name ? version : await nextVersion(tx, caller, input.name) }
  if (isSame(before, after)) return
  await updateDraft(tx, caller.org, target.uuid, after)
  await note(tx, caller, 'change method', target.uuid, { before, after })
}

/** Releases a draft: programs may use it, and it never changes again (rules METHOD-3, METHOD-4). */
export async function releaseDraft(tx: Tx, caller: Caller, target: Revised): Promise<void> {
  await lockMethods(tx, caller.org)
  const draft = await draftNamed(tx, caller, target)
  await updateDraft(tx, caller.org, target.uuid, { state: 'released', releasedAt: new Date() })
  await note(tx, caller, 'release method', target.uuid, { after: { method: titleOf(draft) } })
}

export async function deleteDraft(tx: Tx, caller: Caller, target: Revised): Promise<void> {
  await lockMethods(tx, caller.org)
  const draft = await draftNamed(tx, caller, target)
  await removeDraft(tx, caller.org, target.uuid)
  await note(tx, caller, 'remove method', target.uuid, { before: { method: titleOf(draft) } })
}

function refuseContent(content: Method): void {
  const errors = Object.entries(whyNotMethod(content)).map(([where, why]) => [`content.${where}`, why])
  if (errors.length > 0) throw invalid(Object.fromEntries(errors))
}

/** The number of the next draft of a name, which may have only one draft at a time (rule METHOD-2). */
async function nextVersion(tx: Tx, { org }: Caller, name: string): Promise<number> {
  const latest = await latestNamed(tx, org, name)
  if (latest?.state === 'draft')
    throw new Failure('RULE_REFUSED', {
      message: `${titleOf(latest)} is a draft already: change that, or release it first.`,
    })
  return (latest?.version ?? (name === shippedMethod.name ? shippedMethod.version : 0)) + 1
}

async function draftNamed(tx: Tx, { org }: Caller, { uuid, revision }: Revised): Promise<MethodRow> {
  const row = await methodRow(tx, org, uuid)
  if (!row) throw new Failure('NOT_FOUND')
  if (row.state === 'released')
    throw new Failure('RULE_REFUSED', {
      message: `${titleOf(row)} is released: it never changes. Make its next version.`,
    })
  if (row.revision !== revision) throw new Failure('ROW_CHANGED')
  return row
}

async function note(
  tx: Tx,
  caller: Caller,
  action: string,
  subjectUuid: string,
  what: { before?: object; after?: object },
): Promise<void> {
  await audit(tx, caller.org, byCaller(caller), { action, subject: 'method', subjectUuid, ...what })
}

/**
 * Switches a program to another method and rates all of its assessments again, under its lock (rules METHOD-4,
 * METHOD-6). Returns the number of assessments whose risk or CAL changed.
 */
export async function takeMethod(
  tx: Tx,
  caller: Caller,
  { programUuid, revision, methodUuid }: { programUuid: string; revision: number; methodUuid: string | null },
): Promise<number> {
  const { org } = caller
  await refuseReaders(tx, caller, programUuid)
  const graph = await lockGraph(tx, org, programUuid)
  const { row } = await lockedFor(tx, caller, programUuid, 'edit')
  if (row.revision !== revision) throw new Failure('ROW_CHANGED')
  if (row.methodUuid === methodUuid) return 0
  const { method: before } = await configOf(tx, org, programUuid)
  const after = await methodNamed(tx, caller, methodUuid)
  if (after.state !== 'released')
    throw new Failure('RULE_REFUSED', { message: `${titleOf(after)} is a draft: release it first.` })
  await saveProgramFields(tx, org, programUuid, { methodUuid })
  await audit(tx, org, byCaller(caller), {
    action: 'use method',
    subject: 'program',
    subjectUuid: programUuid,
    before: { method: titleOf(before) },
    after: { method: titleOf(after) },
  })
  const changed = await rateAgain(
    tx,
    org,
    { programUuid, seq: graph.seq, method: after },
    await threatsOf(tx, org, programUuid),
  )
  await saveGraph(tx, org, programUuid, graph)
  return changed
}

/** Maximum changes that a preview lists individually. */
const mostShown = 500

/**
 * The changes that `takeMethod` would make in a program (rule METHOD-5). The caller must be allowed to see the program.
 */
export async function previewOf(db: Database | Tx, caller: Caller, programUuid: string, methodUuid: string | null) {
  const { org } = caller
  const { content } = await methodNamed(db, caller, methodUuid)
  const threats = await threatsOf(db, org, programUuid)
  const changes = []
  for await (const piece of assessedBy(db, org, programUuid, content, threats)) {
    for (const one of piece)
      if (isOtherRisk(one)) changes.push({ uuid: one.threatUuid, before: risksBefore(one), after: risksOf(one.after) })
  }
  const shown = changes.slice(0, mostShown)
  const nodes = await nodesNamed(
    db,
    org,
    programUuid,
    shown.map(({ uuid }) => uuid),
  )
  return {
    scenarios: threats.length,
    changed: changes.length,
    changes: shown.map((change) => ({
      ...change,
      code: nodes.get(change.uuid)!.code,
      title: nodes.get(change.uuid)!.title,
    })),
  }
}

/** A version of the organisation's methods; null: the shipped method. */
async function methodNamed(
  db: Database | Tx,
  { org }: Caller,
  uuid: string | null,
): Promise<Pick<MethodRow, 'name' | 'version' | 'state' | 'content'>> {
  if (uuid === null) return shippedMethod
  const row = await methodRow(db, org, uuid)
  if (!row) throw invalid({ method_uuid: 'There is no such method.' })
  return row
}
