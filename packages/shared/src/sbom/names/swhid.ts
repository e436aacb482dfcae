import { type Parsed, parsed, refused } from '../../core/parsed.ts'

/** What a SWHID identifies: contents of a file, a directory, a revision (commit), a release, a snapshot. */
export type SwhidObject = 'cnt' | 'dir' | 'rev' | 'rel' | 'snp'

/** The qualifiers in their canonical order. */
const swhidQualifiers = ['origin', 'visit', 'anchor', 'path', 'lines', 'bytes'] as const

export type SwhidQualifier = (typeof swhidQualifiers)[number]

/** A Software Hash Identifier (ISO/IEC 18670). */
export interface Swhid {
  readonly object: SwhidObject
  /** 40 hexadecimal digits. */
  readonly digest: string
  /** Decoded: where the object was found, and which part of it is meant. They don't change what is identified. */
  readonly qualifiers: Readonly<Partial<Record<SwhidQualifier, string>>>
}

/** The maximum length of a SWHID with its qualifiers, in characters. */
const maxSwhidLength = 8_192

/** Reads a SWHID, with qualifiers or without (rule SWHID-1). A refusal states what is wrong with which part. */
export function parseSwhid(text: string): Parsed<Swhid> {
  if (text.length > maxSwhidLength) return refused(`A SWHID has at most ${maxSwhidLength} characters.`)
  const [core, ...pairs] = text.split(';')
  const found = /^swh:1:(cnt|dir|rev|rel|snp):([0-9a-f]{40})$/.exec(core!)
  if (!found) {
    return refused(
      `"${core!.slice(0, 100)}" is no SWHID: "swh:1:", then cnt, dir, rev, rel or snp, then 40 lowercase digits.`,
    )
  }
  const object = found[1] as SwhidObject
  const qualifiers: Partial<Record<SwhidQualifier, string>> = {}
  for (const pair of pairs) {
    const read = qualifierOf(pair, object)
    if (!read.ok) return read
    const [key, value] = read.value
    if (qualifiers[key] !== undefined) return refused(`The qualifier "${key}" of a SWHID is there twice.`)
    qualifiers[key] = value
  }
  return parsed({ object, digest: found[2]!, qualifiers })
}

/** The identifier without its qualifiers: it is the same wherever the object was found. */
export function coreSwhid({ object, digest }: Swhid): string {
  return `swh:1:${object}:${digest}`
}

/** The identifier with its qualifiers in canonical order. */
export function formatSwhid(swhid: Swhid): string {
  const pairs = swhidQualifiers.flatMap((key) => {
    const value = swhid.qualifiers[key]
    return value === undefined ? [] : [`${key}=${value.replace(/[%;]/g, (found) => (found === '%' ? '%25' : '%3B'))}`]
  })
  return [coreSwhid(swhid), ...pairs].join(';')
}

function qualifierOf(pair: string, object: SwhidObject): Parsed<readonly [SwhidQualifier, string]> {
  const equals = pair.indexOf('=')
  const key = swhidQualifiers.find((each) => each === pair.slice(0, Math.max(0, equals)))
  if (key === undefined) {
    return refused(`"${pair.slice(0, 100)}" is no qualifier of a SWHID: ${swhidQualifiers.join(', ')}.`)
  }
  const value = pair.slice(equals + 1).replace(/%(3b|25)/gi, (_, code: string) => (code === '25' ? '%' : ';'))
  const problem = problems[key](value, object)
  return problem === undefined ? parsed([key, value]) : refused(`The qualifier "${key}" of a SWHID ${problem}.`)
}

const core = (objects: string) => new RegExp(`^swh:1:(?:${objects}):[0-9a-f]{40}$`)

/** What is wrong with the value of each qualifier. */
const problems: Readonly<Record<SwhidQualifier, (value: string, object: SwhidObject) => string | undefined>> = {
  origin: (value) => (/^[a-z][a-z0-9+.-]*:\S+$/i.test(value) ? undefined : 'is no address'),
  visit: (value) => (core('snp').test(value) ? undefined : 'is not the SWHID of a snapshot'),
  anchor: (value) => (core('dir|rev|rel|snp').test(value) ? undefined : 'is not the SWHID of a directory or above'),
  path: (value) => (value.startsWith('/') ? undefined : 'is no absolute path'),
  lines: (value, object) => rangeProblem(value, object, 1),
  bytes: (value, object) => rangeProblem(value, object, 0),
}

function rangeProblem(value: string, object: SwhidObject, first: number): string | undefined {
  if (object !== 'cnt') return 'is only for the contents of a file'
  const found = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(value)
  if (!found) return 'is no number and no range such as "9-15"'
  const [start, end] = [Number(found[1]), Number(found[2] ?? found[1])]
  return start < first || end < start ? `is no range from ${first} upwards` : undefined
}
