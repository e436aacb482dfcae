import type { CatalogueEntry } from '../../catalogues/catalogue.contract.ts'
import { byCode } from '../../catalogues/entries.ts'
import type { proposed } from './generation.contract.ts'
import { proposeAssets } from './assets.ts'
import { proposeDamages } from './damages.ts'
import { type Ground, indexModel, type ProgramModel, type Proposal } from './model.ts'
import { proposeRequirements } from './requirements.ts'
import { proposeThreats } from './threats.ts'
import { proposeTrees } from './attack-steps.ts'

export type Proposed = (typeof proposed)[number]

const rules: Readonly<Record<Proposed, (ground: Ground) => Proposal[]>> = {
  assets: proposeAssets,
  damages: proposeDamages,
  threats: proposeThreats,
  'attack-steps': proposeTrees,
  requirements: proposeRequirements,
}

/** The kinds of artefacts and links that proposals of each kind are made from. */
export const groundOf: Readonly<
  Record<Proposed, { readonly kinds: readonly string[]; readonly links: readonly string[] }>
> = (() => {
  const item = {
    kinds: ['system', 'component', 'function', 'channel', 'data', 'feature'],
    links: ['performs', 'connects', 'carries'],
  }
  const asset = { kinds: [...item.kinds, 'asset'], links: [...item.links, 'is-asset'] }
  const damage = { kinds: [...asset.kinds, 'damage-scenario'], links: [...asset.links, 'harms'] }
  const threat = { kinds: [...damage.kinds, 'threat-scenario'], links: [...damage.links, 'targets'] }
  const trees = { kinds: [...threat.kinds, 'attack-tree'], links: [...threat.links, 'refined-in'] }
  return {
    assets: asset,
    damages: damage,
    threats: threat,
    'attack-steps': trees,
    requirements: {
      kinds: [...trees.kinds, 'goal', 'control', 'requirement'],
      links: [...trees.links, 'answered-by', 'demands', 'realised', 'stands-in'],
    },
  }
})()

/**
 * Proposals from a program's model by rules over the catalogues; the same model and entries give the same proposals.
 * Artefacts that already exist, found by their origin and links, are not proposed (rules PROPOSAL-1 to PROPOSAL-7).
 */
export function generateByRules(
  what: Proposed,
  program: ProgramModel,
  entries: readonly CatalogueEntry[],
  newUuid: () => string,
): Proposal[] {
  const active = entries.filter(({ is_retired: isRetired }) => !isRetired).sort(byCode)
  return rules[what]({ model: indexModel(program), entries: active, newUuid })
}
