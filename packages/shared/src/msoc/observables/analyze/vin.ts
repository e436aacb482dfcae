import { hasVinCheckDigit, isVin, vinCheckDigit } from '../check-digits.ts'
import type { Analysis, Fact } from './analyzers.ts'
import { countries, manufacturers, regions } from './wmi.ts'

/** The order of characters in ranges of ISO 3780. */
const order = 'ABCDEFGHJKLMNPRSTUVWXYZ1234567890'
/** Model years by the tenth character, from 1980 or from 2010: I, O, Q, U, Z and 0 are not used (49 CFR 565.15). */
const years = 'ABCDEFGHJKLMNPRSTVWXY123456789'

/** Decodes a VIN by its positions (ISO 3779, ISO 3780, 49 CFR 565): maker, country, model year, check digit. */
export function analyzeVin(vin: string): Analysis {
  if (!isVin(vin)) {
    const summary = 'This is a name of a vehicle, not a VIN of 17 characters.'
    return { verdict: 'info', summary, facts: [] }
  }
  const maker = manufacturers.get(vin.slice(0, 3))
  const country = countryOf(vin)
  const isNorthAmerican = '12345'.includes(vin[0]!)
  const isRight = hasVinCheckDigit(vin)
  const year = modelYear(vin, isNorthAmerican)
  const facts: Fact[] = [
    { name: 'Maker (WMI)', value: `${vin.slice(0, 3)}${maker === undefined ? ', not in the table' : ` ${maker}`}` },
    { name: 'Region', value: regions.find(([first]) => first.includes(vin[0]!))?.[1] ?? 'unassigned' },
    { name: 'Country', value: country ?? 'not in the table' },
    { name: 'Attributes (VDS)', value: vin.slice(3, 9) },
    { name: 'Model year code', value: year === undefined ? `${vin[9]!}, no year` : `${vin[9]!}: ${year}` },
    { name: 'Plant code', value: vin[10]! },
    { name: 'Serial number', value: vin.slice(11) },
    {
      name: 'Check digit',
      value: isRight ? `${vin[8]!}, right` : `${vin[8]!}, would be ${vinCheckDigit(vin)}; only some markets require it`,
    },
  ]
  const isWrong = isNorthAmerican && !isRight
  const ofYear = isNorthAmerican && year !== undefined ? `, ${year}` : ''
  return {
    verdict: isWrong ? 'suspicious' : 'info',
    summary: isWrong
      ? 'The check digit is wrong, which North America requires: this VIN may be invented or misread.'
      : `${maker ?? 'Unknown maker'}, ${country ?? 'unknown country'}${ofYear}.`,
    facts,
  }
}

function countryOf(vin: string): string | undefined {
  const second = order.indexOf(vin[1]!)
  return countries.find(
    ([from, to]) => from[0] === vin[0] && order.indexOf(from[1]!) <= second && second <= order.indexOf(to[1]!),
  )?.[2]
}

/** In North America a letter at the seventh position means 2010 or later; elsewhere both cycles are possible. */
function modelYear(vin: string, isNorthAmerican: boolean): string | undefined {
  const at = years.indexOf(vin[9]!)
  if (at === -1) return undefined
  if (!isNorthAmerican) return `${1980 + at} or ${2010 + at}, if the maker uses it`
  return String((/[A-Z]/.test(vin[6]!) ? 2010 : 1980) + at)
}
