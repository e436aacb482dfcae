import { artefactKindNamed } from '../../../artefact-kinds.ts'
import { type ArtefactKind, checkFields } from '../../../graph/artefacts/artefact-kind.ts'
import type { ArchivedArtefact, ArchivedProject, ArchivedVersion } from '../archive.ts'
import { fieldsKept } from '../fields-kept.ts'
import { type CheckState, codeFor, type Known, refuse, refuseAbove } from './check-state.ts'

type Fields = Readonly<Record<string, unknown>>

/** Checks the projects of an archive. */
export function checkProjects({ limits, projects, hasHistory }: CheckState, entries: readonly ArchivedProject[]): void {
  if (!hasHistory() && entries.length !== 1) refuse('An archive of a project holds one project.')
  refuseAbove(limits.projects, entries.length, 'projects')
  for (const { uuid } of entries) {
    if (projects.has(uuid)) refuse('A project is in it twice.')
    projects.add(uuid)
  }
}

/** Checks an artefact by the rules of its kind. Returns it with its fields as they are stored. */
export function checkArtefact(state: CheckState, kindName: string, entry: ArchivedArtefact): ArchivedArtefact {
  const { counts, limits, projects, implied } = state
  const kind = artefactKindNamed(kindName)!
  const code = codeFor({ kind: kindName, number: entry.number })
  refuseAbove(limits.artefacts, ++counts.artefacts, 'artefacts')
  if (!kind.statuses.includes(entry.status)) refuse(`${code}: ${kind.plural} are never ${entry.status}.`)
  if (entry.project !== null && !projects.has(entry.project))
    refuse(`${code} is in a project that is not in the archive.`)
  const fields = checkedFields(kind, code, entry.fields)
  const one = learn(state, kindName, entry.uuid, entry.number)
  one.isApproved = entry.status === 'APPROVED'
  if (state.hasHistory()) one.now = { revision: entry.revision, digest: digestOf(state, entry, fields) }
  else one.revision = entry.revision
  for (const { link, uuid } of kind.impliedLinks(fields)) implied.add(`${link} ${uuid} ${entry.uuid}`)
  return { ...entry, fields }
}

/** Checks a version of an artefact: it follows the one before, and the last is the current state. */
export function checkVersion(state: CheckState, entry: ArchivedVersion): ArchivedVersion {
  const { known, counts, limits } = state
  const kind = artefactKindNamed(entry.kind)!
  const code = codeFor(entry)
  if (!state.hasHistory()) refuse('An archive of a project has no history.')
  refuseAbove(limits.versions, ++counts.versions, 'versions')
  const one = known.get(entry.uuid) ?? learn(state, entry.kind, entry.uuid, entry.number)
  if (one.kind !== entry.kind || one.number !== entry.number) refuse(`${code} is not called so everywhere.`)
  if (!isFollowing(one, entry)) refuse(`The history of ${code} has a gap.`)
  one.revision = entry.revision
  one.graphVersion = entry.graph_version
  one.isRemoved = entry.action === 'removed'
  state.checkGraphVersion(entry.graph_version)
  const fields = checkedFields(kind, code, entry.fields)
  if (one.isApproved) one.content = contentAt(state, one, entry, fields)
  const isLast = one.now !== undefined && entry.revision === one.now.revision
  if (isLast && (entry.action === 'removed' || digestOf(state, entry, fields) !== one.now?.digest)) refuseEnd(code)
  return { ...entry, fields }
}

/** Checks, when everything was read, that each history ends with the current state. */
export function checkEndsOfHistory({ known, hasHistory }: CheckState): void {
  if (!hasHistory()) return
  for (const one of known.values())
    if (one.now ? one.revision !== one.now.revision || one.isRemoved : !one.isRemoved) refuseEnd(codeFor(one))
}

function refuseEnd(code: string): never {
  return refuse(`The history of ${code} does not end with what it is now.`)
}

/** Whether a version follows what was read of its artefact. */
function isFollowing(one: Known, { action, revision, graph_version: graphVersion }: ArchivedVersion): boolean {
  // an artefact that was imported with a project's archive begins with the revision that it had there
  if (one.revision === 0) return action === 'made'
  return !one.isRemoved && action !== 'made' && revision === one.revision + 1 && graphVersion >= one.graphVersion
}

/** Its content in a version; `since` an earlier one if that is the same in all that matters (rule GRAPH-5). */
function contentAt({ digest }: CheckState, one: Known, entry: ArchivedVersion, fields: Fields): Known['content'] {
  const kind = artefactKindNamed(entry.kind)!
  const meaning = Object.entries(kind.fields).flatMap(([name, field]) =>
    field.isMeaning ? [field.meaningIn ? field.meaningIn(fields[name]) : fields[name]] : [],
  )
  const now = digest(JSON.stringify([entry.title, meaning]))
  if (now === one.content?.digest) return one.content
  // the history of an imported project begins with a revision that may be later than its reviews
  return { digest: now, since: one.content ? entry.revision : 0 }
}

function learn({ known, codes, program }: CheckState, kind: string, uuid: string, number: number): Known {
  const code = codeFor({ kind, number })
  if (known.has(uuid) || codes.has(code)) refuse(`${code} is in it twice.`)
  if (number > (program().numbers[kind] ?? 0)) refuse(`${code} has a higher number than any that was given.`)
  codes.add(code)
  const one: Known = {
    kind,
    number,
    revision: 0,
    graphVersion: 0,
    isRemoved: false,
    comments: 0,
    isApproved: false,
    content: undefined,
    decided: undefined,
    now: undefined,
  }
  known.set(uuid, one)
  return one
}

function checkedFields(kind: ArtefactKind, code: string, fields: Fields): Record<string, unknown> {
  const checked = checkFields(kind, fields)
  return checked.ok ? fieldsKept(kind, checked.value) : refuse(`${code}: ${checked.reason}`)
}

function digestOf(
  { digest }: CheckState,
  { title, status, project }: Pick<ArchivedArtefact, 'title' | 'status' | 'project'>,
  fields: Fields,
): string {
  return digest(JSON.stringify([title, status, project, fields]))
}
