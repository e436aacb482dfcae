import { fieldOf, isObject, type JsonObject, listField, readJson, textField } from './read-json.ts'
import { createRows, type ImportRead, type RawRow, tagsOf } from './rows.ts'
import { readPattern } from './stix-pattern.ts'
import { tlpMarkings, typeOfPath } from './stix-types.ts'

type Rows = ReturnType<typeof createRows>

/** Reads a bundle of STIX 2.1: indicators, observed data, and cyber-observable objects. */
export function readStix(text: string): ImportRead {
  const rows = createRows()
  const json = readJson(text)
  if (!json.ok) rows.faults.push({ line: 1, reason: json.reason })
  else if (!isObject(json.value) || textField(json.value, 'type') !== 'bundle')
    rows.faults.push({ line: 1, reason: 'This is no bundle of STIX: its type is not "bundle".' })
  else
    for (const [i, object] of listField(json.value, 'objects').entries()) {
      if (rows.isFull()) break
      if (isObject(object)) addObject(rows, i + 1, object)
    }
  return rows
}

function addObject(rows: Rows, line: number, object: JsonObject): void {
  const type = textField(object, 'type')
  if (type === 'indicator') return addIndicator(rows, line, object)
  if (type === 'observed-data') {
    const inside = fieldOf(object, 'objects')
    if (!isObject(inside)) return
    const common = commonOf(object)
    for (const one of Object.values(inside)) {
      if (rows.isFull()) return
      if (isObject(one)) addValues(rows, line, one, common)
    }
    return
  }
  if (type !== undefined) addValues(rows, line, object, commonOf(object))
}

type Common = Omit<RawRow, 'type' | 'value'>

/** What the values of an object have in common; its labels may be many, and are read once. */
function commonOf(object: JsonObject): Common {
  const marking = listField(object, 'object_marking_refs').find(
    (ref) => typeof ref === 'string' && tlpMarkings.has(ref),
  ) as string | undefined
  return {
    tlp: marking === undefined ? undefined : tlpMarkings.get(marking),
    tags: tagsOf(listField(object, 'labels').filter((label) => typeof label === 'string')),
    note: textField(object, 'description'),
    expiresAt: textField(object, 'valid_until'),
  }
}

function addIndicator(rows: Rows, line: number, object: JsonObject): void {
  const language = textField(object, 'pattern_type') ?? 'stix'
  if (language !== 'stix')
    return void rows.faults.push({ line, reason: `Patterns of ${language.slice(0, 40)} are not read.` })
  if (fieldOf(object, 'revoked') === true) return void rows.faults.push({ line, reason: 'It was revoked.' })
  const pattern = readPattern(textField(object, 'pattern') ?? '')
  if (!pattern.ok) return void rows.faults.push({ line, reason: pattern.reason })
  const common = commonOf(object)
  for (const { object: of, path, value } of pattern.value) {
    const type = typeOfPath(of, path)
    if (type === undefined) rows.faults.push({ line, reason: `${of}:${path} is no type of observables.` })
    else rows.add(line, { ...common, type, value, isIoc: true })
  }
}

/** The values of a cyber-observable object: its name or value, and its hashes. Other objects have none. */
function addValues(rows: Rows, line: number, object: JsonObject, common: Common): void {
  const of = textField(object, 'type') ?? ''
  for (const path of ['value', 'name', 'version', 'serial_number']) {
    const type = typeOfPath(of, path)
    const value = textField(object, path)
    if (type !== undefined && value !== undefined) rows.add(line, { ...common, type, value })
  }
  const hashes = fieldOf(object, 'hashes')
  if (!isObject(hashes)) return
  for (const [name, value] of Object.entries(hashes).slice(0, 10)) {
    const type = typeOfPath(of, `hashes.'${name}'`)
    // SSDEEP and TLSH are similarities, not values that two files can have in common
    if (type !== undefined && typeof value === 'string' && /^(MD5|SHA)/i.test(name))
      rows.add(line, { ...common, type, value })
  }
}
