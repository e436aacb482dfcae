import { type FaultEffect, metricProblems, shareSum } from '@carapace/shared/functional-safety/fmeda'
import { hardwareElementKind, type HardwareModes } from '@carapace/shared/functional-safety/kinds/hardware.kinds'
import { storedFields } from '@carapace/shared/graph/artefacts/artefact-kind'
import { type Parsed, parsed, refused } from '@carapace/shared/core/parsed'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { statedPercent } from './words.ts'

export type Mode = HardwareModes[number]
export type Claims = Mode['residual']

/** What a failure mode does to the safety goal, in the words of ISO 26262-5. */
export const effectWords: Readonly<Record<FaultEffect, string>> = {
  safe: 'Safe fault',
  direct: 'Single-point or residual fault',
  combined: 'Multiple-point fault',
}

export const effectMeanings: Readonly<Record<FaultEffect, string>> = {
  safe: 'It does not violate the goal, also not together with another fault.',
  direct: 'It violates the goal unless a safety mechanism prevents it; without one it is a single-point fault.',
  combined: 'It violates the goal only together with another, independent fault.',
}

/** The failure modes of a hardware element. */
export const modesIn = ({ fields }: Pick<Artefact, 'fields'>): HardwareModes =>
  storedFields(hardwareElementKind, fields).modes

/** With a new mode: it has the share that the others leave, and is a single-point fault, which is the worst case. */
export function withNewMode(modes: readonly Mode[]): Mode[] {
  const names = new Set(modes.map(({ id }) => id))
  let number = modes.length + 1
  while (names.has(`Failure mode ${number}`)) number += 1
  const left = Math.min(1, Math.max(0, 1 - shareSum(modes)))
  const share = Number(left.toFixed(6))
  return [
    ...modes,
    { id: `Failure mode ${number}`, share, effect: 'direct', residual: [], latent: [], disables: [], failure: null },
  ]
}

export const withMode = (modes: readonly Mode[], at: number, change: Partial<Mode>): Mode[] =>
  modes.map((mode, place) => (place === at ? { ...mode, ...change } : mode))

/** What is wrong with one of the modes by itself, such as a claim that its effect does not allow (rule METRIC-8). */
export function problemsOfMode(modes: readonly Mode[], { id }: Mode): readonly string[] {
  const found = metricProblems([{ id: '', fit: 0, isSafetyRelated: true, modes }], { lifetime: 1, service: 0 })
  return found.filter(({ mode }) => mode === id).map(({ message }) => message)
}

/** A share or a coverage, from 0 to 1, that was typed in percent: `12.5`, `12,5 %`. */
export function shareTyped(text: string): Parsed<number> {
  const words = text.replace('%', '').replace(',', '.').trim()
  const percent = Number(words)
  if (words === '' || !(percent >= 0 && percent <= 100)) return refused('From 0 to 100 %.')
  return parsed(Number((percent / 100).toFixed(8)))
}

/** A name that was typed: of a mode or of a mechanism. */
export function nameTyped(text: string): Parsed<string> {
  if (text === '') return refused('It needs a name.')
  return text.length > 100 ? refused('At most 100 letters.') : parsed(text)
}

/** The names of the safety mechanisms of a program, sorted, to choose from. */
export function mechanismsIn(elements: readonly Artefact[]): readonly string[] {
  const names = elements.flatMap((element) =>
    modesIn(element).flatMap(({ residual, latent, disables }) => [
      ...[...residual, ...latent].map(({ mechanism }) => mechanism),
      ...disables,
    ]),
  )
  return [...new Set(names)].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

export const claimsText = (claims: Claims) =>
  claims.map(({ mechanism, coverage }) => `${mechanism} ${statedPercent(coverage)}`).join(', ')
