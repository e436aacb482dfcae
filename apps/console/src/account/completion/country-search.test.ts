import { countries } from '@carapace/shared/account/countries'
import { expect, test } from 'vitest'
import { countriesFor } from './country-search.ts'

test.for([
  ['cote', ["Côte d'Ivoire"]],
  ['INDIA', ['India', 'British Indian Ocean Territory']],
  ['kingdom', ['United Kingdom']],
  ['guinea', ['Guinea', 'Guinea-Bissau', 'Equatorial Guinea', 'Papua New Guinea']],
  ['+49', ['Germany']],
  ['81', ['Japan']],
  [' japan ', ['Japan']],
  ['atlantis', []],
  ['+0', []],
] as const)('[REGISTRATION-UI-7] "%s" matches %s', ([words, names]) => {
  expect(countriesFor(words).map(({ country }) => country)).toEqual(names)
})

test.for(['', '  '])('[REGISTRATION-UI-7] without words ("%s") every country matches', (words) => {
  expect(countriesFor(words)).toEqual(countries)
})
