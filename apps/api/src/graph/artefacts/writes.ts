import { artefactKindNamed, joins, linkKindNamed, linkKinds } from '@carapace/shared/artefact-kinds'
import { Failure } from '@carapace/shared/core/failure'
import { matters } from '@carapace/shared/graph/artefacts/link-kind'
import {
  type ArtefactState,
  beginArtefact,
  changeArtefact,
  type StateChange,
} from '@carapace/shared/graph/artefacts/changes'
import type { ArtefactAsk } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { randomUUID } from 'node:crypto'
import type { Caller } from '../../core/http/caller.ts'
import type { Tx } from '../../core/db.ts'
import { admitToKinds } from '../licences.ts'
import { lockGraph, type LockedGraph, refuseReaders, saveGraph } from '../programs/access.queries.ts'
import { type ArtefactRow, artefactRows, codeOfRow, linksAt, type LinkRow } from './artefacts.queries.ts'
import {
  confirm,
  endLinks,
  insertArtefacts,
  insertLinks,
  leadsTo,
  type LinkEnds,
  noteVersions,
  projectsIn,
  removeArtefacts,
  sizeOf,
  suspectFrom,
  takenUuids,
  updateArtefact,
  withdrawReviews,
} from './written.queries.ts'

/** A program holds at most so many (rule GRAPH-6). */
export const mostArtefacts = 30_000
export const mostLinks = 150_000

export interface GraphAsk {
  readonly artefacts: readonly ArtefactAsk[]
  readonly link: readonly LinkEnds[]
  readonly unlink: readonly LinkEnds[]
}

/** What of a program's graph a transaction changed. */
export interface Written {
  readonly programUuid: string
  readonly seq: number
  /** Artefacts that were made, changed, removed, or got or lost a link. */
  readonly touched: ReadonlySet<string>
}

/** What a module does in the same transaction after a graph changed: it computes what follows. */
export type AfterWrite = (tx: Tx, caller: Caller, written: Written) => Promise<void>

/** One writing of a program's graph, under its lock. */
interface Pen {
  readonly tx: Tx
  readonly caller: Caller
  readonly programUuid: string
  readonly graph: LockedGraph
  readonly touched: Set<string>
  readonly rows: Map<string, ArtefactRow>
  readonly links: LinkRow[]
}

const carrying = linkKinds.filter(({ carries }) => carries).map(({ kind }) => kind)

/**
 * Changes a program's graph: all that is asked, or nothing (rules GRAPH-1 to GRAPH-8 of
 * packages/shared/src/graph/SPEC.md). Answers the uuids in the order of what was asked.
 */
export async function writeGraph(
  tx: Tx,
  caller: Caller,
  programUuid: string,
  ask: GraphAsk,
  after: AfterWrite,
): Promise<{ uuids: string[]; seq: number }> {
  await refuseReaders(tx, caller, programUuid)
  const graph = await lockGraph(tx, caller.org, programUuid)
  const ends = [...ask.link, ...ask.unlink].flatMap(({ from, to }) => [from, to])
  const known = [...ask.artefacts.flatMap(({ uuid }) => (uuid === undefined ? [] : [uuid])), ...ends]
  const pen: Pen = {
    tx,
    caller,
    programUuid,
    graph,
    touched: new Set(),
    rows: await artefactRows(tx, caller.org, programUuid, known),
    links: await linksAt(tx, caller.org, programUuid, known),
  }
  admitToKinds(
    caller,
    [...ask.artefacts, ...pen.rows.values()].map(({ kind }) => kind),
  )
  await refuseProjects(pen, ask.artefacts)

  const uuids = await writeArtefacts(pen, ask.artefacts)
  await writeLinks(pen, ask)
  await refuseMuch(pen)
  return { uuids, seq: await close(pen, after) }
}

