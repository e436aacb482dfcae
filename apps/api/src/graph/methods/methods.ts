import { Failure } from '@carapace/shared/core/failure'
import { isSame } from '@carapace/shared/graph/artefacts/changes'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Caller } from '../../core/http/caller.ts'
import type { Database, Tx } from '../../core/db.ts'
import {
  insertMethod,
  latestNamed,
  lockMethods,
  methodRow,
  type MethodRow,
  methodsOf,
  mostVersions,
  removeDraft,
  updateDraft,
} from './methods.queries.ts'

interface MethodWords {
  readonly kind: string
  /** What one, and several of them are called: method, methods. */
  readonly one: string
  readonly many: string
}

/** A kind of methods: what a module lets organisations edit as versions (rules METHOD-1 to METHOD-7). */
export interface MethodKind<Content> extends MethodWords {
  readonly shipped: Shipped<Content>
  /** Why a content is not valid, by field; empty: it is. */
  readonly whyNot: (content: Content) => Readonly<Record<string, string>>
}

interface Shipped<Content> {
  readonly name: string
  readonly version: number
  readonly state: 'released'
  readonly content: Content
}

export interface MethodInput<Content> {
  readonly name: string
  readonly note: string
  readonly content: Content
}

export interface Revised {
  readonly uuid: string
  readonly revision: number
}

/** A version of the organisation's own, or the shipped one. */
export type MethodNamed<Content> = Pick<MethodRow<Content>, 'name' | 'version' | 'state' | 'content'>

export const methodTitle = ({ name, version }: Pick<MethodRow<unknown>, 'name' | 'version'>) => `${name} ${version}`
const invalid = (errors: Readonly<Record<string, string>>) =>
  new Failure('INVALID_INPUT', { message: Object.values(errors).join(' '), errors: { ...errors } })

/**
 * Creates a draft: version 1 of a new name, or the next version of a known name (rules METHOD-1, METHOD-2, METHOD-6,
 * METHOD-7). Returns its uuid.
 */
export async function beginMethod<Content>(
  tx: Tx,
  caller: Caller,
  of: MethodKind<Content>,
  input: MethodInput<Content>,
): Promise<string> {
  const { org, user } = caller
  refuseContent(of, input.content)
  if ((await lockMethods(tx, org, of.kind)) >= mostVersions) throw tooMany(of)
  const version = await nextVersion(tx, caller, of, input.name)
  const uuid = await insertMethod(tx, org, { ...input, kind: of.kind, version, createdByUuid: user.uuid })
  await note(tx, caller, `draft ${of.one}`, uuid, { after: { ...input, version } })
  return uuid
}

/** An organisation has as many versions of a kind as it may have (rule METHOD-7). */
export const tooMany = ({ many }: Pick<MethodWords, 'many'>) =>
  new Failure('RULE_REFUSED', {
    message: `Your organisation has ${mostVersions} versions of ${many}, which is the maximum. Remove drafts first.`,
  })

/** Changes a draft; under a new name it becomes the next version of it (rules METHOD-1 to METHOD-3, METHOD-6). */
export async function changeMethod<Content>(
  tx: Tx,
  caller: Caller,
  of: MethodKind<Content>,
  target: Revised,
  input: MethodInput<Content>,
): Promise<void> {
  refuseContent(of, input.content)
  await lockMethods(tx, caller.org, of.kind)
  const { name, version, note: noteText, content } = await draftNamed(tx, caller, of, target)
  const before = { name, version, note: noteText, content }
  const after = { ...input, version: input.name === name ? version : await nextVersion(tx, caller, of, input.name) }
  if (isSame(before, after)) return
  await updateDraft(tx, caller.org, target.uuid, after)
  await note(tx, caller, `change ${of.one}`, target.uuid, { before, after })
}

/** Releases a draft: programs may use it, and it never changes again (rules METHOD-3, METHOD-4). */
export async function releaseDraft(tx: Tx, caller: Caller, of: MethodWords, target: Revised): Promise<void> {
  await lockMethods(tx, caller.org, of.kind)
  const draft = await draftNamed(tx, caller, of, target)
  await updateDraft(tx, caller.org, target.uuid, { state: 'released', releasedAt: new Date() })
  await note(tx, caller, `release ${of.one}`, target.uuid, { after: { method: methodTitle(draft) } })
}

export async function deleteDraft(tx: Tx, caller: Caller, of: MethodWords, target: Revised): Promise<void> {
  await lockMethods(tx, caller.org, of.kind)
  const draft = await draftNamed(tx, caller, of, target)
  await removeDraft(tx, caller.org, target.uuid)
  await note(tx, caller, `remove ${of.one}`, target.uuid, { before: { method: methodTitle(draft) } })
}

function refuseContent<Content>({ whyNot }: MethodKind<Content>, content: Content): void {
  const errors = Object.entries(whyNot(content)).map(([where, why]) => [`content.${where}`, why])
  if (errors.length > 0) throw invalid(Object.fromEntries(errors))
}

/** The number of the next draft of a name, which may have only one draft at a time (rule METHOD-2). */
async function nextVersion<Content>(
  tx: Tx,
  { org }: Caller,
  { kind, shipped }: MethodKind<Content>,
  name: string,
): Promise<number> {
  const latest = await latestNamed(tx, org, kind, name)
  if (latest?.state === 'draft')
    throw new Failure('RULE_REFUSED', {
      message: `${methodTitle(latest)} is a draft already: change that, or release it first.`,
    })
  return (latest?.version ?? (name === shipped.name ? shipped.version : 0)) + 1
}

async function draftNamed(tx: Tx, { org }: Caller, { kind }: MethodWords, { uuid, revision }: Revised) {
  const row = await methodRow<unknown>(tx, org, kind, uuid)
  if (!row) throw new Failure('NOT_FOUND')
  if (row.state === 'released')
    throw new Failure('RULE_REFUSED', {
      message: `${methodTitle(row)} is released: it never changes. Make its next version.`,
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

/** A version of the organisation's methods; null: the shipped one. */
export async function methodNamed<Content>(
  db: Database | Tx,
  { org }: Caller,
  { kind, shipped }: MethodKind<Content>,
  uuid: string | null,
): Promise<MethodNamed<Content>> {
  if (uuid === null) return shipped
  const row = await methodRow<Content>(db, org, kind, uuid)
  if (!row) throw invalid({ method_uuid: 'There is no such method.' })
  return row
}

/** Throws if a version is no released one: no program may use it (rule METHOD-4). */
export function refuseDraft(method: MethodNamed<unknown>): void {
  if (method.state !== 'released')
    throw new Failure('RULE_REFUSED', { message: `${methodTitle(method)} is a draft: release it first.` })
}

/** The shipped version, then the organisation's by name, the latest version first. */
export async function methodsResponse<Content>(
  db: Database | Tx,
  { org }: Caller,
  { kind, shipped }: MethodKind<Content>,
  programs: ReadonlyMap<string | null, number>,
) {
  const own = (await methodsOf<Content>(db, org, kind)).map(({ row, by }) => ({
    uuid: row.uuid,
    name: row.name,
    version: row.version,
    state: row.state,
    note: row.note,
    content: row.content,
    programs: programs.get(row.uuid) ?? 0,
    created_at: row.createdAt.toISOString(),
    created_by: by,
    revision: row.revision,
  }))
  return [
    {
      uuid: null,
      ...shipped,
      note: 'What the product ships with.',
      programs: programs.get(null) ?? 0,
      created_at: null,
      created_by: null,
      revision: 0,
    },
    ...own,
  ]
}
