import { artefactKindNamed, joins, linkKindNamed, linkKinds } from '../../artefact-kinds.ts'
import type { ArtefactKind } from '../../graph/artefacts/artefact-kind.ts'
import type { LinkKind } from '../../graph/artefacts/link-kind.ts'
import { isTabular } from './cells.ts'
import { hasSteps, stepsColumn } from './steps-cell.ts'
import { effortColumn, effortColumns, isEffort } from './effort-cells.ts'

/** A column of a kind's table: `key` is its target in a mapping. */
export interface Column {
  readonly key: string
  readonly title: string
}

/** A link in a column: `side` is the end that the codes in the column name. */
export interface LinkColumn {
  readonly link: LinkKind
  readonly side: 'from' | 'to'
}

const head: readonly Column[] = [
  { key: 'code', title: 'Code' },
  { key: 'title', title: 'Title' },
  { key: 'status', title: 'Status' },
  { key: 'external_id', title: 'External id' },
]

/** The columns of a kind's table, for export and for import (rule EXCHANGE-11). */
export function columnsOf(kind: ArtefactKind): Column[] {
  const fields = Object.entries(kind.fields)
    .filter(([, field]) => isTabular(field))
    .flatMap(([key, field]): Column[] =>
      isEffort(field)
        ? effortColumns(kind).map(({ key: factor, title }) => ({ key: factor, title }))
        : [{ key, title: field.title }],
    )
  const links = linkKinds.flatMap((link) =>
    sidesOf(link, kind).map((side): Column => ({
      key: `link:${link.kind}:${side}`,
      title: `${side === 'to' ? link.forward : link.backward} (${othersOf(link, side)})`,
    })),
  )
  return [...head, ...fields, ...(hasSteps(kind) ? [stepsColumn] : []), ...links]
}

/** The ends of a link that may be at the other side of an artefact of this kind. */
function sidesOf({ from, to }: LinkKind, { kind }: ArtefactKind): ('from' | 'to')[] {
  return [...(to.includes(kind) ? ['from' as const] : []), ...(from.includes(kind) ? ['to' as const] : [])]
}

function othersOf(link: LinkKind, side: 'from' | 'to'): string {
  return link[side].map((name) => (name === '*' ? 'any' : artefactKindNamed(name)!.title.toLowerCase())).join(', ')
}

/** The link of a mapping's `link:<kind>:<from or to>`; undefined: artefacts of this kind have no such links. */
export function linkColumn(kind: ArtefactKind, key: string): LinkColumn | undefined {
  const [word, name = '', side] = key.split(':')
  const link = linkKindNamed(name)
  if (word !== 'link' || !link || (side !== 'from' && side !== 'to')) return undefined
  const may = side === 'to' ? link.to.some((other) => joins(link, kind.kind, other)) : link.to.includes(kind.kind)
  return may ? { link, side } : undefined
}

/** Whether a key is a valid column of this kind. */
export function isColumn(kind: ArtefactKind, key: string): boolean {
  if (head.some((one) => one.key === key)) return true
  if (Object.hasOwn(kind.fields, key)) return isTabular(kind.fields[key]!)
  if (key === stepsColumn.key) return hasSteps(kind)
  return effortColumn(kind, key) !== undefined || linkColumn(kind, key) !== undefined
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '')
/** The names of these columns in other tools. */
const alsoCalled: Readonly<Record<string, readonly string[]>> = {
  code: ['id', 'key', 'identifier', 'number', 'no'],
  title: ['name', 'summary', 'heading', 'shorttext'],
  description: ['details', 'longtext', 'text'],
  text: ['requirementtext', 'requirement', 'statement', 'description', 'objecttext'],
  status: ['state', 'workflowstate'],
  owner: ['responsible', 'assignee'],
  external_id: [
    'externalid',
    'foreignid',
    'sourceid',
    'originalid',
    'reqifforeignid',
    'doorsid',
    'polarionid',
    'jirakey',
  ],
  'effort.knowledge': ['knowledge', 'knowledgeoftoe', 'knowledgeofthetoe', 'knowledgeofitem'],
  'effort.window': ['window', 'opportunity'],
  'effort.time': ['time', 'elapsed'],
  'effort.expertise': ['specialistexpertise', 'attackerexpertise'],
  'effort.equipment': ['equipmentneeded'],
  safety: ['safetyimpact', 'impactsafety', 'impacts', 's'],
  financial: ['financialimpact', 'impactfinancial', 'impactf', 'f'],
  operational: ['operationalimpact', 'impactoperational', 'impacto', 'o'],
  privacy: ['privacyimpact', 'impactprivacy', 'impactp', 'p'],
  treatment: ['risktreatment', 'treatmentdecision', 'treatmentoption', 'risktreatmentoption'],
}

/**
 * The probable targets of a file's columns, by their names, each target only once. A column without a similar target
 * has null (rule EXCHANGE-12).
 */
export function proposedMapping(kind: ArtefactKind, columns: readonly string[]): Record<string, string | null> {
  const left = new Map(
    columnsOf(kind).flatMap((column) =>
      [...new Set([column.title, column.key])].map((name) => [plain(name), column.key] as const),
    ),
  )
  const taken = new Set<string>()
  const mapping = new Map<string, string | null>(columns.map((column) => [column, null]))
  const claim = (column: string, key: string | undefined) => {
    if (key === undefined || taken.has(key) || mapping.get(column) !== null) return
    taken.add(key)
    mapping.set(column, key)
  }
  for (const column of mapping.keys()) claim(column, left.get(plain(column)))
  for (const column of mapping.keys())
    for (const [key, names] of Object.entries(alsoCalled))
      if (names.includes(plain(column)) && isColumn(kind, key)) claim(column, key)
  return Object.fromEntries(mapping)
}
