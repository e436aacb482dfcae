import { artefactKindNamed, joins, linkKindNamed, linkKinds } from '@carapace/shared/artefact-kinds'
import { Failure } from '@carapace/shared/core/failure'
import { renamed } from '@carapace/shared/core/renamed-uuids'
import { matters } from '@carapace/shared/graph/artefacts/link-kind'
import {
  type ArtefactState,
  beginArtefact,
  changeArtefact,
  type StateChange,
} from '@carapace/shared/graph/artefacts/changes'
import type { ArtefactInput } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { randomUUID } from 'node:crypto'
import type { Caller } from '../../core/http/caller.ts'
import type { Tx } from '../../core/db.ts'
import { admitToKinds } from '../licences.ts'
import { lockGraph, type LockedGraph, refuseReaders, saveGraph } from '../programs/access.queries.ts'
import { type ArtefactRow, artefactRows, codeOfRow, linksAt, type ListedLink } from './artefacts.queries.ts'
import {
  confirm,
  endLinks,
  insertArtefacts,
  insertLinks,
  leadsTo,
  linksOfKind,
  type LinkEnds,
  noteVersions,
  projectsIn,
  removeArtefacts,
  sizeOf,
  type SuspectCause,
  suspectFrom,
  hasUuids,
  updateArtefacts,
  withdrawReviews,
} from './written.queries.ts'
import { storedUuids } from './new-uuids.ts'

/** Maximum artefacts and links of a program (rule GRAPH-6). */
export const mostArtefacts = 30_000
export const mostLinks = 150_000

export interface GraphInput {
  readonly artefacts: readonly ArtefactInput[]
  readonly link: readonly LinkEnds[]
  readonly unlink: readonly LinkEnds[]
}

/** The parts of a program's graph that a transaction changed. */
export interface Written {
  readonly programUuid: string
  readonly seq: number
  /** Artefacts that were created, changed or removed, or that got or lost a link. */
  readonly touched: ReadonlySet<string>
}

/** A module's work after a graph change, in the same transaction: it computes dependent values. */
export type AfterWrite = (tx: Tx, caller: Caller, written: Written) => Promise<void>

/** One write of a program's graph, under its lock. */
interface GraphWrite {
  readonly tx: Tx
  readonly caller: Caller
  readonly programUuid: string
  readonly graph: LockedGraph
  readonly touched: Set<string>
  readonly rows: Map<string, ArtefactRow>
  readonly links: ListedLink[]
  /** The stored uuids of new artefacts, by those that the client chose. */
  readonly names: ReadonlyMap<string, string>
}

const carrying = linkKinds.filter(({ propagatesSuspect }) => propagatesSuspect).map(({ kind }) => kind)

/**
 * Changes a program's graph: makes all requested changes, or none (rules GRAPH-1 to GRAPH-8 of
 * packages/shared/src/graph/SPEC.md). Returns the uuids in the order of the input.
 */
export async function writeGraph(
  tx: Tx,
  caller: Caller,
  programUuid: string,
  input: GraphInput,
  after: AfterWrite,
): Promise<{ uuids: string[]; seq: number }> {
  await refuseReaders(tx, caller, programUuid)
  const graph = await lockGraph(tx, caller.org, programUuid)
  const names = storedUuids(programUuid, input.artefacts)
  const links = renamed({ link: input.link, unlink: input.unlink }, names)
  const ends = [...links.link, ...links.unlink].flatMap(({ from, to }) => [from, to])
  const known = [...input.artefacts.flatMap(({ uuid }) => (uuid === undefined ? [] : [uuid])), ...ends]
  const graphWrite: GraphWrite = {
    tx,
    caller,
    programUuid,
    graph,
    touched: new Set(),
    rows: await artefactRows(tx, caller.org, programUuid, known),
    links: await linksAt(tx, caller.org, programUuid, known),
    names,
  }
  admitToKinds(
    caller,
    [...input.artefacts, ...graphWrite.rows.values()].map(({ kind }) => kind),
  )
  await refuseProjects(graphWrite, input.artefacts)

  const uuids = await writeArtefacts(graphWrite, input.artefacts)
  await writeLinks(graphWrite, links)
  await refuseMuch(graphWrite)
  return { uuids, seq: await close(graphWrite, after) }
}

