import { normalise } from '../normalise.ts'
import { limits, type ObservableType, observableTypes, type Pap, paps, type Tlp, tlps } from '../observables.ts'

/** No level and no time is longer. */
const longestWord = 100

/** A row of an import in the forms that are stored. Absent: as the import sets it for all rows. */
export interface ImportRow {
  /** Counted from 1: the line of a text, the place of an object in a document. */
  readonly line: number
  readonly type: ObservableType
  readonly value: string
  readonly tlp?: Tlp
  readonly pap?: Pap
  readonly tags: readonly string[]
  readonly note: string
  readonly isIoc?: boolean
  /** ISO 8601. */
  readonly expiresAt?: string
}

interface ImportFault {
  readonly line: number
  readonly reason: string
}

/** What was read of a file. */
export interface ImportRead {
  readonly rows: ImportRow[]
  readonly faults: ImportFault[]
}

/** The texts of a row, as the file has them; whatever is not a text is absent. */
export interface RawRow {
  readonly type: string
  readonly value: string
  readonly tlp?: string | undefined
  readonly pap?: string | undefined
  readonly tags?: readonly string[]
  readonly note?: string | undefined
  readonly isIoc?: boolean | undefined
  readonly expiresAt?: string | undefined
}

/** Collects rows, of which each value comes once, up to the limit (rule OBSERVABLE-20). */
export function createRows(): ImportRead & { add(line: number, raw: RawRow): void; isFull(): boolean } {
  const rows: ImportRow[] = []
  const faults: ImportFault[] = []
  const lines = new Map<string, number>()
  const isFull = () => rows.length + faults.length >= limits.importRows
  return {
    rows,
    faults,
    isFull,
    add(line, raw) {
      if (isFull()) return
      const row = rowOf(line, raw)
      if (typeof row === 'string') return void faults.push({ line, reason: row })
      const key = `${row.type} ${row.value}`
      const first = lines.get(key)
      if (first !== undefined) return void faults.push({ line, reason: `${row.value} is already in line ${first}.` })
      lines.set(key, line)
      rows.push(row)
    },
  }
}

function rowOf(line: number, raw: RawRow): ImportRow | string {
  const type = observableTypes.find((one) => one === raw.type)
  if (type === undefined) return `${raw.type.slice(0, 60)} is no type of observables.`
  const value = normalise(type, raw.value)
  if (!value.ok) return `${raw.value.slice(0, 60)}: ${value.reason}`
  const tlp = raw.tlp === undefined || raw.tlp === '' ? undefined : levelOf(tlps, raw.tlp)
  if (tlp === null) return `${raw.tlp!.slice(0, 30)} is no TLP level.`
  const pap = raw.pap === undefined || raw.pap === '' ? undefined : levelOf(paps, raw.pap)
  if (pap === null) return `${raw.pap!.slice(0, 30)} is no PAP level.`
  const expiresAt = timeOf(raw.expiresAt)
  if (expiresAt === null) return `${raw.expiresAt!.slice(0, 40)} is no time.`
  return {
    line,
    type,
    value: value.value,
    tags: tagsOf(raw.tags ?? []),
    note: (raw.note ?? '').slice(0, limits.note).toWellFormed(),
    ...(tlp !== undefined && { tlp }),
    ...(pap !== undefined && { pap }),
    ...(raw.isIoc !== undefined && { isIoc: raw.isIoc }),
    ...(expiresAt !== undefined && { expiresAt }),
  }
}

/** `TLP:AMBER+STRICT` and `amber_strict` are one level; `WHITE` is the older name of `CLEAR`. Null: no level. */
export function levelOf<Level extends string>(levels: readonly Level[], text: string): Level | null {
  if (text.length > longestWord) return null
  const plain = text
    .toUpperCase()
    .trim()
    .replace(/^(TLP|PAP):/, '')
    .replace('AMBER+STRICT', 'AMBER_STRICT')
  return levels.find((level) => level === (plain === 'WHITE' ? 'CLEAR' : plain)) ?? null
}

/** Tags in lower case, without repetitions and without those that state a level. */
export function tagsOf(tags: readonly string[]): string[] {
  const plain = tags
    .map((tag) => tag.trim().toLowerCase().slice(0, limits.tag).toWellFormed())
    .filter((tag) => tag !== '' && !/^(tlp|pap):/.test(tag))
  return [...new Set(plain)].slice(0, limits.tags)
}

function timeOf(text: string | undefined): string | undefined | null {
  if (text !== undefined && text.length > longestWord) return null
  if (text === undefined || text.trim() === '') return undefined
  const time = new Date(text)
  const year = time.getUTCFullYear()
  return Number.isNaN(year) || year < 1990 || year > 2200 ? null : time.toISOString()
}
