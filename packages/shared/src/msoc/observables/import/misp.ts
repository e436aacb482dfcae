import type { ObservableType } from '../observables.ts'
import { fieldOf, isObject, listField, readJson, textField } from './read-json.ts'
import { createRows, type ImportRead, tagsOf } from './rows.ts'

/** The types of attributes of MISP that are observables; a composite type has one for each part of its value. */
const types = new Map<string, readonly ObservableType[]>([
  ['ip-src', ['address']],
  ['ip-dst', ['address']],
  ['domain', ['domain']],
  ['domain|ip', ['domain', 'address']],
  ['hostname', ['hostname']],
  ['url', ['url']],
  ['uri', ['url']],
  ['link', ['url']],
  ['md5', ['hash']],
  ['sha1', ['hash']],
  ['sha224', ['hash']],
  ['sha256', ['hash']],
  ['sha384', ['hash']],
  ['sha512', ['hash']],
  ['filename', ['file_name']],
  ['filename|md5', ['file_name', 'hash']],
  ['filename|sha1', ['file_name', 'hash']],
  ['filename|sha256', ['file_name', 'hash']],
  ['filename|sha512', ['file_name', 'hash']],
  ['email', ['email']],
  ['email-src', ['email']],
  ['email-dst', ['email']],
  ['phone-number', ['phone']],
  ['x509-fingerprint-md5', ['certificate']],
  ['x509-fingerprint-sha1', ['certificate']],
  ['x509-fingerprint-sha256', ['certificate']],
])

/**
 * Reads an event of MISP (the JSON of its export, of a feed, or of a search): its attributes and those of its objects.
 */
export function readMisp(text: string): ImportRead {
  const rows = createRows()
  const json = readJson(text)
  if (!json.ok) rows.faults.push({ line: 1, reason: json.reason })
  else {
    const events = eventsIn(json.value)
    if (events.length === 0) rows.faults.push({ line: 1, reason: 'This is no event of MISP: it has no "Event".' })
    let line = 0
    for (const event of events) {
      const marks = marksOf(event)
      const attributes = [
        ...listField(event, 'Attribute'),
        ...listField(event, 'Object').flatMap((object) => listField(object, 'Attribute')),
      ]
      for (const attribute of attributes) {
        if (rows.isFull()) return rows
        addAttribute(rows, (line += 1), attribute, marks)
      }
    }
  }
  return rows
}

/** One event, a list of events, or the answer of a search. */
function eventsIn(value: unknown): unknown[] {
  const list = Array.isArray(value) ? value : listField(value, 'response')
  return (list.length > 0 ? [...list] : [value]).map((one) => fieldOf(one, 'Event')).filter(isObject)
}

/** The levels and the other tags of an event or an attribute. */
interface Marks {
  readonly tlp: string | undefined
  readonly pap: string | undefined
  readonly tags: readonly string[]
}

function marksOf(of: unknown): Marks {
  const names = listField(of, 'Tag').flatMap((tag) => textField(tag, 'name') ?? [])
  return {
    tlp: names.find((name) => /^tlp:/i.test(name)),
    pap: names.find((name) => /^pap:/i.test(name)),
    tags: tagsOf(names),
  }
}

function addAttribute(rows: ReturnType<typeof createRows>, line: number, attribute: unknown, ofEvent: Marks): void {
  const type = textField(attribute, 'type') ?? ''
  const value = textField(attribute, 'value') ?? ''
  const parts = types.get(type)
  if (parts === undefined) {
    rows.add(line, { type: type === '' ? 'An attribute without a type' : type, value })
    return
  }
  const values = parts.length > 1 ? value.split('|') : [value]
  const own = marksOf(attribute)
  const isIoc = fieldOf(attribute, 'to_ids')
  for (const [i, part] of parts.entries())
    rows.add(line, {
      type: part,
      value: values[i] ?? '',
      // a tag of the attribute is nearer than one of its event
      tlp: own.tlp ?? ofEvent.tlp,
      pap: own.pap ?? ofEvent.pap,
      tags: [...own.tags, ...ofEvent.tags],
      note: textField(attribute, 'comment'),
      isIoc: typeof isIoc === 'boolean' ? isIoc : undefined,
    })
}
