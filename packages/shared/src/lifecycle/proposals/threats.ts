import type { CatalogueEntry } from '../../catalogues/catalogue.contract.ts'
import { type properties, stride } from '../../catalogues/words.ts'
import { type Ground, type ModelArtefact, type Proposal, wordsIn } from './model.ts'
import { bestFit, type Traits, traitsOf } from './traits.ts'

type Stride = keyof typeof stride

/** The threat to each property (STRIDE). */
export const strideOf: Readonly<Record<keyof typeof properties, Stride>> = {
  authenticity: 'spoofing',
  integrity: 'tampering',
  'non-repudiation': 'repudiation',
  confidentiality: 'disclosure',
  availability: 'denial',
  authorisation: 'elevation',
}

/** The maximum number of threats from the catalogue for each property of an asset. */
const mostEach = 3

/** The titles of threats without a catalogue entry. */
const plainTitles: Readonly<Record<Stride, (asset: string) => string>> = {
  spoofing: (asset) => `${asset}: spoofed`,
  tampering: (asset) => `${asset}: tampered with`,
  repudiation: (asset) => `${asset}: actions repudiated`,
  disclosure: (asset) => `${asset}: disclosed`,
  denial: (asset) => `${asset}: made unavailable`,
  elevation: (asset) => `${asset}: used without authorisation`,
}

interface Chosen {
  readonly entry: CatalogueEntry
  readonly strides: Set<Stride>
  readonly properties: Set<string>
}

/**
 * Proposes threat scenarios for each relevant asset, by STRIDE for each of its properties, from the catalogue if an
 * entry fits (rule PROPOSAL-5).
 */
export function proposeThreats({ model, entries, newUuid }: Ground): Proposal[] {
  const threats = entries.filter(({ catalogue }) => catalogue === 'threat')
  return model
    .ofKind('asset')
    .filter(({ fields }) => fields.relevant === true)
    .flatMap((asset) => {
      const traits = model.before(asset.uuid, 'is-asset').map((element) => traitsOf(model, element))
      const damages = model.after(asset.uuid, 'harms')
      const there = model.after(asset.uuid, 'targets')
      const known = new Set(there.map(({ origin }) => origin.uuid))
      const { chosen, bare } = chosenFor(asset, traits, threats)
      const plain = bare.filter(
        (property) => !there.some(({ fields }) => wordsIn(fields, 'stride').includes(strideOf[property])),
      )
      return [
        ...chosen.filter(({ entry }) => !known.has(entry.uuid)).map((one) => fromEntry(asset, one, damages, newUuid())),
        ...plain.map((property) => plainly(asset, property, damages, newUuid())),
      ]
    })
}

/** The entries that best fit each property, and the properties without a fitting entry. */
function chosenFor(
  asset: ModelArtefact,
  traits: readonly Traits[],
  threats: readonly CatalogueEntry[],
): { chosen: Chosen[]; bare: (keyof typeof strideOf)[] } {
  const fitting = threats
    .flatMap((entry) => {
      const fit = bestFit(entry.fields, traits)
      return fit === undefined ? [] : [{ entry, fit }]
    })
    .sort((a, b) => b.fit - a.fit)
  const chosen = new Map<string, Chosen>()
  const bare: (keyof typeof strideOf)[] = []
  for (const property of wordsIn(asset.fields, 'properties') as readonly (keyof typeof strideOf)[]) {
    const best = fitting.filter(({ entry }) => appliesTo(entry, property)).slice(0, mostEach)
    if (best.length === 0) bare.push(property)
    for (const { entry } of best) {
      const one = chosen.get(entry.uuid) ?? { entry, strides: new Set<Stride>(), properties: new Set<string>() }
      one.strides.add(strideOf[property])
      one.properties.add(property)
      chosen.set(entry.uuid, one)
    }
  }
  return { chosen: [...chosen.values()], bare }
}

function appliesTo({ fields }: CatalogueEntry, property: keyof typeof strideOf): boolean {
  const statedProperties = wordsIn(fields, 'properties')
  return (
    wordsIn(fields, 'stride').includes(strideOf[property]) &&
    (statedProperties.length === 0 || statedProperties.includes(property))
  )
}

function fromEntry(
  asset: ModelArtefact,
  { entry, strides, properties: lost }: Chosen,
  damages: readonly ModelArtefact[],
  uuid: string,
): Proposal {
  const { code, title, fields } = entry
  return {
    artefact: {
      new_uuid: uuid,
      kind: 'threat-scenario',
      title: `${title} (${asset.title})`.slice(0, 300),
      fields: {
        description: fields.description,
        stride: [...strides],
        properties: [...lost],
        annex5: wordsIn(fields, 'annex5'),
      },
      origin: { how: 'rules', what: `${code} ${title}`.slice(0, 300), uuid: entry.uuid },
    },
    links: linksTo(asset, [...lost], damages, uuid),
    why: `${strideWords([...strides])} of ${asset.title}; ${code} of the catalogue fits.`,
    about: asset.uuid,
  }
}

function plainly(
  asset: ModelArtefact,
  property: keyof typeof strideOf,
  damages: readonly ModelArtefact[],
  uuid: string,
): Proposal {
  const threat = strideOf[property]
  return {
    artefact: {
      new_uuid: uuid,
      kind: 'threat-scenario',
      title: plainTitles[threat](asset.title).slice(0, 300),
      fields: { stride: [threat], properties: [property] },
      origin: { how: 'rules', what: `STRIDE: ${stride[threat]}` },
    },
    links: linksTo(asset, [property], damages, uuid),
    why: `${strideWords([threat])} of ${asset.title}; no entry of the catalogue fits.`,
    about: asset.uuid,
  }
}

const strideWords = (strides: readonly Stride[]) =>
  strides.map((one, i) => (i === 0 ? stride[one] : stride[one].toLowerCase())).join(', ')

/** Links from the asset, and from its damages that are caused by the loss of one of these properties. */
function linksTo(asset: ModelArtefact, lost: readonly string[], damages: readonly ModelArtefact[], uuid: string) {
  const of = damages.filter(({ fields }) => wordsIn(fields, 'loses').some((property) => lost.includes(property)))
  return [
    { kind: 'targets', from: asset.uuid, to: uuid },
    ...of.map((damage) => ({ kind: 'leads-to', from: damage.uuid, to: uuid })),
  ]
}