/** Removes artefacts and the links at them (rule GRAPH-12). */
export async function eraseArtefacts(
  tx: Tx,
  caller: Caller,
  programUuid: string,
  requested: readonly { uuid: string; revision: number }[],
  after: AfterWrite,
): Promise<number> {
  await refuseReaders(tx, caller, programUuid)
  const graph = await lockGraph(tx, caller.org, programUuid)
  const uuids = requested.map(({ uuid }) => uuid)
  const rows = await artefactRows(tx, caller.org, programUuid, uuids)
  const links = await linksAt(tx, caller.org, programUuid, uuids)
  for (const { uuid, revision } of requested) {
    const row = rows.get(uuid)
    if (!row) throw new Failure('NOT_FOUND')
    if (row.revision !== revision) throw new Failure('ROW_CHANGED')
  }
  admitToKinds(
    caller,
    [...rows.values()].map(({ kind }) => kind),
  )
  await refuseReferenced(tx, caller, programUuid, uuids, links)
  await endLinks(
    tx,
    caller.org,
    graph.seq,
    links.map(({ uuid }) => uuid),
  )
  await noteVersions(
    tx,
    'removed',
    caller.user.uuid,
    [...rows.values()].map((row) => ({ ...row, revision: row.revision + 1, seq: graph.seq })),
  )
  await removeArtefacts(tx, caller.org, programUuid, uuids)
  const touched = new Set([...uuids, ...links.flatMap(({ fromUuid, toUuid }) => [fromUuid, toUuid])])
  return close({ tx, caller, programUuid, graph, touched }, after)
}

/**
 * Throws if other artefacts still reference these, such as a control in a tree or an assumption that caps a step: the
 * reference would have no target (rule GRAPH-12).
 */
async function refuseReferenced(
  tx: Tx,
  { org }: Caller,
  programUuid: string,
  uuids: readonly string[],
  links: readonly ListedLink[],
): Promise<void> {
  const leaving = links.filter(
    ({ kind, fromUuid, toUuid }) => carrying.includes(kind) && uuids.includes(fromUuid) && !uuids.includes(toUuid),
  )
  const rows = await artefactRows(
    tx,
    org,
    programUuid,
    leaving.map(({ toUuid }) => toUuid),
  )
  const referencing = [
    ...new Set(
      leaving
        .filter(({ kind, toUuid }) => artefactKindNamed(rows.get(toUuid)!.kind)!.impliedLinkKinds.includes(kind))
        .map(({ toUuid }) => codeOfRow(rows.get(toUuid)!)),
    ),
  ]
  if (referencing.length > 0) {
    const codes = referencing.slice(0, 10).join(', ')
    const verb = referencing.length === 1 ? 'references' : 'reference'
    throw new Failure('RULE_REFUSED', { message: `${codes} ${verb} it. Remove the reference there first.` })
  }
}

/** Confirms suspect links (rule GRAPH-5). */
export async function confirmSuspects(
  tx: Tx,
  caller: Caller,
  programUuid: string,
  links: readonly string[],
): Promise<{ confirmed: number; seq: number }> {
  await refuseReaders(tx, caller, programUuid)
  const graph = await lockGraph(tx, caller.org, programUuid)
  const confirmed = await confirm(tx, caller.org, { programUuid, seq: graph.seq }, links, caller.user.uuid)
  if (confirmed === 0) return { confirmed, seq: graph.seq - 1 }
  await saveGraph(tx, caller.org, programUuid, graph)
  return { confirmed, seq: graph.seq }
}

async function close(
  { tx, caller, programUuid, graph, touched }: Pick<GraphWrite, 'tx' | 'caller' | 'programUuid' | 'graph' | 'touched'>,
  after: AfterWrite,
): Promise<number> {
  if (touched.size === 0) return graph.seq - 1
  await after(tx, caller, { programUuid, seq: graph.seq, touched })
  await saveGraph(tx, caller.org, programUuid, graph)
  return graph.seq
}

async function refuseProjects(
  { tx, caller, programUuid }: GraphWrite,
  inputs: readonly ArtefactInput[],
): Promise<void> {
  const named = [...new Set(inputs.flatMap(({ project_uuid: uuid }) => uuid ?? []))]
  const there = await projectsIn(tx, caller.org, programUuid, named)
  const i = inputs.findIndex(({ project_uuid: uuid }) => uuid && !there.has(uuid))
  if (i >= 0) throw invalid(`artefacts.${i}.project_uuid`, 'This is no project of this program.')
}

async function refuseMuch({ tx, caller, programUuid }: GraphWrite): Promise<void> {
  const { artefacts, links } = await sizeOf(tx, caller.org, programUuid)
  if (artefacts > mostArtefacts)
    throw new Failure('RULE_REFUSED', {
      message:
        `A program holds at most ${mostArtefacts.toLocaleString('en')} artefacts. ` +
        'Remove some, or create another program.',
    })
  if (links > mostLinks)
    throw new Failure('RULE_REFUSED', { message: `A program holds at most ${mostLinks.toLocaleString('en')} links.` })
}

