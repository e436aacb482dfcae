import type { RuleComparison } from '@carapace/shared/msoc/rules/rules.contract'
import { number } from '../../../core/format/format.ts'

/** "v2 has 12 hits, of which 1 is gone. 3 hits are new."; equal hits are stated too (rule RULE-UI-25). */
export function comparisonText({ version, hits, gained, lost }: RuleComparison): string {
  if (gained === 0 && lost === 0) return `v${version} has the same ${hitsText(hits)}.`
  const gone = `${number(lost)} ${lost === 1 ? 'is' : 'are'} gone`
  return `v${version} has ${hitsText(hits)}, of which ${gone}. ${hitsText(gained)} ${gained === 1 ? 'is' : 'are'} new.`
}

const hitsText = (hits: number) => `${number(hits)} ${hits === 1 ? 'hit' : 'hits'}`

/** The vehicles with the most differences first. */
export function mostChanged(byVehicle: RuleComparison['by_vehicle'], most: number) {
  return Object.entries(byVehicle)
    .map(([vin, { gained, lost }]) => ({ vin, gained, lost }))
    .sort((a, b) => b.gained + b.lost - a.gained - a.lost || a.vin.localeCompare(b.vin))
    .slice(0, most)
}
