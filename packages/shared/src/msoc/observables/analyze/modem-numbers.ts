import { isLuhn } from '../check-digits.ts'
import type { ObservableType } from '../observables.ts'
import type { Analysis } from './analyzers.ts'

/** Splits the numbers of modems and SIM cards into their parts (3GPP TS 23.003, ITU-T E.118, E.164). */
export function analyzeModemNumber(type: ObservableType, value: string): Analysis {
  if (type === 'imei')
    return {
      verdict: isLuhn(value) ? 'info' : 'suspicious',
      summary: `Type allocation code ${value.slice(0, 8)}: all modems of this model have it.`,
      facts: [
        { name: 'Type allocation code', value: value.slice(0, 8) },
        { name: 'Reporting body', value: value.slice(0, 2) },
        { name: 'Serial number', value: value.slice(8, 14) },
        { name: 'Check digit', value: `${value.slice(14)}, ${isLuhn(value) ? 'right' : 'wrong'}` },
      ],
    }
  if (type === 'iccid')
    return {
      verdict: 'info',
      summary: 'A SIM card for telecommunication.',
      facts: [
        { name: 'Industry', value: '89, telecommunication' },
        { name: 'Country and issuer', value: value.slice(2, 7) },
        { name: 'Account number', value: value.slice(7, 18) },
        { name: 'Check digit', value: value.length < 19 ? 'none given' : isLuhn(value) ? 'right' : 'wrong' },
      ],
    }
  return {
    verdict: 'info',
    summary: 'A phone number in international form.',
    facts: [
      { name: 'Digits', value: String(value.length - 1) },
      { name: 'World zone', value: `+${value[1]!}` },
    ],
  }
}