const invalid = (path: string, message: string) =>
  new Failure('INVALID_INPUT', { message, errors: { [path]: message } })
const refusedAt = (i: number, reason: string, errors: Readonly<Record<string, string>> = {}) =>
  new Failure('INVALID_INPUT', {
    message: reason,
    errors: Object.fromEntries(Object.entries(errors).map(([name, message]) => [`artefacts.${i}.${name}`, message])),
  })

async function writeArtefacts(graphWrite: GraphWrite, inputs: readonly ArtefactInput[]): Promise<string[]> {
  const { tx, caller } = graphWrite
  await refuseTaken(graphWrite, inputs)
  const made: ArtefactRow[] = []
  const changed: ArtefactRow[] = []
  const suspects: { row: ArtefactRow; meaning: StateChange['meaning'] }[] = []
  const uuids = inputs.map((input, i) => {
    if (input.uuid === undefined) {
      const row = beginRow(graphWrite, input, i)
      made.push(row)
      return row.uuid
    }
    const { row, meaning, isChanged } = changeRow(graphWrite, input, i)
    if (isChanged) changed.push(row)
    if (meaning.length > 0) suspects.push({ row, meaning })
    return row.uuid
  })
  await insertArtefacts(tx, made)
  await noteVersions(tx, 'made', caller.user.uuid, made)
  await updateArtefacts(tx, caller.org, changed)
  await noteVersions(tx, 'changed', caller.user.uuid, changed)
  await suspectFrom(
    tx,
    caller.org,
    graphWrite.graph.seq,
    suspects.flatMap(({ row, meaning }) => suspectCauses(row, meaning)),
  )
  if (suspects.length > 0)
    await withdrawReviews(
      tx,
      caller,
      suspects.map(({ row }) => row.uuid),
    )
  for (const { uuid } of [...made, ...changed]) graphWrite.touched.add(uuid)
  await writeImpliedLinks(graphWrite, [...made, ...changed])
  return uuids
}

/**
 * Throws if a client chose a uuid that an artefact of this program has, or had; or one uuid twice. Earlier versions
 * stored a chosen uuid as it was sent, so that is looked for, too (rule GRAPH-23).
 */
async function refuseTaken(
  { tx, caller, programUuid, names }: GraphWrite,
  inputs: readonly ArtefactInput[],
): Promise<void> {
  const chosen = inputs.filter(({ new_uuid: uuid }) => uuid !== undefined).length
  const isTaken = await hasUuids(tx, caller.org, programUuid, [...names].flat())
  if (isTaken || new Set(names.values()).size < chosen)
    throw invalid('new_uuid', 'An artefact of this uuid is there, or was: choose another.')
}

/** The kinds of links from an artefact to which its change matters, by what of it does (rule GRAPH-5). */
function suspectCauses(row: ArtefactRow, meaning: StateChange['meaning']): SuspectCause[] {
  const starting = linkKinds.filter(({ from }) => from.includes(row.kind) || from.includes('*'))
  const kindsBy = Map.groupBy(starting, (kind) => matters(kind, meaning))
  kindsBy.delete('')
  return [...kindsBy].map(([changed, kinds]) => ({
    from: row.uuid,
    kinds: kinds.map(({ kind }) => kind),
    reason: `${codeOfRow(row)}: ${changed} changed`,
  }))
}

function beginRow(
  { caller, programUuid, graph, rows, names }: GraphWrite,
  input: ArtefactInput,
  i: number,
): ArtefactRow {
  const kind = artefactKindNamed(input.kind)!
  const begun = beginArtefact(kind, input)
  if (!begun.ok) throw refusedAt(i, begun.reason, begun.errors)
  const number = (graph.numbers[input.kind] ?? 0) + 1
  graph.numbers[input.kind] = number
  const now = new Date()
  const row: ArtefactRow = {
    uuid: input.new_uuid === undefined ? randomUUID() : names.get(input.new_uuid.toLowerCase())!,
    orgUuid: caller.org.uuid,
    programUuid,
    kind: input.kind,
    number,
    ...settledState(begun.value, names),
    origin: input.origin ?? { how: 'written', what: '' },
    seq: graph.seq,
    commentsSeq: 0,
    revision: 1,
    createdAt: now,
    createdByUuid: caller.user.uuid,
    updatedAt: now,
    updatedByUuid: caller.user.uuid,
  }
  rows.set(row.uuid, row)
  return row
}

