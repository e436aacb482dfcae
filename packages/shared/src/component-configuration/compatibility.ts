import { compareVersions } from '../sbom/versions/order.ts'
import type { CompatibilityKind } from './configuration.ts'

/** A control unit with what it is checked for. */
export interface CheckedUnit {
  readonly ecu: string
  readonly part: { readonly uuid: string; readonly number: string; readonly ecu: string } | null
  readonly release: {
    readonly uuid: string
    readonly software: { readonly uuid: string; readonly name: string; readonly ecu: string }
    readonly version: string
  } | null
}

export interface CheckedRule {
  readonly uuid: string
  readonly kind: CompatibilityKind
  readonly release: { readonly uuid: string; readonly name: string; readonly version: string }
  readonly part: { readonly uuid: string; readonly number: string } | null
  readonly otherRelease: { readonly uuid: string; readonly name: string; readonly version: string } | null
  readonly otherSoftware: { readonly uuid: string; readonly name: string } | null
  readonly leastVersion: string
}

/** `fault`: it is not compatible. `open`: it cannot be decided, such as by versions that have no order. */
export interface CheckResult {
  readonly kind: 'fault' | 'open'
  readonly ecu: string
  readonly rule_uuid: string | null
  readonly message: string
}

/**
 * Checks a variant's control units by the rules of their releases, and that parts and software belong to the control
 * unit (rules VARIANT-3 to VARIANT-6). Returns nothing where all is well.
 */
export function checkUnits(units: readonly CheckedUnit[], rules: readonly CheckedRule[]): CheckResult[] {
  const rulesOf = Map.groupBy(rules, ({ release }) => release.uuid)
  return units.flatMap((unit) => [
    ...ownFaults(unit),
    ...(unit.release === null ? [] : (rulesOf.get(unit.release.uuid) ?? [])).flatMap((rule) =>
      checkRule(unit, rule, units),
    ),
  ])
}

function ownFaults({ ecu, part, release }: CheckedUnit): CheckResult[] {
  const results: CheckResult[] = []
  const fault = (message: string) => results.push({ kind: 'fault', ecu, rule_uuid: null, message })
  if (part !== null && !isSame(part.ecu, ecu)) fault(`Hardware part ${part.number} is for ${part.ecu}, not for ${ecu}.`)
  if (release !== null && release.software.ecu !== '' && !isSame(release.software.ecu, ecu))
    fault(`${release.software.name} is software of ${release.software.ecu}, not of ${ecu}.`)
  return results
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

function checkRule(unit: CheckedUnit, rule: CheckedRule, units: readonly CheckedUnit[]): CheckResult[] {
  if (rule.kind === 'NEEDS_PART') return checkPart(unit, rule)
  return rule.kind === 'EXCLUDES' ? checkExcluded(unit, rule, units) : checkRequired(unit, rule, units)
}

const nameOf = ({ release }: CheckedRule) => `${release.name} ${release.version}`

function checkPart(unit: CheckedUnit, rule: CheckedRule): CheckResult[] {
  if (rule.part === null || unit.part?.uuid === rule.part.uuid) return []
  const found = unit.part === null ? 'no hardware part is chosen' : `${unit.ecu} has ${unit.part.number}`
  return [resultOf('fault', unit, rule, `${nameOf(rule)} needs hardware part ${rule.part.number}: ${found}.`)]
}

function checkExcluded(unit: CheckedUnit, rule: CheckedRule, units: readonly CheckedUnit[]): CheckResult[] {
  const { otherRelease } = rule
  return units
    .filter(({ ecu, release }) => ecu !== unit.ecu && release !== null && release.uuid === otherRelease?.uuid)
    .map(({ ecu }) =>
      resultOf(
        'fault',
        unit,
        rule,
        `${nameOf(rule)} excludes ${otherRelease!.name} ${otherRelease!.version} of ${ecu}.`,
      ),
    )
}

function checkRequired(unit: CheckedUnit, rule: CheckedRule, units: readonly CheckedUnit[]): CheckResult[] {
  const { otherSoftware, leastVersion } = rule
  if (otherSoftware === null) return []
  const least = leastVersion === '' ? '' : ` ${leastVersion} or later`
  const needed = `${nameOf(rule)} requires ${otherSoftware.name}${least}`
  const found = units.flatMap(({ ecu, release }) =>
    release?.software.uuid === otherSoftware.uuid ? [{ ecu, version: release.version }] : [],
  )
  if (found.length === 0) return [resultOf('fault', unit, rule, `${needed}: no control unit has it.`)]
  if (leastVersion === '') return []
  return found.flatMap(({ ecu, version }) => {
    const sign = compareReleases(version, leastVersion)
    if (sign === undefined)
      return [resultOf('open', unit, rule, `${needed}: ${version} of ${ecu} has no order with ${leastVersion}.`)]
    return sign < 0 ? [resultOf('fault', unit, rule, `${needed}: ${ecu} has ${version}.`)] : []
  })
}

function resultOf(
  kind: CheckResult['kind'],
  { ecu }: CheckedUnit,
  { uuid }: CheckedRule,
  message: string,
): CheckResult {
  return { kind, ecu, rule_uuid: uuid, message }
}

const numbered = /^\d+(?:\.\d+){0,15}(?:[-+][\w.+-]{1,64})?$/

/**
 * The order of two versions of a manufacturer's own software, which has no ecosystem: as Semantic Versioning where both
 * are written so, else as numbers with dots, such as 0412.3. Undefined where one of both is neither, unless they are
 * equal.
 */
export function compareReleases(a: string, b: string): number | undefined {
  if (a === b) return 0
  const semantic = compareVersions('npm', a, b)
  if (semantic !== undefined) return semantic
  return numbered.test(a) && numbered.test(b) ? compareVersions('Debian', a, b) : undefined
}
