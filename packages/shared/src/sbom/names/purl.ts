import { type Parsed, parsed, refused } from '../../core/parsed.ts'
import {
  controlCharacter,
  encoded,
  encodedPath,
  isPlainText,
  segmentsOf,
  strippedOfSlashes,
  trimmedEnd,
} from './purl-text.ts'
import { type Purl, purlTypeRules } from './purl-types.ts'

export type { Purl } from './purl-types.ts'

/** Components to build a purl from; null and empty values count as absent. */
export interface PurlParts {
  readonly type: string | null | undefined
  readonly namespace?: string | null | undefined
  readonly name: string | null | undefined
  readonly version?: string | null | undefined
  readonly qualifiers?: Readonly<Record<string, string | null | undefined>> | null | undefined
  readonly subpath?: string | null | undefined
}

/** A purl that was read leniently, and in which points it departs from the standard. */
export interface LenientPurl {
  readonly purl: Purl
  readonly deviations: readonly string[]
}

/** The maximum length of a purl, in characters (rule PURL-9). */
export const maxPurlLength = 8_192

/** Faults make the purl unreadable; deviations break a rule and leave its meaning clear. Both are sentences. */
interface Findings {
  readonly faults: string[]
  readonly deviations: string[]
}

/** Components that are decoded, and not yet normalized. */
interface RawPurl {
  readonly type: string
  readonly namespace: readonly string[]
  readonly name: string
  readonly version: string
  readonly qualifiers: readonly (readonly [key: string, value: string])[]
  readonly subpath: readonly string[]
}

/**
 * Reads a purl as the standard requires it: whatever breaks a rule, the rules of its type among them, is refused with
 * what is wrong and where (rules PURL-1 to PURL-7). For documents of others use `readPurl`.
 */
export function parsePurl(text: string): Parsed<Purl> {
  const read = readPurl(text)
  if (!read.ok) return read
  const [first] = read.value.deviations
  return first === undefined ? parsed(read.value.purl) : refused(first)
}

/**
 * Reads a purl of somebody else's document: a qualifier's key in capitals, a namespace that its type requires or
 * prohibits, a qualifier that is lacking or a name that its type does not permit are deviations, not refusals
 * (rule PURL-8). What can't be understood is refused.
 */
export function readPurl(text: string): Parsed<LenientPurl> {
  if (text.length > maxPurlLength) return refused(tooLong(text.length))
  const findings: Findings = { faults: [], deviations: [] }
  const raw = rawOf(text, findings)
  if (raw === undefined) return refused(findings.faults[0]!)
  return finished(raw, findings)
}

/** Builds a purl from its components, by the same rules; format it with `formatPurl`. */
export function buildPurl(parts: PurlParts): Parsed<Purl> {
  const length = lengthOf(parts)
  if (length > maxPurlLength) return refused(tooLong(length))
  const findings: Findings = { faults: [], deviations: [] }
  const qualifiers = Object.entries(parts.qualifiers ?? {}).flatMap(([key, value]) => (value ? [[key, value]] : []))
  const raw: RawPurl = {
    type: parts.type ?? '',
    namespace: segmentsOf(parts.namespace ?? ''),
    name: strippedOfSlashes(parts.name ?? ''),
    version: parts.version ?? '',
    qualifiers: qualifiers.map(([key, value]) => [key!.toLowerCase(), value!]),
    subpath: segmentsOf(parts.subpath ?? ''),
  }
  const built = finished(raw, findings)
  if (!built.ok) return built
  const [first] = built.value.deviations
  return first === undefined ? parsed(built.value.purl) : refused(first)
}

/** The canonical text of a purl that `parsePurl`, `readPurl` or `buildPurl` returned (rule PURL-5). */
export function formatPurl({ type, namespace, name, version, qualifiers, subpath }: Purl): string {
  const nameIsPath = purlTypeRules.get(type)?.nameIsPath ?? false
  const keys = Object.keys(qualifiers).sort()
  return [
    `pkg:${type}/`,
    namespace === undefined ? '' : `${encodedPath(namespace)}/`,
    nameIsPath ? encodedPath(name) : encoded(name),
    version === undefined ? '' : `@${encoded(version)}`,
    keys.length === 0 ? '' : `?${keys.map((key) => `${key}=${encoded(qualifiers[key]!)}`).join('&')}`,
    subpath === undefined ? '' : `#${encodedPath(subpath)}`,
  ].join('')
}