function changeRow(
  { caller, graph, rows, names }: GraphWrite,
  input: ArtefactInput,
  i: number,
): { row: ArtefactRow; meaning: StateChange['meaning']; isChanged: boolean } {
  const before = rows.get(input.uuid!)
  if (!before || before.kind !== input.kind)
    throw invalid(`artefacts.${i}.uuid`, 'There is no such artefact of this kind in this program.')
  if (input.revision === undefined) throw invalid(`artefacts.${i}.revision`, 'State the revision to change.')
  if (input.revision !== before.revision)
    throw new Failure('ROW_CHANGED', {
      message: `${codeOfRow(before)} was changed by somebody else meanwhile. Check it, and change it again.`,
      errors: { [`artefacts.${i}.revision`]: String(before.revision) },
    })
  const plan = changeArtefact(artefactKindNamed(input.kind)!, before, input)
  if (!plan.ok) throw refusedAt(i, plan.reason, plan.errors)
  const { state, changed, meaning } = plan.value
  if (changed.length === 0) return { row: before, meaning, isChanged: false }
  const row = {
    ...before,
    ...settledState(state, names),
    seq: graph.seq,
    revision: before.revision + 1,
    updatedByUuid: caller.user.uuid,
    updatedAt: new Date(),
  }
  rows.set(row.uuid, row)
  return { row, meaning, isChanged: true }
}

/** The state to store: its fields refer to new artefacts by their stored uuids. */
const settledState = ({ title, status, projectUuid, fields }: ArtefactState, names: ReadonlyMap<string, string>) => ({
  title,
  status,
  projectUuid,
  fields: renamed({ ...fields }, names),
})

/** Creates the links that fields imply, and ends those that they do not imply any more (rule GRAPH-7). */
async function writeImpliedLinks(graphWrite: GraphWrite, rows: readonly ArtefactRow[]): Promise<void> {
  const { tx, caller, programUuid, graph } = graphWrite
  const implying = rows.filter(({ kind }) => artefactKindNamed(kind)!.impliedLinkKinds.length > 0)
  if (implying.length === 0) return
  const before = await linksAt(
    tx,
    caller.org,
    programUuid,
    implying.map(({ uuid }) => uuid),
  )
  const wanted = implying.flatMap((row) =>
    artefactKindNamed(row.kind)!
      .impliedLinks(row.fields)
      .map(({ link, uuid }) => ({ kind: link, from: uuid, to: row.uuid })),
  )
  const ended = before.filter(
    (link) =>
      implying.some(
        ({ uuid, kind }) => uuid === link.toUuid && artefactKindNamed(kind)!.impliedLinkKinds.includes(link.kind),
      ) && !wanted.some((one) => isLink(link, one)),
  )
  const fresh = distinct(wanted.filter((one) => !before.some((link) => isLink(link, one))))
  const ends = await artefactRows(
    tx,
    caller.org,
    programUuid,
    fresh.map(({ from }) => from),
  )
  // a diagram may still name a removed artefact and then does not show it; a tree needs its references
  const gone = fresh.filter(
    ({ kind, from }) => !linkKindNamed(kind)!.propagatesSuspect && !ends.has(from) && !graphWrite.rows.has(from),
  )
  for (const { kind, from, to } of fresh.filter((one) => !gone.includes(one))) {
    const end = ends.get(from) ?? graphWrite.rows.get(from)
    if (!end || !joins(linkKindNamed(kind)!, end.kind, graphWrite.rows.get(to)!.kind))
      throw invalid(
        'fields',
        `${codeOfRow(graphWrite.rows.get(to)!)} references ${from}, which is not in this program.`,
      )
  }
  await endLinks(
    tx,
    caller.org,
    graph.seq,
    ended.map(({ uuid }) => uuid),
  )
  await insertLinks(
    tx,
    caller.org,
    { programUuid, seq: graph.seq },
    fresh.filter((one) => !gone.includes(one)),
  )
}

const endsOf = ({ kind, fromUuid, toUuid }: ListedLink): LinkEnds => ({ kind, from: fromUuid, to: toUuid })
const isSameLink = (a: LinkEnds, b: LinkEnds) => a.kind === b.kind && a.from === b.from && a.to === b.to
const isLink = (link: ListedLink, requested: LinkEnds) => isSameLink(endsOf(link), requested)

function distinct(links: readonly LinkEnds[]): LinkEnds[] {
  return [...new Map(links.map((link) => [`${link.kind} ${link.from} ${link.to}`, link])).values()]
}

