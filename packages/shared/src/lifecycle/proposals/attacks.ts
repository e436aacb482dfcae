import type { CatalogueEntry } from '../../catalogues/catalogue.contract.ts'
import { type Ground, type ModelArtefact, wordsIn } from './model.ts'
import { bestFit, traitsOf } from './traits.ts'

/** The maximum number of attacks for one threat; those that best fit its targets. */
const mostWays = 8

/**
 * Attacks of the catalogue that cause a threat scenario: those of the entry that it was made from, else those of
 * entries with its items of Annex 5, else those of entries with its STRIDE. Only attacks that fit the threat's targets,
 * the best first (rule PROPOSAL-6).
 */
export function attacksFor(ground: Ground, threat: ModelArtefact): CatalogueEntry[] {
  const { model, entries } = ground
  const codes = new Set(threatEntries(entries, threat).flatMap(({ fields }) => wordsIn(fields, 'attacks')))
  const named = entries.filter(({ catalogue, code }) => catalogue === 'attack' && codes.has(code))
  const traits = model
    .before(threat.uuid, 'targets')
    .flatMap((asset) => model.before(asset.uuid, 'is-asset'))
    .map((element) => traitsOf(model, element))
  const fitting = named
    .flatMap((entry) => {
      const fit = bestFit(entry.fields, traits)
      return fit === undefined ? [] : [{ entry, fit }]
    })
    .sort((a, b) => b.fit - a.fit)
  return (fitting.length > 0 ? fitting.map(({ entry }) => entry) : named).slice(0, mostWays)
}

function threatEntries(entries: readonly CatalogueEntry[], { origin, fields }: ModelArtefact): CatalogueEntry[] {
  const threats = entries.filter(({ catalogue }) => catalogue === 'threat')
  const [items, strides] = [wordsIn(fields, 'annex5'), wordsIn(fields, 'stride')]
  const sharing = (name: string, words: readonly string[]) =>
    threats.filter((entry) => wordsIn(entry.fields, name).some((word) => words.includes(word)))
  return (
    [threats.filter(({ uuid }) => uuid === origin.uuid), sharing('annex5', items), sharing('stride', strides)].find(
      ({ length }) => length > 0,
    ) ?? []
  )
}
