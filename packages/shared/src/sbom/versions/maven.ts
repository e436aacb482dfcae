import { defineOrder, type Sign } from './define-order.ts'
import { compareNumerals, compareText, isDigits, numeralOf, type Numeral } from './parts.ts'

/** An item of a Maven version: a number, a word, a word with its number (`rc1`), or the list after a hyphen. */
type Item = Numeral | string | Numbered | Item[]

interface Numbered {
  readonly word: string
  readonly number: Numeral
}

// Known words in their order; the empty word is the release. Unknown words come after all of them, by their text.
const words = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp']
const releases = new Set(['ga', 'final', 'release'])
const shortened: Readonly<Record<string, string>> = { a: 'alpha', b: 'beta', m: 'milestone' }

/** What is read of a version so far. `lists` has the lists from the outermost to the one that is being filled. */
interface Reading {
  readonly lists: Item[][]
  start: number
  inDigits: boolean
  /** The item is a word that a number follows: `rc1`, `rc-1`. */
  numbered: boolean
}

/**
 * Reads a version into Maven's tree of items (`ComparableVersion` of Maven 3.9; VERSION-18). The tree is at most as deep
 * as half the limit of length.
 */
function readMaven(version: string): Item[] | undefined {
  const text = version.trim().toLowerCase()
  if (text === '' || /[\s\p{Cc}]/u.test(text)) return undefined

  const reading: Reading = { lists: [[]], start: 0, inDigits: false, numbered: false }
  for (let i = 0; i < text.length; i++) readCharacter(reading, text, i)
  if (text.length > reading.start) {
    // a word after a dot is the same as after a hyphen: 1.0.0.x = 1.0.0-x
    if (!reading.inDigits) openList(reading)
    reading.lists.at(-1)!.push(itemOf(reading, text.slice(reading.start)))
  }
  for (const list of reading.lists.reverse()) normalize(list)
  return reading.lists.at(-1)
}

function readCharacter(reading: Reading, text: string, at: number): void {
  const character = text[at]!
  if (character === '.' || character === '-') {
    if (character === '-' && isNumberedByHyphen(reading, text, at)) reading.numbered = true
    else readSeparator(reading, text, at)
  } else if (character >= '0' && character <= '9') {
    if (!reading.inDigits && at > reading.start) {
      reading.numbered = true
      openList(reading)
    }
    reading.inDigits = true
  } else {
    if (reading.inDigits && at > reading.start) {
      addItem(reading, text, at)
      reading.start = at
      openList(reading)
    }
    reading.inDigits = false
  }
}

/** Returns whether the hyphen only separates a word from its number: `rc-1` is `rc1`. */
function isNumberedByHyphen(reading: Reading, text: string, at: number): boolean {
  return at > reading.start && !reading.inDigits && /[0-9]/.test(text[at + 1] ?? '')
}

function readSeparator(reading: Reading, text: string, at: number): void {
  if (at === reading.start) reading.lists.at(-1)!.push(0)
  else addItem(reading, text, at)
  reading.numbered = false
  reading.start = at + 1
  if (text[at] === '-') openList(reading)
}

function addItem(reading: Reading, text: string, end: number): void {
  reading.lists.at(-1)!.push(itemOf(reading, text.slice(reading.start, end)))
  reading.numbered = false
}

/** Begins a list in the list that is being filled, unless that one is still empty. */
function openList(reading: Reading): void {
  const current = reading.lists.at(-1)!
  if (current.length === 0) return
  const list: Item[] = []
  current.push(list)
  reading.lists.push(list)
}

function itemOf({ numbered, inDigits }: Reading, text: string): Item {
  if (numbered) {
    const digits = /[0-9]*$/.exec(text)![0]
    return {
      word: wordOf(text.slice(0, text.length - digits.length).replace(/-$/, ''), true),
      number: numeralOf(digits),
    }
  }
  return inDigits && isDigits(text) ? numeralOf(text) : wordOf(text, false)
}

function wordOf(text: string, beforeNumber: boolean): string {
  const word = beforeNumber && Object.hasOwn(shortened, text) ? shortened[text]! : text
  return word === 'cr' ? 'rc' : word
}

/** Takes off what weighs nothing: zeros and empty lists at the end, and zeros before a word. */
function normalize(list: Item[]): void {
  for (let i = list.length - 1; i >= 0; i--) {
    if (isNothing(list[i]!) && (i === list.length - 1 || beginsWithWord(list[i + 1]!))) list.splice(i, 1)
  }
}

function isNothing(item: Item): boolean {
  return item === 0 || item === '' || (Array.isArray(item) && item.length === 0)
}

function beginsWithWord(item: Item): boolean {
  const first = Array.isArray(item) ? item[0] : item
  return typeof first === 'string' || isNumbered(first)
}

function isNumbered(item: Item | undefined): item is Numbered {
  return typeof item === 'object' && !Array.isArray(item)
}

// word < word with number < list < number
function kindOf(item: Item): number {
  if (typeof item === 'string' || isNumbered(item)) return 0
  return Array.isArray(item) ? 1 : 2
}

function compareItems(a: Item, b: Item): Sign {
  const kind = compareNumerals(kindOf(a), kindOf(b))
  if (kind !== 0) return kind
  if (Array.isArray(a)) return compareItemLists(a, b as Item[])
  if (typeof a === 'object' || typeof a === 'string') return compareNumbered(a, b as string | Numbered)
  return compareNumerals(a, b as Numeral)
}

function compareNumbered(a: string | Numbered, b: string | Numbered): Sign {
  const sign = compareWords(typeof a === 'string' ? a : a.word, typeof b === 'string' ? b : b.word)
  if (sign !== 0) return sign
  return compareNumerals(typeof a === 'string' ? -1 : a.number, typeof b === 'string' ? -1 : b.number)
}

function compareWords(a: string, b: string): Sign {
  const sign = compareNumerals(weightOf(a), weightOf(b))
  return sign !== 0 || weightOf(a) < words.length ? sign : compareText(a, b)
}

function weightOf(word: string): number {
  const index = words.indexOf(releases.has(word) ? '' : word)
  return index === -1 ? words.length : index
}

function compareItemLists(a: readonly Item[], b: readonly Item[]): Sign {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [left, right] = [a[i], b[i]]
    const sign =
      left === undefined
        ? (-againstNothing(right!) as Sign)
        : right === undefined
          ? againstNothing(left)
          : compareItems(left, right)
    if (sign !== 0) return sign
  }
  return 0
}

/** Compares an item with its absence: a number that isn't 0 is greater, a word as it stands to the release. */
function againstNothing(item: Item): Sign {
  if (Array.isArray(item)) return item.map(againstNothing).find((sign) => sign !== 0) ?? 0
  if (typeof item === 'string') return compareWords(item, '')
  if (typeof item === 'object') return compareWords(item.word, '')
  return compareNumerals(item, 0)
}

export const maven = defineOrder('maven', readMaven, compareItemLists)
