/** Percent-encodes all but letters, digits, `.-_~` and the colon, which the standard keeps. */
export function encoded(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%3A', ':')
}

export const encodedPath = (path: string): string => path.split('/').map(encoded).join('/')

// eslint-disable-next-line no-control-regex -- control characters are what it looks for
export const controlCharacter = /[\u0000-\u001f\u007f]/

export const isPlainText = (text: string): boolean => text.isWellFormed() && !controlCharacter.test(text)

export const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

export const strippedOfSlashes = (text: string): string => trimmedEnd(text.slice(/^\/*/.exec(text)![0].length))

export function trimmedEnd(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}
