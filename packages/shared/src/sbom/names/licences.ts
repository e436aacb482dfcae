import type { Parsed } from '../../core/parsed.ts'
import { licenceAliases } from './licence-aliases.ts'
import type { Licence, LicenceExpression, LicenceList } from './licence-expression.ts'
import { deprecatedLicences, licenceExceptionIds, licenceIds } from './licence-ids.ts'
import { parsedTokens, spdxOperators, yoctoOperators } from './licence-parser.ts'

export type { Licence, LicenceExpression, LicenceList } from './licence-expression.ts'

/** A list from its identifiers. */
export function licenceList(licences: Iterable<string>, exceptions: Iterable<string>): LicenceList {
  const byLowercase = (ids: Iterable<string>) => new Map([...ids].map((id) => [id.toLowerCase(), id]))
  return { licences: byLowercase(licences), exceptions: byLowercase(exceptions) }
}

/** SPDX's own list. */
export const spdxLicences: LicenceList = licenceList(licenceIds, licenceExceptionIds)

/**
 * Parses a licence expression by SPDX 2.3, annex D, and SPDX 3.0, annex B (rules SPDX-LICENCE-1 to SPDX-LICENCE-3).
 * Identifiers that the list lacks are licences of the kind `name`; `unlistedIn` names them.
 */
export function parseLicence(text: string, list = spdxLicences): Parsed<LicenceExpression> {
  return parsedTokens(text, list, spdxOperators)
}

/**
 * Reads what a document gives as its licence, and never refuses: SPDX expressions, those of OpenEmbedded with `&` and
 * `|`, names whose meaning is certain, and any other text as a name (rule SPDX-LICENCE-4).
 */
export function readLicence(text: string, list = spdxLicences): LicenceExpression {
  const name = text.trim().replace(/\s+/g, ' ')
  const alias = licenceAliases.get(name.toLowerCase())
  const expression = alias === undefined ? text : alias
  const read = parsedTokens(expression, list, yoctoOperators)
  return read.ok ? read.value : nameOnly(name.slice(0, 1_000))
}

/** The expression as text, with SPDX's spelling of identifiers and parentheses where they are needed. */
export function formatLicence(expression: LicenceExpression): string {
  if (expression.kind === 'none') return 'NONE'
  if (expression.kind === 'no assertion') return 'NOASSERTION'
  if (expression.kind === 'or') return expression.parts.map(formatLicence).join(' OR ')
  if (expression.kind === 'and') {
    return expression.parts
      .map((part) => (part.kind === 'or' ? `(${formatLicence(part)})` : formatLicence(part)))
      .join(' AND ')
  }
  const { id, orLater, exception } = expression as Licence
  return `${id}${orLater ? '+' : ''}${exception ? ` WITH ${exception.id}` : ''}`
}

/** All licences of an expression, once each, in the order of the text. */
export function licencesIn(expression: LicenceExpression): Licence[] {
  const all = flattened(expression)
  return [...new Map(all.map((licence) => [formatLicence(licence), licence])).values()]
}

/** The names in an expression that are on no list and that no document defines. */
export function unlistedIn(expression: LicenceExpression): string[] {
  return licencesIn(expression).flatMap(({ kind, id, exception }) => [
    ...(kind === 'name' ? [id] : []),
    ...(exception && !exception.isListed && !isReference(exception.id) ? [exception.id] : []),
  ])
}

/** The licence in today's identifiers: `GPL-2.0+` is `GPL-2.0-or-later` (rule SPDX-LICENCE-6). */
export function currentLicence(licence: Licence): Licence {
  if (licence.kind !== 'listed') return licence
  const written = licence.orLater ? `${licence.id}+` : licence.id
  const replacement = deprecatedLicences[written] ?? (licence.orLater ? orLaterId(licence.id) : undefined)
  if (replacement === undefined) return licence
  const read = parseLicence(replacement)
  if (!read.ok || read.value.kind !== 'listed') return licence
  return { ...read.value, exception: licence.exception ?? read.value.exception }
}

/** GNU's licences have an identifier of their own for "or any later version". */
function orLaterId(id: string): string | undefined {
  const name = `${id.replace(/-only$/, '')}-or-later`
  return spdxLicences.licences.get(name.toLowerCase())
}

const isReference = (id: string): boolean => /^(?:DocumentRef-[^:]+:)?AdditionRef-/i.test(id)

const nameOnly = (name: string): LicenceExpression =>
  name === '' ? { kind: 'no assertion' } : { kind: 'name', id: name, orLater: false }

function flattened(expression: LicenceExpression): Licence[] {
  if (expression.kind === 'and' || expression.kind === 'or') return expression.parts.flatMap(flattened)
  return expression.kind === 'none' || expression.kind === 'no assertion' ? [] : [expression as Licence]
}