async function writeLinks(
  graphWrite: GraphWrite,
  { link, unlink }: Pick<GraphInput, 'link' | 'unlink'>,
): Promise<void> {
  const { tx, caller, programUuid, graph } = graphWrite
  const ended = graphWrite.links.filter((one) => unlink.some((requested) => isLink(one, requested)))
  for (const one of ended) refuseImplied(graphWrite, endsOf(one), 'unlink')
  // first: links that end in this call do not count for the cycle check
  await endLinks(
    tx,
    caller.org,
    graph.seq,
    ended.map(({ uuid }) => uuid),
  )
  const left = graphWrite.links.filter((one) => !ended.includes(one)).map(endsOf)
  const fresh = distinct(link.filter((requested) => !left.some((one) => isSameLink(one, requested))))
  const others = [...left]
  const leadsBack = await returningIn(graphWrite, fresh)
  for (const requested of fresh) {
    await refuseLink(graphWrite, requested, `link.${link.indexOf(requested)}`, others, leadsBack)
    others.push(requested)
  }
  await insertLinks(tx, caller.org, { programUuid, seq: graph.seq }, fresh)
  for (const { from, to } of [...fresh, ...ended.map(endsOf)]) graphWrite.touched.add(from).add(to)
}

/** Whether the target of a link leads back to its source, with the `others` counted as links. */
type LeadsBack = (requested: LinkEnds, others: readonly LinkEnds[]) => Promise<boolean>

/** From this many new links of a kind on, all of the kind are read once. */
const manyLinks = 20

/** For many links of a kind the stored ones are read once; for few, only those that follow the new ones. */
async function returningIn({ tx, caller, programUuid }: GraphWrite, fresh: readonly LinkEnds[]): Promise<LeadsBack> {
  const targets = new Map<string, Map<string, string[]>>()
  for (const [kind, of] of Map.groupBy(fresh, (one) => one.kind)) {
    if (of.length < manyLinks) continue
    const all = [...(await linksOfKind(tx, caller.org, programUuid, kind)), ...of]
    const byFrom = Map.groupBy(all, ({ from }) => from)
    targets.set(kind, new Map([...byFrom].map(([from, links]) => [from, links.map(({ to }) => to)])))
  }
  return async (requested, others) => {
    const known = targets.get(requested.kind)
    return known ? reaches(known, requested) : leadsTo(tx, caller.org, programUuid, requested, others)
  }
}

function reaches(targets: ReadonlyMap<string, readonly string[]>, { from, to }: LinkEnds): boolean {
  const seen = new Set([to])
  for (const one of seen) for (const next of targets.get(one) ?? []) seen.add(next)
  return seen.has(from)
}

/** Throws if two artefacts may not have this link (rules GRAPH-6, GRAPH-7). */
async function refuseLink(
  graphWrite: GraphWrite,
  requested: LinkEnds,
  path: string,
  others: readonly LinkEnds[],
  leadsBack: LeadsBack,
): Promise<void> {
  const { rows } = graphWrite
  const [from, to, kind] = [rows.get(requested.from), rows.get(requested.to), linkKindNamed(requested.kind)!]
  if (!from || !to) throw invalid(path, 'One of its ends is not in this program.')
  if (!joins(kind, from.kind, to.kind))
    throw invalid(
      path,
      `${artefactKindNamed(from.kind)!.title} ${codeOfRow(from)} never ${kind.forward} ` +
        `${artefactKindNamed(to.kind)!.title.toLowerCase()} ${codeOfRow(to)}.`,
    )
  refuseImplied(graphWrite, requested, path)
  const single =
    (kind.single === 'from' || kind.single === 'both') &&
    others.some((one) => one.kind === kind.kind && one.from === requested.from)
  if (single) throw invalid(path, `${codeOfRow(from)} ${kind.forward} one already.`)
  if (
    (kind.single === 'to' || kind.single === 'both') &&
    others.some((one) => one.kind === kind.kind && one.to === requested.to)
  )
    throw invalid(path, `${codeOfRow(to)} ${kind.backward} one already.`)
  if (requested.from === requested.to || (joins(kind, to.kind, from.kind) && (await leadsBack(requested, others))))
    throw invalid(path, `${codeOfRow(from)} would come after itself.`)
}

function refuseImplied({ rows }: GraphWrite, { kind, to }: LinkEnds, path: string): void {
  const row = rows.get(to)
  if (row && artefactKindNamed(row.kind)!.impliedLinkKinds.includes(kind))
    throw invalid(path, `This link follows from a field of ${codeOfRow(row)}. Change that field.`)
}
