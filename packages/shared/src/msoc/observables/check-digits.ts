/** Check digits of the numbers that vehicles and their modems have. */

/** Whether the last digit is the check digit of the others (ISO/IEC 7812-1 annex B, Luhn). */
export function isLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return digits.length > 1 && sum % 10 === 0
}

const vinValues = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ'
const vinWeights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/** The check digit that a VIN should have at its ninth position (49 CFR 565.15, ISO 3779 annex): 0 to 9, or X. */
export function vinCheckDigit(vin: string): string {
  let sum = 0
  for (let i = 0; i < 17; i++) sum += (vinValues.indexOf(vin[i]!) % 10) * vinWeights[i]!
  return sum % 11 === 10 ? 'X' : String(sum % 11)
}

/** Whether a text has the form of a VIN: 17 letters and digits without I, O and Q (ISO 3779). */
export const isVin = (text: string): boolean => /^[A-HJ-NPR-Z0-9]{17}$/.test(text)

/** Whether the ninth position of a VIN is its check digit: mandatory in North America and China only. */
export const hasVinCheckDigit = (vin: string): boolean => vin[8] === vinCheckDigit(vin)