/** Removes artefacts and the links at them (rule GRAPH-12). */
export async function eraseArtefacts(
  tx: Tx,
  caller: Caller,
  programUuid: string,
  asked: readonly { uuid: string; revision: number }[],
  after: AfterWrite,
): Promise<number> {
  await refuseReaders(tx, caller, programUuid)
  const graph = await lockGraph(tx, caller.org, programUuid)
  const uuids = asked.map(({ uuid }) => uuid)
  const rows = await artefactRows(tx, caller.org, programUuid, uuids)
  const links = await linksAt(tx, caller.org, programUuid, uuids)
  for (const { uuid, revision } of asked) {
    const row = rows.get(uuid)
    if (!row) throw new Failure('NOT_FOUND')
    if (row.revision !== revision) throw new Failure('ROW_CHANGED')
  }
  admitToKinds(
    caller,
    [...rows.values()].map(({ kind }) => kind),
  )
  await refuseCited(tx, caller, programUuid, uuids, links)
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

/** A control in a tree, an assumption that caps a step: what stays would name what is gone (rule GRAPH-12). */
async function refuseCited(
  tx: Tx,
  { org }: Caller,
  programUuid: string,
  uuids: readonly string[],
  links: readonly LinkRow[],
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
  const citing = [
    ...new Set(
      leaving
        .filter(({ kind, toUuid }) => artefactKindNamed(rows.get(toUuid)!.kind)!.citing.includes(kind))
        .map(({ toUuid }) => codeOfRow(rows.get(toUuid)!)),
    ),
  ]
  if (citing.length > 0)
    throw new Failure('RULE_REFUSED', {
      message: `${citing.slice(0, 10).join(', ')} ${citing.length === 1 ? 'names' : 'name'} it: take it out there first.`,
    })
}

/** Says of suspect links that they hold (rule GRAPH-5). */
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
  { tx, caller, programUuid, graph, touched }: Pick<Pen, 'tx' | 'caller' | 'programUuid' | 'graph' | 'touched'>,
  after: AfterWrite,
): Promise<number> {
  if (touched.size === 0) return graph.seq - 1
  await after(tx, caller, { programUuid, seq: graph.seq, touched })
  await saveGraph(tx, caller.org, programUuid, graph)
  return graph.seq
}

async function refuseProjects({ tx, caller, programUuid }: Pen, asks: readonly ArtefactAsk[]): Promise<void> {
  const named = [...new Set(asks.flatMap(({ project_uuid: uuid }) => uuid ?? []))]
  const there = await projectsIn(tx, caller.org, programUuid, named)
  const i = asks.findIndex(({ project_uuid: uuid }) => uuid && !there.has(uuid))
  if (i >= 0) throw invalid(`artefacts.${i}.project_uuid`, 'This is no project of this program.')
}

