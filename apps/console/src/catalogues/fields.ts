import type { Catalogue, CatalogueEntry } from '@carapace/shared/catalogues/catalogue.contract'
import { elementKinds, properties, stride } from '@carapace/shared/catalogues/words'
import { defaultMethod } from '@carapace/shared/lifecycle/methods/default-method'
import { channelKind, componentKind, dataKind } from '@carapace/shared/lifecycle/kinds/item.kinds'
import { damageKind } from '@carapace/shared/lifecycle/kinds/tara.kinds'
import { attackVectors, potentialFactors } from '@carapace/shared/lifecycle/methods/method'
import { sentenceCase } from '../core/format/format.ts'

type Words = Readonly<Record<string, string>>

/** A field of an entry, and how it is shown and edited. */
export interface EntryField {
  readonly name: string
  readonly label: string
  readonly input: 'text' | 'line' | 'lines' | 'choices' | 'choice' | 'potential'
  readonly words?: Words
  readonly hint?: string
}

const media: Words = channelKind.fields.medium.choices!
const categories: Words = {
  ...componentKind.fields.category.choices,
  ...dataKind.fields.category.choices,
  external: 'Reached from outside',
  wireless: 'Wireless',
  safety: 'Related to safety',
}
const levels: Words = damageKind.fields.safety.choices!
const rated = (name: string, label: string): EntryField => ({ name, label, input: 'choice', words: levels })

const description: EntryField = { name: 'description', label: 'Description', input: 'text' }
const elements: EntryField = {
  name: 'elements',
  label: 'Applies to',
  input: 'choices',
  words: elementKinds,
  hint: 'None: any element.',
}
const ofMedia: EntryField = { name: 'media', label: 'Media', input: 'choices', words: media, hint: 'None: any medium.' }
const ofCategories: EntryField = {
  name: 'categories',
  label: 'Categories',
  input: 'choices',
  words: { ...categories, ...media },
  hint: 'What generated proposals match it with. None: anything.',
}

/** The fields of each catalogue, in the order of the form. */
export const fieldsOf: Readonly<Record<Catalogue, readonly EntryField[]>> = {
  damage: [
    description,
    { name: 'stakeholder', label: 'Who is harmed', input: 'choice', words: damageKind.fields.stakeholder.choices! },
    { name: 'loses', label: 'Loses', input: 'choices', words: properties },
    rated('safety', 'Safety'),
    rated('financial', 'Financial'),
    rated('operational', 'Operational'),
    rated('privacy', 'Privacy'),
    elements,
    ofCategories,
  ],
  threat: [
    description,
    { name: 'stride', label: 'STRIDE', input: 'choices', words: stride },
    { name: 'properties', label: 'Properties at stake', input: 'choices', words: properties },
    { name: 'annex5', label: 'UN R155 Annex 5', input: 'lines', hint: 'Items such as 4.1, one a line.' },
    elements,
    ofMedia,
    ofCategories,
    { name: 'attacks', label: 'Attacks', input: 'lines', hint: 'Codes of attacks that bring it about, one a line.' },
  ],
  attack: [
    description,
    { name: 'tactic', label: 'Tactic', input: 'line' },
    {
      name: 'techniques',
      label: 'Techniques',
      input: 'lines',
      hint: 'Ids of ATT&CK or the Automotive Threat Matrix, one a line.',
    },
    { name: 'potential', label: 'What it usually takes', input: 'potential' },
    {
      name: 'vector',
      label: 'Attack vector',
      input: 'choice',
      words: Object.fromEntries(attackVectors.map((one) => [one, sentenceCase(one)])),
    },
    elements,
    ofMedia,
    {
      name: 'needs',
      label: 'Needs first',
      input: 'lines',
      hint: 'Codes of attacks that usually come before it, one a line.',
    },
    { name: 'mitigations', label: 'Mitigations', input: 'lines', hint: 'Measures against it, one per line.' },
  ],
}

/** The five attack potential factors with the levels of each by key, as in the built-in method. */
export const factors = potentialFactors.map((name) => ({
  name,
  label: defaultMethod.potential.factors[name].label,
  words: Object.fromEntries(defaultMethod.potential.factors[name].levels.map(({ key, label }) => [key, label])),
}))

export const listIn = (fields: CatalogueEntry['fields'], name: string): readonly string[] =>
  Array.isArray(fields[name]) ? (fields[name] as string[]) : []

/** The display texts of a field, one per value. */
export function wordsOf({ name, input, words = {} }: EntryField, fields: CatalogueEntry['fields']): readonly string[] {
  const value = fields[name]
  if (input === 'choices' || input === 'lines') return listIn(fields, name).map((one) => words[one] ?? one)
  if (input === 'potential') {
    const ratings = (value ?? {}) as Words
    return factors.flatMap((factor) =>
      ratings[factor.name] === undefined
        ? []
        : [`${factor.label}: ${factor.words[ratings[factor.name]!] ?? ratings[factor.name]}`],
    )
  }
  return typeof value === 'string' && value !== '' ? [words[value] ?? value] : []
}
