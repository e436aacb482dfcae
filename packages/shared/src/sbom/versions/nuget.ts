import { defineOrder } from './define-order.ts'
import { compareSemver, readSemverLike, type Semver } from './semver.ts'

/** Reads a version of one to four numbers; the case of a pre-release doesn't count (NuGet.Versioning; VERSION-12). */
function readNuget(text: string): Semver | undefined {
  const version = readSemverLike(text)
  if (!version || version.numbers.length > 4) return undefined
  return { ...version, preRelease: version.preRelease.map(lowerCase) }
}

function lowerCase<Part>(part: Part): Part | string {
  return typeof part === 'string' ? part.toLowerCase() : part
}

export const nuget = defineOrder('nuget', readNuget, compareSemver)
