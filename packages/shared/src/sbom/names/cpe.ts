import { type Parsed, parsed, refused } from '../../core/parsed.ts'

/** The attributes of a CPE 2.3 name, in the order of a formatted string (NIST IR 7695, clause 5.2). */
export const cpeAttributes = [
  'part',
  'vendor',
  'product',
  'version',
  'update',
  'edition',
  'language',
  'sw_edition',
  'target_sw',
  'target_hw',
  'other',
] as const

export type CpeAttribute = (typeof cpeAttributes)[number]

/** What may stand before or behind a text: any characters, or at most so many of them (a `?` each). */
export type CpeWildcard = 'any' | number

/** A text without its escapes, with the wildcards around it. */
export interface CpeText {
  readonly before: CpeWildcard
  readonly text: string
  readonly after: CpeWildcard
}

/** The value of an attribute: the logical values ANY and NA ("not applicable"), or a text. */
export type CpeValue = 'ANY' | 'NA' | CpeText

/** A well-formed CPE name (NIST IR 7695, clause 5). */
export type CpeName = Readonly<Record<CpeAttribute, CpeValue>>

/** The maximum length of a CPE name, in characters (rule CPE-6). */
const maxCpeLength = 4_096

/**
 * Reads a formatted string (`cpe:2.3:…`) or a URI of CPE 2.2 and 2.3 (`cpe:/…`): rules CPE-1 to CPE-3. A refusal
 * names the attribute and what is wrong with it.
 */
export function parseCpe(text: string): Parsed<CpeName> {
  if (text.length > maxCpeLength) {
    return refused(`A CPE name has at most ${maxCpeLength} characters, and this one ${text.length}.`)
  }
  if (/^cpe:2\.3:/i.test(text)) return unboundString(text.slice(8))
  if (/^cpe:\//i.test(text)) return unboundUri(text.slice(5))
  return refused('A CPE name begins with "cpe:2.3:" or with "cpe:/".')
}

/** The name as a formatted string of CPE 2.3 (NIST IR 7695, clause 6.2.2). */
export function formatCpe(name: CpeName): string {
  return `cpe:2.3:${cpeAttributes.map((attribute) => boundToString(name[attribute])).join(':')}`
}

/** The name as a URI, with the attributes that CPE 2.2 lacks packed into the edition (NIST IR 7695, clause 6.1.2). */
export function formatCpeUri(name: CpeName): string {
  const packed = packedAttributes.map((attribute) => boundToUri(name[attribute]))
  const edition = packed.slice(1).every((value) => value === '') ? packed[0]! : `~${packed.join('~')}`
  const parts = (['part', 'vendor', 'product', 'version', 'update'] as const).map((key) => boundToUri(name[key]))
  return `cpe:/${[...parts, edition, boundToUri(name.language)].join(':')}`.replace(/(?<!:):{1,7}$/, '')
}

/** A value as well-formed names print it: ANY, NA, or the text with a backslash before each punctuation mark. */
export function quotedCpeValue(value: CpeValue): string {
  if (typeof value === 'string') return value
  return `${wildcard(value.before)}${value.text.replace(/[^a-z0-9_]/gi, '\\$&')}${wildcard(value.after)}`
}

const packedAttributes = ['edition', 'sw_edition', 'target_sw', 'target_hw', 'other'] as const

const uriAttributes = ['part', 'vendor', 'product', 'version', 'update', 'edition', 'language'] as const

function unboundString(text: string): Parsed<CpeName> {
  const components = splitAtColons(text)
  if (components.length !== cpeAttributes.length) {
    return refused(
      `A formatted string has ${cpeAttributes.length} attributes after "cpe:2.3:", and this one has ` +
        `${components.length}: write "*" for those that are not known.`,
    )
  }
  const values: Partial<Record<CpeAttribute, CpeValue>> = {}
  for (const [index, attribute] of cpeAttributes.entries()) {
    const component = components[index]!
    if (component === '') return refused(problem(attribute, 'is empty: write "*" for any value'))
    const value = valueOf(attribute, component, component === '*')
    if (!value.ok) return value
    values[attribute] = value.value
  }
  return parsed(values as CpeName)
}

/** Splits at colons that no backslash escapes. */
function splitAtColons(text: string): string[] {
  const parts: string[] = []
  let start = 0
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1
    else if (text[index] === ':') {
      parts.push(text.slice(start, index))
      start = index + 1
    }
  }
  return [...parts, text.slice(start)]
}

function unboundUri(text: string): Parsed<CpeName> {
  const components = text.split(':')
  if (components.length > uriAttributes.length) {
    return refused(`A CPE URI has at most ${uriAttributes.length} components, and this one ${components.length}.`)
  }
  const values = Object.fromEntries(cpeAttributes.map((attribute) => [attribute, 'ANY'])) as Record<
    CpeAttribute,
    CpeValue
  >
  for (const [attribute, component] of uriComponents(components)) {
    const escaped = unescapedPercents(attribute, component.toLowerCase())
    if (!escaped.ok) return escaped
    const value = valueOf(attribute, escaped.value, escaped.value === '')
    if (!value.ok) return value
    values[attribute] = value.value
  }
  return parsed(values)
}

