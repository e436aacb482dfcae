import type { RuleRow } from '@carapace/shared/msoc/rules/rules.contract'
import type { RuleKind, RuleState } from '@carapace/shared/msoc/rules/rules'
import { number, sentenceCase } from '../../core/format/format.ts'
import type { Tone } from '../../core/ui/status-badge.tsx'

export const stateTones: Readonly<Record<RuleState, Tone>> = { DRAFT: 'yellow', ENABLED: 'green', DISABLED: 'grey' }

/** The versions of a rule: the newest, and the one that runs if that is another. */
export function versionText({
  version,
  enabled_version: enabled,
}: Pick<RuleRow, 'version' | 'enabled_version'>): string {
  return enabled === null || enabled === version ? `v${version}` : `v${version}, v${enabled} runs`
}

/** What a rule reads: its service, or what it is if it names none. */
export function serviceText({ service, kind }: { readonly service: string; readonly kind: RuleKind }): string {
  if (kind !== 'detection') return sentenceCase(kind)
  return service === '' ? 'every service' : service
}

/**
 * The share of false positives among the alerts that were closed as false or as true: "33 % of 6"; empty without any
 * (rule RULE-UI-3).
 */
export function falsePositiveText({
  false_positives: wrong,
  true_positives: right,
}: Pick<RuleRow, 'false_positives' | 'true_positives'>): string {
  const closed = wrong + right
  return closed === 0 ? '' : `${Math.round((100 * wrong) / closed)} % of ${number(closed)}`
}

/** What a running correlation holds: "12 groups, 40 entries"; empty for other rules. */
export function memoryText({ groups, entries, evicted }: Pick<RuleRow, 'groups' | 'entries' | 'evicted'>): string {
  if (groups === 0 && entries === 0 && evicted === 0) return ''
  const held = `${number(groups)} groups, ${number(entries)} entries`
  return evicted === 0 ? held : `${held}, ${number(evicted)} evicted`
}

/** Why a running rule may miss something: it does not run, or forgot groups; undefined: it misses nothing. */
export function warningText({ fault, evicted }: Pick<RuleRow, 'fault' | 'evicted'>): string | undefined {
  if (fault !== null) return `It does not run: ${fault}`
  if (evicted === 0) return undefined
  const groups = evicted === 1 ? '1 group was' : `${number(evicted)} groups were`
  return `${groups} forgotten, since a rule holds at most 100,000. Group by other fields, or shorten the timespan.`
}

/** What the rules cost: ingest measures all that run together, with two digits that matter. Empty: none runs. */
export function costText(rules: readonly Pick<RuleRow, 'microseconds_per_event'>[]): string {
  const cost = rules.find(({ microseconds_per_event: one }) => one !== null)?.microseconds_per_event
  if (typeof cost !== 'number') return ''
  return `Enabled rules take ${cost >= 10 ? number(Math.round(cost)) : cost.toPrecision(2)} µs an event`
}

/** "1 rule", "12 rules". */
export function rulesText(count: number): string {
  return `${number(count)} ${count === 1 ? 'rule' : 'rules'}`
}
