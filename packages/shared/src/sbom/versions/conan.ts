import { defineOrder, type Sign } from './define-order.ts'
import { compareLists, compareNumerals, compareText, isDigits, numeralOf } from './parts.ts'
import type { Identifier } from './semver.ts'

/** A version by Conan: items between dots, without zeros at the end, and perhaps a pre-release and a build. */
interface ConanVersion {
  readonly items: readonly Identifier[]
  readonly pre: ConanVersion | undefined
  readonly build: ConanVersion | undefined
}

/** Reads `items[-pre][+build]`, cut at the last `+` and then at the last hyphen (VERSION-33). */
function readConan(text: string): ConanVersion | undefined {
  const trimmed = text.trim()
  return /^[!-~]+$/.test(trimmed) ? conanOf(trimmed) : undefined
}

function conanOf(text: string): ConanVersion {
  const [beforeBuild, build] = cutAtLast(text, '+')
  const [main, pre] = cutAtLast(beforeBuild, '-')
  return { items: itemsOf(main), pre: versionOf(pre), build: versionOf(build) }
}

function cutAtLast(text: string, separator: string): [string, string | undefined] {
  const at = text.lastIndexOf(separator)
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

/** A pre-release and a build are versions of their own; neither can have a build, a build can have a pre-release. */
function versionOf(text: string | undefined): ConanVersion | undefined {
  if (text === undefined) return undefined
  const [main, pre] = cutAtLast(text, '-')
  return { items: itemsOf(main), pre: versionOf(pre), build: undefined }
}

function itemsOf(text: string): Identifier[] {
  const items = text.split('.').map((item) => (isDigits(item) ? numeralOf(item) : item))
  return items.slice(0, items.findLastIndex((item) => item !== 0) + 1)
}

function compareConan(a: ConanVersion, b: ConanVersion): Sign {
  const sign = compareLists(a.items, b.items, compareItems)
  if (sign !== 0) return sign
  // a version with a pre-release is less than the same without
  if (!a.pre || !b.pre) return a.pre ? -1 : b.pre ? 1 : compareBuilds(a.build, b.build)
  const pre = compareConan(a.pre, b.pre)
  return pre !== 0 ? pre : compareBuilds(a.build, b.build)
}

function compareBuilds(a: ConanVersion | undefined, b: ConanVersion | undefined): Sign {
  return a && b ? compareConan(a, b) : compareNumerals(a ? 1 : 0, b ? 1 : 0)
}

/** Numbers by value; a text and anything else by their texts. */
function compareItems(a: Identifier, b: Identifier): Sign {
  return typeof a === 'string' || typeof b === 'string' ? compareText(String(a), String(b)) : compareNumerals(a, b)
}

export const conan = defineOrder('conan', readConan, compareConan)
