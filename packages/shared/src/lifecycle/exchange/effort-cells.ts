import { type Parsed, parsed, refused } from '../../core/parsed.ts'
import type { ArtefactKind } from '../../graph/artefacts/artefact-kind.ts'
import type { Field } from '../../graph/artefacts/fields.ts'
import { Effort, noEffort } from '../attack-tree/tree.ts'
import {
  attackVectors,
  type CvssMetric,
  cvssMetrics,
  type Method,
  type PotentialFactor,
  potentialFactors,
} from '../methods/method.ts'
import { namedBy } from './cells.ts'

/** A factor of an effort, which has a column of its own: `effort.time`, `effort.av`, `effort.vector`. */
export interface EffortColumn {
  readonly key: string
  readonly title: string
  readonly field: string
  readonly part: EffortPart
}

type EffortPart = PotentialFactor | CvssMetric | 'vector'

const parts: readonly (readonly [EffortPart, string])[] = [
  ['time', 'Elapsed time'],
  ['expertise', 'Expertise'],
  ['knowledge', 'Knowledge of the item'],
  ['window', 'Window of opportunity'],
  ['equipment', 'Equipment'],
  ['av', 'CVSS attack vector'],
  ['ac', 'CVSS attack complexity'],
  ['pr', 'CVSS privileges required'],
  ['ui', 'CVSS user interaction'],
  ['vector', 'Attack vector'],
]

/** Whether a field is an effort, which tables show factor by factor. */
export const isEffort = ({ schema }: Pick<Field, 'schema'>) => (schema as unknown) === Effort

/** The columns of the factors of a kind's effort; none: the kind has no effort (rule EXCHANGE-28). */
export function effortColumns(kind: ArtefactKind): EffortColumn[] {
  return Object.entries(kind.fields)
    .filter(([, field]) => isEffort(field))
    .flatMap(([field]) => parts.map(([part, title]) => ({ key: `${field}.${part}`, title, field, part })))
}

export function effortColumn(kind: ArtefactKind, key: string): EffortColumn | undefined {
  return effortColumns(kind).find((column) => column.key === key)
}

/** A factor in the words of the method; a level that the method does not have by its key; null: not rated. */
export function effortCell(method: Method, effort: Effort, part: EffortPart): string | null {
  const key = levelOf(effort, part)
  return key === undefined ? null : (levelsOf(method, part).find((level) => level.key === key)?.label ?? key)
}

/**
 * The efforts of an artefact's fields with the cells of its row; columns that the row does not have keep their factors.
 * A cell names a level of the method by its label, key or value; an empty one is not rated.
 */
export function effortsWith(
  method: Method,
  kind: ArtefactKind,
  before: Readonly<Record<string, unknown>>,
  cells: Readonly<Record<string, string>>,
): Parsed<Record<string, Effort>> {
  const efforts: Record<string, Effort> = {}
  for (const [key, cell] of Object.entries(cells)) {
    const column = effortColumn(kind, key)!
    const effort = efforts[column.field] ?? (before[column.field] as Effort | undefined) ?? noEffort
    const level = levelOfCell(method, column, effort, cell)
    if (!level.ok) return level
    efforts[column.field] = effortWith(effort, column.part, level.value)
  }
  return parsed(efforts)
}

function levelOfCell(
  method: Method,
  { title, part }: EffortColumn,
  before: Effort,
  cell: string,
): Parsed<string | undefined> {
  const text = cell.trim()
  if (text === '') return parsed(undefined)
  // also a level that the method does not have, as it was exported
  if (text === effortCell(method, before, part)) return parsed(levelOf(before, part))
  const levels = levelsOf(method, part)
  const found = levelNamed(levels, text)
  return found
    ? parsed(found.key)
    : refused(
        `${title}: ${JSON.stringify(text.slice(0, 60))} is none of ${levels.map(({ label }) => label).join(', ')}.`,
      )
}

/** The key of a factor's level that a text names; undefined: it names none. */
export function factorLevel(method: Method, factor: PotentialFactor, text: string): string | undefined {
  return levelNamed(levelsOf(method, factor), text)?.key
}

const levelNamed = <L extends ReturnType<typeof levelsOf>[number]>(levels: readonly L[], text: string) =>
  namedBy(text, levels) ?? onlyOne(levels.filter(({ value }) => value === Number(text)))

const onlyOne = <T>(found: readonly T[]) => (found.length === 1 ? found[0] : undefined)

function effortWith(effort: Effort, part: EffortPart, level: string | undefined): Effort {
  if (part === 'vector') return { ...effort, vector: (level as Effort['vector'] | undefined) ?? null }
  return isFactor(part)
    ? { ...effort, potential: levelled(effort.potential, part, level) }
    : { ...effort, cvss: levelled(effort.cvss, part, level) }
}

function levelled<K extends string>(levels: Partial<Record<K, string>>, part: K, level: string | undefined) {
  const { [part]: _before, ...others } = levels
  return (level === undefined ? others : { ...others, [part]: level }) as Partial<Record<K, string>>
}

const isFactor = (part: string): part is PotentialFactor => potentialFactors.some((one) => one === part)
const isMetric = (part: string): part is CvssMetric => cvssMetrics.some((one) => one === part)

function levelOf({ potential, cvss, vector }: Effort, part: EffortPart): string | undefined {
  if (isFactor(part)) return potential[part]
  return isMetric(part) ? cvss[part] : (vector ?? undefined)
}

function levelsOf(
  { potential, cvss }: Method,
  part: EffortPart,
): readonly { readonly key: string; readonly label: string; readonly value?: number }[] {
  if (isFactor(part)) return potential.factors[part].levels
  if (isMetric(part)) return cvss.metrics[part].levels
  return attackVectors.map((key) => ({ key, label: `${key[0]!.toUpperCase()}${key.slice(1)}` }))
}
