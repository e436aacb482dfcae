import { type Parsed, parsed, refused } from '@carapace/shared/core/parsed'

/** The words of a text, separated by commas or new lines. */
export function listed(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[,;\n]+/)
        .map((each) => each.trim())
        .filter(Boolean),
    ),
  ]
}

/** The ids of a list, hexadecimal or decimal: `0x8001, 160`. */
export function numbersIn(text: string): Parsed<number[]> {
  const words = listed(text)
  const wrong = words.find((word) => !/^(0x[0-9a-f]{1,8}|\d{1,10})$/i.test(word))
  return wrong === undefined ? parsed(words.map(Number)) : refused(`${wrong} is no number: write 0x8001 or 32769.`)
}

/** Ids as text, hexadecimal. */
export function listText(numbers: readonly number[]): string {
  return numbers.map((number) => `0x${number.toString(16).toUpperCase().padStart(3, '0')}`).join(', ')
}
