import { countries, type Country } from '@carapace/shared/account/countries'

/** Without accents and in lower case: users look for Côte d'Ivoire with "cote". */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

/**
 * The countries that match the words: names that start with them first, then names that contain them, or countries with
 * that dial code (rule REGISTRATION-UI-7).
 */
export function countriesFor(words: string): readonly Country[] {
  const wanted = plain(words)
  if (wanted === '') return countries
  if (/^\+?\d+$/.test(wanted)) return countries.filter(({ code }) => code.startsWith(`+${wanted.replace('+', '')}`))
  const found = countries.filter(({ country }) => plain(country).includes(wanted))
  return [
    ...found.filter(({ country }) => plain(country).startsWith(wanted)),
    ...found.filter(({ country }) => !plain(country).startsWith(wanted)),
  ]
}