/** The canonical text of a purl, as the standard requires it. */
export function canonicalPurl(text: string): Parsed<string> {
  const purl = parsePurl(text)
  return purl.ok ? parsed(formatPurl(purl.value)) : purl
}

/** Splits from right to left, as the standard requires: subpath, qualifiers, scheme, type, version, name, namespace. */
function rawOf(text: string, findings: Findings): RawPurl | undefined {
  const control = controlCharacter.exec(text)
  if (control) return fault(findings, `A purl has no control characters: there is one ${at(control.index)}.`)
  if (!/^pkg:/i.test(text)) return fault(findings, 'A purl begins with "pkg:".')

  const hash = text.lastIndexOf('#')
  const beforeSubpath = hash < 0 ? text : text.slice(0, hash)
  const question = beforeSubpath.lastIndexOf('?')
  const beforeQualifiers = question < 0 ? beforeSubpath : beforeSubpath.slice(0, question)

  const typeStart = 4 + /^\/*/.exec(beforeQualifiers.slice(4))![0].length
  const slash = beforeQualifiers.indexOf('/', typeStart)
  if (slash < 0) return fault(findings, 'A purl has a type, a slash and a name, such as "pkg:npm/express".')
  const path = beforeQualifiers.slice(slash + 1)
  const versionAt = versionMark(path)
  // a slash before the version leaves the name empty, a slash without a version is not significant
  const beforeVersion = versionAt < 0 ? trimmedEnd(path) : path.slice(0, versionAt)
  const nameStart = beforeVersion.lastIndexOf('/') + 1

  const decode = (part: string, start: number) => decoded(part, start, findings)
  const raw: RawPurl = {
    type: beforeQualifiers.slice(typeStart, slash),
    namespace: decodedSegments(beforeVersion.slice(0, Math.max(0, nameStart - 1)), slash + 1, findings),
    name: strippedOfSlashes(decode(beforeVersion.slice(nameStart), slash + 1 + nameStart)),
    version: versionAt < 0 ? '' : decode(path.slice(versionAt + 1), slash + 1 + versionAt + 1),
    qualifiers: question < 0 ? [] : rawQualifiers(beforeSubpath.slice(question + 1), question + 1, findings),
    subpath: hash < 0 ? [] : decodedSegments(text.slice(hash + 1), hash + 1, findings),
  }
  return findings.faults.length > 0 ? undefined : raw
}

/**
 * Where the version's `@` is: the last one, but for one that begins a segment with others behind it, such as npm's
 * scope in `pkg:npm/@babel/core`. -1: no version.
 */
function versionMark(path: string): number {
  const mark = path.lastIndexOf('@')
  const beginsSegment = mark === 0 || path[mark - 1] === '/'
  return mark >= 0 && beginsSegment && path.includes('/', mark) ? -1 : mark
}

function rawQualifiers(text: string, start: number, findings: Findings): RawPurl['qualifiers'] {
  const pairs: [string, string][] = []
  let position = start
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=')
    const key = equals < 0 ? pair : pair.slice(0, equals)
    if (key !== key.toLowerCase()) {
      findings.deviations.push(`The key "${key}" of a qualifier ${at(position)} has capitals: write it in lowercase.`)
    }
    const value = equals < 0 ? '' : decoded(pair.slice(equals + 1), position + equals + 1, findings)
    if (pair !== '') pairs.push([key.toLowerCase(), value])
    position += pair.length + 1
  }
  return pairs
}

function decodedSegments(text: string, start: number, findings: Findings): string[] {
  const segments: string[] = []
  let position = start
  for (const part of text.split('/')) {
    const segment = decoded(part, position, findings)
    if (segment.includes('/')) findings.faults.push(`A segment ${at(position)} has an encoded slash.`)
    if (segment !== '') segments.push(segment)
    position += part.length + 1
  }
  return segments
}

