import { listDifferences, type Words } from '../fault-tree/tree-differences.ts'
import type { DifferencesOf } from '../../graph/history/differences.ts'
import { claimsText, effectWords, type Mode } from './modes.ts'
import { statedPercent } from './words.ts'

/** The failure modes that one version added, removed or changed, in words (rules SAFETY-UI-17, GRAPH-UI-20). */
export const modeDifferences: DifferencesOf = (before, after) =>
  listDifferences('failure mode', named(before), named(after), modeWords)

const named = (modes: unknown) => ((modes ?? []) as readonly Mode[]).map((mode) => ({ ...mode, title: '' }))

/** A failure mode in words, by what they are about; without those about which it states nothing. */
export function modeWords({ share, effect, residual, latent, disables, failure }: Mode): Words {
  return {
    Share: statedPercent(share),
    Effect: effectWords[effect],
    'Coverage of residual faults': claimsText(residual),
    'Coverage of latent faults': claimsText(latent),
    Disables: disables.join(', '),
    Failure: failure ?? '',
  }
}
