/** Words and what to write in their place, in identifiers, comments and texts alike, whatever their case. */
const words = {
  told: 'emitted, answered or sent',
  said: 'reported or stated',
  says: 'reports or states',
  saying: 'reporting or stating',
  sayings: 'messages',
  heed: 'apply or handle',
  heeds: 'applies or handles',
  obey: 'follow or apply',
  obeys: 'follows or applies',
  deed: 'action',
  deeds: 'actions',
  foresaw: 'matched (matching threat scenarios)',
  foresee: 'match (matching threat scenarios)',
  foreseen: 'matching threat scenarios, or expected',
  stranger: 'unauthenticated caller, or another tenant',
  strangers: 'unauthenticated callers, or tenant isolation',
  graver: 'more severe',
  gravest: 'most severe',
  amid: 'during or among',
  lest: 'so that … not',
  anew: 'again',
  cite: 'implied link',
  cites: 'implied links',
}

/** Names of types that are metaphors. */
const typeNames = {
  Asked: '…Input or …Request',
  Pen: 'GraphWrite',
  Desk: 'PageContext',
  Doors: 'Deps',
  Surroundings: 'Deps or …Options',
  Parts: '…Options or Deps',
  Happening: 'LiveEvent',
  Moment: 'Clock or graphVersion',
}

/** Texts of screens for which the field has terms of its own. */
const phrases = {
  'Waits for me': 'Assigned to me',
  'Why rated so': 'Rationale',
  'To be confirmed': 'Suspect links',
  'Comes of': 'Derived from',
}

const typeName = new RegExp(String.raw`\b(?:${Object.keys(typeNames).join('|')})\b`, 'g')
const phrase = new RegExp(String.raw`\b(?:${Object.keys(phrases).join('|')})\b`, 'g')
/** A word, or one of the words that an identifier is made of: `toldAt`, `LAST_SAID`. */
const part = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g
/** `aside` is a word of HTML, too. */
const aside = /(?<![<\w/])aside(?!\w)/gi

/**
 * The banned words of a text, in the order in which they stand: the word, what to write instead, and where it begins.
 *
 * @returns {{ word: string, instead: string, index: number }[]}
 */
export function bannedWords(text) {
  const found = [
    ...matches(text, part, (word) =>
      Object.hasOwn(words, word.toLowerCase()) ? words[word.toLowerCase()] : undefined,
    ),
    ...matches(text, typeName, (name) => typeNames[name]),
    ...matches(text, phrase, (name) => phrases[name]),
    ...matches(text, aside, () => 'separately; ignored (fields)'),
  ]
  return found.sort((one, other) => one.index - other.index)
}

function matches(text, pattern, insteadOf) {
  return [...text.matchAll(pattern)]
    .map(({ 0: word, index }) => ({ word, index, instead: insteadOf(word) }))
    .filter(({ instead }) => instead !== undefined)
}

/** The wording of the style guide. */
export const plainEnglish = {
  meta: { type: 'suggestion', messages: { banned: 'Plain English: instead of "{{word}}" write {{instead}}.' } },
  create(context) {
    const { text } = context.sourceCode
    return {
      Program() {
        for (const { word, instead, index } of bannedWords(text)) {
          const start = positionOf(text, index)
          const end = { ...start, column: start.column + word.length }
          context.report({ loc: { start, end }, messageId: 'banned', data: { word, instead } })
        }
      },
    }
  },
}

function positionOf(text, index) {
  const before = text.slice(0, index).split('\n')
  return { line: before.length, column: before.at(-1).length }
}