/** The components by attribute; an edition that begins with a tilde holds five of them. */
function uriComponents(components: readonly string[]): (readonly [CpeAttribute, string])[] {
  return components.flatMap((component, index): (readonly [CpeAttribute, string])[] => {
    const attribute = uriAttributes[index]!
    if (attribute !== 'edition' || !component.startsWith('~')) return [[attribute, component]]
    const packed = component.slice(1).split('~')
    return packedAttributes.map((key, place) => [
      key,
      place < packedAttributes.length - 1 ? (packed[place] ?? '') : packed.slice(place).join('~'),
    ])
  })
}

/** Turns percent-encoding into the escapes of a formatted string; `%01` is a `?` and `%02` a `*` (clause 6.1.3). */
function unescapedPercents(attribute: CpeAttribute, text: string): Parsed<string> {
  let wrong: string | undefined
  const escaped = text.replace(/%(.{0,2})/gs, (found, digits: string) => {
    if (digits === '01') return '?'
    if (digits === '02') return '*'
    const character = /^[0-9a-f]{2}$/.test(digits) ? String.fromCharCode(Number.parseInt(digits, 16)) : ''
    if (encodedInUris.includes(character) && character !== '') return `\\${character}`
    wrong ??= found
    return ''
  })
  if (wrong !== undefined) return refused(problem(attribute, `has "${wrong}", which stands for no permitted character`))
  return parsed(escaped)
}

/** The punctuation that a URI percent-encodes; hyphen, period and underscore stay. */
const encodedInUris = '!"#$%&\'()*+,/:;<=>?@[\\]^`{|}~'

/** Reads one component with its escapes; punctuation without one is taken as it is (NIST IR 7695, clause 6.2.3). */
function valueOf(attribute: CpeAttribute, component: string, isAny: boolean): Parsed<CpeValue> {
  if (isAny) return parsed('ANY')
  if (component === '-') return parsed('NA')
  if (!/^[\u0021-\u007e]+$/.test(component)) {
    return refused(problem(attribute, 'has a space or a character that is not printable ASCII'))
  }
  if (attribute === 'part' && !/^[aho]$/i.test(component)) {
    return refused(problem(attribute, `is "${component}": it is a (application), o (operating system) or h (hardware)`))
  }
  if (/^(?:[^\\]|\\.)*\\$/s.test(component)) return refused(problem(attribute, 'ends with a backslash'))
  return textOf(attribute, component)
}

function textOf(attribute: CpeAttribute, component: string): Parsed<CpeText> {
  const start = component.startsWith('*') ? 1 : leadingQuestions(component)
  const end = wildcardStart(component, start)
  const body = component.slice(start, end)
  if (/^(?:[^\\*?]|\\.)*[*?]/s.test(body)) {
    return refused(problem(attribute, `is "${component}": wildcards are only at the beginning and at the end`))
  }
  const text = body.replace(/\\(.)/gs, '$1')
  if (component === '\\-') return refused(problem(attribute, 'is a hyphen with a backslash: write "-" for NA'))
  if (text === '' && component.includes('*')) {
    return refused(problem(attribute, `is "${component}": a wildcard "*" stands beside a text`))
  }
  return parsed({
    before: component.startsWith('*') ? 'any' : start,
    text,
    after: component[end] === '*' ? 'any' : component.length - end,
  })
}

function leadingQuestions(component: string): number {
  return /^\?*/.exec(component)![0].length
}

/** Where the trailing wildcards begin: the length of the component if there are none. */
function wildcardStart(component: string, start: number): number {
  const isEscaped = (index: number) => {
    let first = index
    while (first > start && component[first - 1] === '\\') first -= 1
    return (index - first) % 2 === 1
  }
  let end = component.length
  if (end > start && component[end - 1] === '*' && !isEscaped(end - 1)) return end - 1
  while (end > start && component[end - 1] === '?' && !isEscaped(end - 1)) end -= 1
  return end
}

function boundToString(value: CpeValue): string {
  if (value === 'ANY') return '*'
  if (value === 'NA') return '-'
  const text = value.text === '-' ? '\\-' : value.text.replace(/[^a-z0-9_.-]/gi, '\\$&')
  return `${wildcard(value.before)}${text}${wildcard(value.after)}`
}

function boundToUri(value: CpeValue): string {
  if (value === 'ANY') return ''
  if (value === 'NA') return '-'
  const text = value.text
    .toLowerCase()
    .replace(/[^a-z0-9_.-]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return `${uriWildcard(value.before)}${text}${uriWildcard(value.after)}`
}

const wildcard = (wild: CpeWildcard): string => (wild === 'any' ? '*' : '?'.repeat(wild))

const uriWildcard = (wild: CpeWildcard): string => (wild === 'any' ? '%02' : '%01'.repeat(wild))

const problem = (attribute: CpeAttribute, what: string): string => `The attribute "${attribute}" ${what}.`
