import { allowedInXml } from '../core/documents/xml-text.ts'
import { type Parsed, parsed, refused } from '../core/parsed.ts'
import {
  confidentialityLevels,
  deliverableTypes,
  type Mark,
  marks,
  noReference,
  type RowField,
  RowValues,
  updateCycles,
} from './row.ts'
import { isMark, markOf } from './titles.ts'

const yes = new Set(['x', 'yes', 'y', 'true', '1', 'ja', 'wahr', '✓', '✔', '☑', '☒', '●', '•'])
const no = new Set(['', 'no', 'n', 'false', '0', 'nein', 'falsch', '-', '–', '—', '☐', '○'])

const choices: Partial<Record<RowField, readonly string[]>> = {
  deliverable_type: deliverableTypes,
  level_of_confidentiality: confidentialityLevels,
  update_cycle: updateCycles,
}

/** The value of a field that a cell of a file states, or what to write instead (rule AGREEMENT-62). */
export function cellValue(field: RowField, cell: string): Parsed<string | boolean> {
  const text = plain(cell)
  const mark = markOf(field)
  if (mark) return yesOrNo(text, [mark.mark], 'Write x or leave the cell empty.')
  if (field === 'tailoring_applicable') return yesOrNo(text, [], 'Write Yes or No.')
  const some = choices[field]
  if (some) return choice(some, text)
  if (field === 'date') return day(text)
  if (field === 'iso_reference') return reference(text)
  const read = RowValues.shape[field].safeParse(text)
  if (read.success) return parsed(read.data)
  return refused(text === '' ? 'This cannot be empty.' : `The text is too long: ${text.length} characters.`)
}

/** A value as it is written in an export: `x` for a mark, Yes or No, the stored word of a choice. */
export function cellText(field: RowField, value: string | boolean): string {
  if (typeof value === 'string') return value
  if (isMark(field)) return value ? 'x' : ''
  return value ? 'Yes' : 'No'
}

/** A text as it is stored: without what tables add to it, and without what a workbook, being XML, loses. */
export const plain = (text: string): string => allowedInXml(text.replaceAll(/\r\n?/g, '\n')).trim()

/** The marks of one side in one cell, such as `R, A`; undefined with a letter that is no mark. */
export function marksOf(cell: string): ReadonlySet<Mark> | undefined {
  const text = plain(cell).toLowerCase()
  if (no.has(text)) return new Set()
  const letters = text.split(/[\s,;/+&|]*/).filter((letter) => letter !== '')
  return letters.every((letter) => marks.includes(letter as Mark)) ? new Set(letters as Mark[]) : undefined
}

function yesOrNo(text: string, also: readonly string[], what: string): Parsed<boolean> {
  const word = text.toLowerCase()
  if (yes.has(word) || also.includes(word)) return parsed(true)
  return no.has(word) ? parsed(false) : refused(what)
}

const letters = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

function choice(some: readonly string[], text: string): Parsed<string> {
  if (text === '' || /^[-–—]$/.test(text)) return parsed('')
  const found = some.find((one) => letters(one) === letters(text))
  return found === undefined ? refused(`Write one of: ${some.join(', ')}; or leave the cell empty.`) : parsed(found)
}

/** `WP-09-01`, also in brackets or before a title. */
function reference(text: string): Parsed<string> {
  const code = codeIn(text)
  if (code !== undefined) return parsed(code)
  const isNone = ['', 'none', letters(noReference)].includes(letters(text))
  return isNone ? parsed(noReference) : refused(`Write a code such as WP-09-01, or: ${noReference}.`)
}

/** The code of a work product in a text. */
export function codeIn(text: string): string | undefined {
  const found = /\bWP[\s._-]*(\d{2})[\s._-]*(\d{2})\b/i.exec(text)
  return found ? `WP-${found[1]}-${found[2]}` : undefined
}

const dayMs = 86_400_000
/** Day 0 of a workbook's serial numbers, for days from March 1900 on (ECMA-376, 18.17.4.1). */
const firstDay = Date.UTC(1899, 11, 30)
const lastSerial = 2_958_465

/** A day: `2026-12-24`, `24.12.2026`, or a workbook's serial number. */
function day(text: string): Parsed<string> {
  if (text === '' || /^[-–—]$/.test(text)) return parsed('')
  const wrong = refused('Write a day as 2026-12-24, or as 24.12.2026.')
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ][\d:.]+Z?)?$/.exec(text)
  if (iso) return realDay(iso[1]!, iso[2]!, iso[3]!) ?? wrong
  const german = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text)
  if (german) return realDay(german[3]!, german[2]!, german[1]!) ?? wrong
  const serial = /^\d{2,7}(?:\.\d+)?$/.test(text) ? Math.floor(Number(text)) : 0
  return serial > 60 && serial <= lastSerial
    ? parsed(new Date(firstDay + serial * dayMs).toISOString().slice(0, 10))
    : wrong
}

function realDay(year: string, month: string, date: string): Parsed<string> | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const read = RowValues.shape.date.safeParse(text)
  return read.success ? parsed(text) : undefined
}
