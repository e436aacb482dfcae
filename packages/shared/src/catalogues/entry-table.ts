import { type Parsed, parsed, refused } from '../core/parsed.ts'
import { type Catalogue, type CatalogueEntry, fieldsOfCatalogue } from './catalogue.contract.ts'
import type { EntryInput } from './entries.ts'

/** The separator of several values in one cell. */
const between = ' | '
const factors = ['time', 'expertise', 'knowledge', 'window', 'equipment'] as const

/** The columns of a catalogue's file, in order (rule CATALOGUE-9); an attack's potential has one column per factor. */
export function columnsOf(catalogue: Catalogue): string[] {
  return [
    'code',
    'title',
    ...Object.keys(initialOf(catalogue)).flatMap((name) => (name === 'potential' ? factors : [name])),
    'retired',
  ]
}

const initialOf = (catalogue: Catalogue): Record<string, unknown> => fieldsOfCatalogue[catalogue].parse({})

/** An entry's cells, in column order. */
export function cellsOf({
  catalogue,
  code,
  title,
  fields,
  is_retired: isRetired,
}: Pick<CatalogueEntry, 'catalogue' | 'code' | 'title' | 'fields' | 'is_retired'>): string[] {
  const potential = (fields.potential ?? {}) as Readonly<Record<string, string>>
  const values: Record<string, unknown> = { code, title, ...fields, ...potential, retired: isRetired ? 'yes' : 'no' }
  return columnsOf(catalogue).map((column) => textOf(values[column]))
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(between) : typeof value === 'string' ? value : ''
}

export interface RowInput extends EntryInput {
  readonly code: string
}

/** The input for an entry from a row, or why it is refused; `cells` are by column (rule CATALOGUE-9). */
export function parseRow(catalogue: Catalogue, cells: Readonly<Record<string, string>>): Parsed<RowInput> {
  const code = cells.code ?? ''
  if (code === '' || code.length > 60) return refused('code: 1 to 60 letters.')
  const { title } = cells
  if (title !== undefined && (title === '' || title.length > 300)) return refused('title: 1 to 300 letters.')
  const retired = cells.retired?.toLowerCase()
  if (retired !== undefined && !['yes', 'no', ''].includes(retired)) return refused('retired: yes or no.')
  return parsed({
    code,
    ...(title !== undefined && { title }),
    fields: fieldsIn(initialOf(catalogue), cells),
    ...(retired && { is_retired: retired === 'yes' }),
  })
}

function fieldsIn(
  initial: Readonly<Record<string, unknown>>,
  cells: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const fields = Object.entries(initial)
    .filter(([name]) => name !== 'potential' && cells[name] !== undefined)
    .map(([name, value]) => [name, valueIn(cells[name]!, value)])
  const rated = factors.filter((factor) => cells[factor] !== undefined)
  const potential = Object.fromEntries(
    rated.filter((factor) => cells[factor] !== '').map((factor) => [factor, cells[factor]!]),
  )
  return Object.fromEntries([
    ...fields,
    ...('potential' in initial && rated.length > 0 ? [['potential', potential]] : []),
  ])
}

/** The value of a cell, in the type of the field's initial value. */
function valueIn(cell: string, initial: unknown): unknown {
  if (Array.isArray(initial))
    return cell
      .split('|')
      .map((one) => one.trim())
      .filter((one) => one !== '')
  return initial === null && cell === '' ? null : cell
}