async function refuseMuch({ tx, caller, programUuid }: Pen): Promise<void> {
  const { artefacts, links } = await sizeOf(tx, caller.org, programUuid)
  if (artefacts > mostArtefacts)
    throw new Failure('RULE_REFUSED', {
      message: `A program holds at most ${mostArtefacts.toLocaleString('en')} artefacts. Remove some, or begin another program.`,
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

async function writeArtefacts(pen: Pen, asks: readonly ArtefactAsk[]): Promise<string[]> {
  const { tx, caller } = pen
  const chosen = asks.flatMap(({ new_uuid: uuid }) => uuid ?? [])
  const taken = await takenUuids(tx, chosen)
  if (taken.size > 0 || new Set(chosen).size < chosen.length)
    throw invalid('new_uuid', 'An artefact of this uuid is there, or was: choose another.')

  const made: ArtefactRow[] = []
  const changed: ArtefactRow[] = []
  const suspects: { row: ArtefactRow; meaning: StateChange['meaning'] }[] = []
  const uuids = asks.map((ask, i) => {
    if (ask.uuid === undefined) {
      const row = beginRow(pen, ask, i)
      made.push(row)
      return row.uuid
    }
    const { row, meaning, isChanged } = changeRow(pen, ask, i)
    if (isChanged) changed.push(row)
    if (meaning.length > 0) suspects.push({ row, meaning })
    return row.uuid
  })
  await insertArtefacts(tx, made)
  await noteVersions(tx, 'made', caller.user.uuid, made)
  for (const row of changed) await updateArtefact(tx, caller.org, row)
  await noteVersions(tx, 'changed', caller.user.uuid, changed)
  for (const { row, meaning } of suspects) await suspectLinks(pen, row, meaning)
  if (suspects.length > 0)
    await withdrawReviews(
      tx,
      caller,
      suspects.map(({ row }) => row.uuid),
    )
  for (const { uuid } of [...made, ...changed]) pen.touched.add(uuid)
  await cite(pen, [...made, ...changed])
  return uuids
}

/** Each link learns of what matters to its kind (rule GRAPH-5). */
async function suspectLinks(
  { tx, caller, graph }: Pen,
  row: ArtefactRow,
  meaning: StateChange['meaning'],
): Promise<void> {
  const starting = linkKinds.filter(({ from }) => from.includes(row.kind) || from.includes('*'))
  const kindsBy = Map.groupBy(starting, (kind) => matters(kind, meaning))
  kindsBy.delete('')
  for (const [changed, kinds] of kindsBy)
    await suspectFrom(
      tx,
      caller.org,
      graph.seq,
      row.uuid,
      kinds.map(({ kind }) => kind),
      `${codeOfRow(row)}: ${changed} changed`,
    )
}

function beginRow({ caller, programUuid, graph, rows }: Pen, ask: ArtefactAsk, i: number): ArtefactRow {
  const kind = artefactKindNamed(ask.kind)!
  const begun = beginArtefact(kind, ask)
  if (!begun.ok) throw refusedAt(i, begun.reason, begun.errors)
  const number = (graph.numbers[ask.kind] ?? 0) + 1
  graph.numbers[ask.kind] = number
  const now = new Date()
  const row: ArtefactRow = {
    uuid: ask.new_uuid ?? randomUUID(),
    orgUuid: caller.org.uuid,
    programUuid,
    kind: ask.kind,
    number,
    ...settledState(begun.value),
    origin: ask.origin ?? { how: 'written', what: '' },
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
  { caller, graph, rows }: Pen,
  ask: ArtefactAsk,
  i: number,
): { row: ArtefactRow; meaning: StateChange['meaning']; isChanged: boolean } {
  const before = rows.get(ask.uuid!)
  if (!before || before.kind !== ask.kind)
    throw invalid(`artefacts.${i}.uuid`, 'There is no such artefact of this kind in this program.')
  if (ask.revision === undefined) throw invalid(`artefacts.${i}.revision`, 'Say which revision is changed.')
  if (ask.revision !== before.revision)
    throw new Failure('ROW_CHANGED', {
      message: `${codeOfRow(before)} was changed by somebody else meanwhile. Look at it, and change it again.`,
      errors: { [`artefacts.${i}.revision`]: String(before.revision) },
    })
  const plan = changeArtefact(artefactKindNamed(ask.kind)!, before, ask)
  if (!plan.ok) throw refusedAt(i, plan.reason, plan.errors)
  const { state, changed, meaning } = plan.value
  if (changed.length === 0) return { row: before, meaning, isChanged: false }
  const row = {
    ...before,
    ...settledState(state),
    seq: graph.seq,
    revision: before.revision + 1,
    updatedByUuid: caller.user.uuid,
    updatedAt: new Date(),
  }
  rows.set(row.uuid, row)
  return { row, meaning, isChanged: true }
}

const settledState = ({ title, status, projectUuid, fields }: ArtefactState) => ({
  title,
  status,
  projectUuid,
  fields: { ...fields },
})

/** Makes the links that fields imply, and ends those that they imply no more (rule GRAPH-7). */
async function cite(pen: Pen, rows: readonly ArtefactRow[]): Promise<void> {
  const { tx, caller, programUuid, graph } = pen
  const citing = rows.filter(({ kind }) => artefactKindNamed(kind)!.citing.length > 0)
  if (citing.length === 0) return
  const before = await linksAt(
    tx,
    caller.org,
    programUuid,
    citing.map(({ uuid }) => uuid),
  )
  const wanted = citing.flatMap((row) =>
    artefactKindNamed(row.kind)!
      .cites(row.fields)
      .map(({ link, uuid }) => ({ kind: link, from: uuid, to: row.uuid })),
  )
  const ended = before.filter(
    (link) =>
      citing.some(({ uuid, kind }) => uuid === link.toUuid && artefactKindNamed(kind)!.citing.includes(link.kind)) &&
      !wanted.some((one) => isLink(link, one)),
  )
  const fresh = distinct(wanted.filter((one) => !before.some((link) => isLink(link, one))))
  const ends = await artefactRows(
    tx,
    caller.org,
    programUuid,
    fresh.map(({ from }) => from),
  )
  // what a diagram showed and is removed is not there to be shown; what a tree counts on must be there
  const gone = fresh.filter(({ kind, from }) => !linkKindNamed(kind)!.carries && !ends.has(from) && !pen.rows.has(from))
  for (const { kind, from, to } of fresh.filter((one) => !gone.includes(one))) {
    const end = ends.get(from) ?? pen.rows.get(from)
    if (!end || !joins(linkKindNamed(kind)!, end.kind, pen.rows.get(to)!.kind))
      throw invalid('fields', `${codeOfRow(pen.rows.get(to)!)} names what is not in this program: ${from}.`)
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

const endsOf = ({ kind, fromUuid, toUuid }: LinkRow): LinkEnds => ({ kind, from: fromUuid, to: toUuid })
const isSameLink = (a: LinkEnds, b: LinkEnds) => a.kind === b.kind && a.from === b.from && a.to === b.to
const isLink = (link: LinkRow, asked: LinkEnds) => isSameLink(endsOf(link), asked)

function distinct(links: readonly LinkEnds[]): LinkEnds[] {
  return [...new Map(links.map((link) => [`${link.kind} ${link.from} ${link.to}`, link])).values()]
}

async function writeLinks(pen: Pen, { link, unlink }: GraphAsk): Promise<void> {
  const { tx, caller, programUuid, graph } = pen
  const ended = pen.links.filter((one) => unlink.some((asked) => isLink(one, asked)))
  for (const one of ended) refuseImplied(pen, endsOf(one), 'unlink')
  // first: what ends in this call leads nowhere any more
  await endLinks(
    tx,
    caller.org,
    graph.seq,
    ended.map(({ uuid }) => uuid),
  )
  const left = pen.links.filter((one) => !ended.includes(one)).map(endsOf)
  const fresh = distinct(link.filter((asked) => !left.some((one) => isSameLink(one, asked))))
  for (const [i, asked] of fresh.entries())
    await refuseLink(pen, asked, `link.${link.indexOf(asked)}`, [...left, ...fresh.slice(0, i)])
  await insertLinks(tx, caller.org, { programUuid, seq: graph.seq }, fresh)
  for (const { from, to } of [...fresh, ...ended.map(endsOf)]) pen.touched.add(from).add(to)
}

/** Why two artefacts may not be linked so (rules GRAPH-6, GRAPH-7). */
async function refuseLink(pen: Pen, asked: LinkEnds, path: string, others: readonly LinkEnds[]): Promise<void> {
  const { tx, caller, programUuid, rows } = pen
  const [from, to, kind] = [rows.get(asked.from), rows.get(asked.to), linkKindNamed(asked.kind)!]
  if (!from || !to) throw invalid(path, 'One of its ends is not in this program.')
  if (!joins(kind, from.kind, to.kind))
    throw invalid(
      path,
      `${artefactKindNamed(from.kind)!.title} ${codeOfRow(from)} never ${kind.forward} ${artefactKindNamed(to.kind)!.title.toLowerCase()} ${codeOfRow(to)}.`,
    )
  refuseImplied(pen, asked, path)
  const single =
    (kind.single === 'from' || kind.single === 'both') &&
    others.some((one) => one.kind === kind.kind && one.from === asked.from)
  if (single) throw invalid(path, `${codeOfRow(from)} ${kind.forward} one already.`)
  if (
    (kind.single === 'to' || kind.single === 'both') &&
    others.some((one) => one.kind === kind.kind && one.to === asked.to)
  )
    throw invalid(path, `${codeOfRow(to)} ${kind.backward} one already.`)
  if (
    asked.from === asked.to ||
    (joins(kind, to.kind, from.kind) && (await leadsTo(tx, caller.org, programUuid, asked, others)))
  )
    throw invalid(path, `${codeOfRow(from)} would come after itself.`)
}

function refuseImplied({ rows }: Pen, { kind, to }: LinkEnds, path: string): void {
  const row = rows.get(to)
  if (row && artefactKindNamed(row.kind)!.citing.includes(kind))
    throw invalid(path, `This link follows from what is in ${codeOfRow(row)}: change that.`)
}
