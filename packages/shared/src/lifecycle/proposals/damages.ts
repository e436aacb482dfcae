import type { CatalogueEntry } from '../../catalogues/catalogue.contract.ts'
import { properties } from '../../catalogues/words.ts'
import { type Ground, type ModelArtefact, type Proposal, wordsIn } from './model.ts'
import { bestFit, type Traits, traitsOf } from './traits.ts'

/**
 * The maximum number of damages for the specific kind of an asset, for each property that it may lose; if there are
 * none, one damage that applies to every element.
 */
const mostEach = 2

/** Damage scenarios for each relevant asset and each of its properties (rule PROPOSAL-4). */
export function proposeDamages({ model, entries, newUuid }: Ground): Proposal[] {
  const damages = entries.filter(({ catalogue }) => catalogue === 'damage')
  return model
    .ofKind('asset')
    .filter(({ fields }) => fields.relevant === true)
    .flatMap((asset) => {
      const traits = model.before(asset.uuid, 'is-asset').map((element) => traitsOf(model, element))
      const known = new Set(model.after(asset.uuid, 'harms').map(({ origin }) => origin.uuid))
      return chosenFor(asset, traits, damages)
        .filter(({ uuid }) => !known.has(uuid))
        .map((entry) => proposal(asset, entry, newUuid()))
    })
}

/** The choice does not depend on existing damages: if the user accepts all proposals, no more are made. */
function chosenFor(
  asset: ModelArtefact,
  traits: readonly Traits[],
  damages: readonly CatalogueEntry[],
): CatalogueEntry[] {
  const fitting = damages
    .flatMap((entry) => {
      const fit = bestFit(entry.fields, traits)
      return fit === undefined ? [] : [{ entry, fit }]
    })
    .sort((a, b) => b.fit - a.fit)
  const chosen = wordsIn(asset.fields, 'properties').flatMap((property) => {
    const losing = fitting.filter(({ entry }) => wordsIn(entry.fields, 'loses').includes(property))
    const special = losing.filter(({ fit }) => fit > 1)
    return special.length > 0 ? special.slice(0, mostEach) : losing.slice(0, 1)
  })
  return [...new Set(chosen.map(({ entry }) => entry))]
}

function proposal(asset: ModelArtefact, { uuid, code, title, fields }: CatalogueEntry, newUuid: string): Proposal {
  const lost = wordsIn(fields, 'loses').filter((property) => wordsIn(asset.fields, 'properties').includes(property))
  const { description, stakeholder, safety, financial, operational, privacy } = fields
  return {
    artefact: {
      new_uuid: newUuid,
      kind: 'damage-scenario',
      title: `${title} (${asset.title})`.slice(0, 300),
      fields: { description, stakeholder, loses: lost, safety, financial, operational, privacy },
      origin: { how: 'rules', what: `${code} ${title}`.slice(0, 300), uuid },
    },
    links: [{ kind: 'harms', from: asset.uuid, to: newUuid }],
    why:
      `${asset.title} may lose its ` +
      `${lost.map((property) => properties[property as keyof typeof properties].toLowerCase()).join(' and ')}. ` +
      'The ratings are the usual ones: review them.',
    about: asset.uuid,
  }
}
