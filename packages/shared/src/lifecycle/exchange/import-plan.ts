import { artefactKindNamed, joins, linkKindNamed } from '../../artefact-kinds.ts'
import { type ArtefactState, beginArtefact, changeArtefact } from '../../graph/artefacts/changes.ts'
import type { ImportRow } from './import-rows.ts'
import { reqifId } from './reqif-shape.ts'
import { mapped } from '../../core/renamed-uuids.ts'

/** An artefact of a program, with the names that files may use for it. */
export interface KnownHead {
  readonly uuid: string
  readonly kind: string
  readonly code: string
  readonly title: string
  /** The identifier in another tool, if it came from one. */
  readonly foreignId?: string | undefined
}

export interface PlannedRow {
  readonly row: ImportRow
  readonly uuid: string
  readonly isNew: boolean
  readonly links: readonly { readonly kind: string; readonly from: string; readonly to: string }[]
}

export interface RefusedRow {
  readonly row: number
  readonly reason: string
}

const titleKey = (kind: string, title: string) => `${kind} ${title.trim().toLowerCase()}`

/**
 * Which rows match existing artefacts and which are new: by code, by the identifier in another tool, else by a title
 * that only one artefact has (rules EXCHANGE-12, EXCHANGE-14). Links name codes of the program or of the file's rows.
 */
export function matchRows(
  rows: readonly ImportRow[],
  known: readonly KnownHead[],
  newUuid: () => string,
): { planned: PlannedRow[]; refused: RefusedRow[] } {
  const byCode = new Map(known.map((head) => [head.code, head]))
  const byForeign = new Map(
    known.flatMap((head) => (head.foreignId === undefined ? [] : [[head.foreignId, head] as const])),
  )
  const byTitle = new Map<string, KnownHead | null>()
  for (const head of known)
    byTitle.set(titleKey(head.kind, head.title), byTitle.has(titleKey(head.kind, head.title)) ? null : head)

  const refused: RefusedRow[] = []
  const ends = new Map<string, { readonly uuid: string; readonly kind: string }>()
  const taken = new Set<string>()
  const matched = rows.flatMap((row) => {
    const found = foundFor(row)
    if (typeof found === 'string') return refuse(row, found)
    const uuid = found?.uuid ?? newUuid()
    if (taken.has(uuid)) return refuse(row, 'Another row is the same artefact.')
    taken.add(uuid)
    for (const name of new Set([row.code, row.externalId])) {
      if (name === undefined) continue
      if (ends.has(name)) return refuse(row, `Another row is called ${name} too.`)
      ends.set(name, { uuid, kind: row.kind })
    }
    return [{ row, uuid, isNew: !found }]
  })
  const planned = matched.flatMap((one): PlannedRow[] => {
    const links = linksOf(one.row, one.uuid)
    return typeof links === 'string'
      ? refuse(one.row, links)
      : [{ ...one, row: { ...one.row, fields: withoutOwnName(named(one.row), one.uuid) }, links }]
  })
  return { planned, refused: refused.sort((a, b) => a.row - b.row) }

  function refuse({ row }: ImportRow, reason: string): [] {
    refused.push({ row, reason })
    return []
  }

  /** Fields that refer to artefacts: the codes of the file are replaced by the uuids of the program. */
  function named({ kind, fields }: ImportRow): ImportRow['fields'] {
    const uuidOf = (text: string) =>
      text.startsWith('@') ? ((ends.get(text.slice(1)) ?? byCode.get(text.slice(1)))?.uuid ?? text) : text
    return Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        artefactKindNamed(kind)!.fields[name]?.input === 'own' ? mapped(value, uuidOf) : value,
      ]),
    )
  }

  function foundFor({ kind, code, externalId, title }: ImportRow): KnownHead | string | undefined {
    const called = byCode.get(code ?? '') ?? byForeign.get(externalId ?? '') ?? byForeign.get(code ?? '')
    if (called)
      return called.kind === kind
        ? called
        : `${code ?? externalId} is a ${artefactKindNamed(called.kind)!.title.toLowerCase()}.`
    if (title === undefined)
      return code === undefined && externalId === undefined
        ? 'It has neither a code nor a title.'
        : `There is no ${code ?? externalId}, and a new one needs a title.`
    const named = byTitle.get(titleKey(kind, title))
    return named === null ? `Several are called ${JSON.stringify(title.slice(0, 60))}: say which by its code.` : named
  }

  function linksOf({ kind, links }: ImportRow, uuid: string): PlannedRow['links'] | string {
    const planned: PlannedRow['links'][number][] = []
    for (const { kind: link, side, code } of links) {
      const other = ends.get(code) ?? byCode.get(code) ?? byForeign.get(code)
      if (!other) return `There is no ${code}.`
      if (
        !(side === 'to' ? joins(linkKindNamed(link)!, kind, other.kind) : joins(linkKindNamed(link)!, other.kind, kind))
      )
        return `A ${artefactKindNamed(other.kind)!.title.toLowerCase()} such as ${code} cannot stand there.`
      planned.push(
        side === 'to' ? { kind: link, from: uuid, to: other.uuid } : { kind: link, from: other.uuid, to: uuid },
      )
    }
    return planned
  }
}

/** The fields without a foreign identifier that is our own uuid, written by our export. */
function withoutOwnName({ foreign, ...fields }: ImportRow['fields'], uuid: string): ImportRow['fields'] {
  if (foreign === undefined) return fields
  const { [reqifId]: id, ...others } = foreign as Record<string, unknown>
  return { ...fields, foreign: id === `_${uuid}` ? others : foreign }
}

/** What a row would do to an artefact; `before` undefined: it does not exist yet. */
export function plannedAction(
  { kind, title, status, fields }: ImportRow,
  before: ArtefactState | undefined,
):
  | { action: 'made' | 'changed' | 'same'; title: string; fields: Readonly<Record<string, unknown>> }
  | { action: 'refused'; reason: string } {
  const input = { title: title?.trim(), status, fields }
  if (input.title !== undefined && input.title.length > 300)
    return { action: 'refused', reason: 'The title is longer than 300 characters.' }
  if (!before) {
    const begun = beginArtefact(artefactKindNamed(kind)!, input)
    return begun.ok ? { action: 'made', ...begun.value } : { action: 'refused', reason: begun.reason }
  }
  const plan = changeArtefact(artefactKindNamed(kind)!, before, input)
  return plan.ok
    ? { action: plan.value.changed.length > 0 ? 'changed' : 'same', ...plan.value.state }
    : { action: 'refused', reason: plan.reason }
}