/** Checks and normalizes the components, by the rules of every purl and of its type. */
function finished(raw: RawPurl, findings: Findings): Parsed<LenientPurl> {
  const rules = purlTypeRules.get(raw.type.toLowerCase()) ?? {}
  if (raw.type === '') findings.faults.push('A purl needs a type, such as "npm" or "deb".')
  else if (!/^[a-z][a-z0-9.-]*$/i.test(raw.type)) {
    findings.faults.push(`The type "${raw.type}" is not a letter followed by letters, digits, periods and dashes.`)
  }
  if (raw.name === '') findings.faults.push('A purl needs a name.')
  const qualifiers = checkedQualifiers(raw.qualifiers, findings)

  const purl = normalized(raw, qualifiers)
  const texts = [purl.namespace, purl.name, purl.version, purl.subpath, ...Object.values(qualifiers)]
  if (texts.some((text) => text !== undefined && !isPlainText(text))) {
    findings.faults.push('A component of the purl has control characters or half a surrogate pair.')
  }
  if (findings.faults.length > 0) return refused(findings.faults[0]!)

  findings.deviations.push(...deviationsFromType(purl))
  const required = rules.requiredQualifiers ?? []
  const lacking = required.find((key) => purl.qualifiers[key] === undefined)
  if (lacking !== undefined) {
    findings.deviations.push(`A purl of the type "${purl.type}" needs the qualifier "${lacking}".`)
  }
  // a character becomes at most nine: three bytes of UTF-8, percent-encoded
  const length = lengthOf(purl) * 9 > maxPurlLength ? formatPurl(purl).length : 0
  return length > maxPurlLength ? refused(tooLong(length)) : parsed({ purl, deviations: findings.deviations })
}

function checkedQualifiers(pairs: RawPurl['qualifiers'], findings: Findings): Record<string, string> {
  const values = new Map<string, string>()
  for (const [key, value] of pairs) {
    if (!/^[a-z][a-z0-9._-]*$/.test(key)) {
      findings.faults.push(
        `The key "${key}" of a qualifier is not a letter followed by letters, digits, periods, dashes and underscores.`,
      )
    }
    if (value === '') continue
    if (values.has(key)) findings.faults.push(`The qualifier "${key}" is there twice.`)
    values.set(key, value)
  }
  return Object.fromEntries([...values].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function normalized(raw: RawPurl, qualifiers: Record<string, string>): Purl {
  const type = raw.type.toLowerCase()
  const rules = purlTypeRules.get(type) ?? {}
  const path = rules.nameIsPath ? [...raw.namespace, ...segmentsOf(raw.name)] : []
  const namespace = path.length > 1 ? path[0]! : raw.namespace.join('/')
  const name = path.length > 1 ? path.slice(1).join('/') : raw.name
  const subpath = raw.subpath.filter((segment) => segment !== '.' && segment !== '..').join('/')
  const lowercased = (part: 'namespace' | 'name' | 'version' | 'subpath', text: string) =>
    rules.lowercase?.includes(part) ? text.toLowerCase() : text
  const purl: Purl = {
    type,
    namespace: lowercased('namespace', namespace) || undefined,
    name: lowercased('name', name),
    version: lowercased('version', raw.version) || undefined,
    qualifiers,
    subpath: lowercased('subpath', subpath) || undefined,
  }
  return rules.normalize ? rules.normalize(purl) : purl
}

function deviationsFromType(purl: Purl): string[] {
  const rules = purlTypeRules.get(purl.type)
  if (rules === undefined) return []
  const found: string[] = []
  if (rules.namespace === 'required' && purl.namespace === undefined) {
    found.push(`A purl of the type "${purl.type}" needs a namespace before the name.`)
  }
  if (rules.namespace === 'prohibited' && purl.namespace !== undefined) {
    found.push(`A purl of the type "${purl.type}" has no namespace, and this one has "${purl.namespace}".`)
  }
  const problem = rules.check?.(purl)
  if (problem !== undefined) found.push(`In a purl of the type "${purl.type}", ${problem}.`)
  return found
}

function decoded(text: string, start: number, findings: Findings): string {
  const broken = /%(?![0-9a-f]{2})/i.exec(text)
  if (broken) {
    findings.faults.push(`A percent sign ${at(start + broken.index)} is not followed by two hexadecimal digits.`)
    return ''
  }
  try {
    return decodeURIComponent(text)
  } catch {
    findings.faults.push(`The percent-encoded bytes of the component ${at(start)} are not UTF-8.`)
    return ''
  }
}

const at = (index: number): string => `at character ${index + 1}`

const tooLong = (length: number): string => `A purl has at most ${maxPurlLength} characters, and this one ${length}.`

function fault(findings: Findings, sentence: string): undefined {
  findings.faults.push(sentence)
}

function lengthOf({ type, namespace, name, version, qualifiers, subpath }: PurlParts): number {
  const texts = [type, namespace, name, version, subpath, ...Object.entries(qualifiers ?? {}).flat()]
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0)
}
