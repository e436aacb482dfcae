import type { Pap, Tlp, Verdict } from '@carapace/shared/msoc/observables/observables'
import { number } from '../../core/format/format.ts'
import type { Tone } from '../../core/ui/status-tone.ts'

/** `TLP:AMBER+STRICT`, as the protocol writes it. */
export const tlpText = (tlp: Tlp | Pap): string => tlp.replace('_', '+')

export const verdictTones: Readonly<Record<Verdict, Tone>> = {
  info: 'grey',
  safe: 'green',
  suspicious: 'yellow',
  malicious: 'red',
}

export const levelTones: Readonly<Record<Tlp, Tone>> = {
  CLEAR: 'grey',
  GREEN: 'green',
  AMBER: 'yellow',
  AMBER_STRICT: 'yellow',
  RED: 'red',
}

/** `12 observables`; `10,000+ observables` where not all were counted. */
export function observablesText(count: number, isExact = true): string {
  return `${number(count)}${isExact ? '' : '+'} ${count === 1 ? 'observable' : 'observables'}`
}

/** Tags that a person wrote: separated by commas, each once. */
export function tagsIn(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim().toLowerCase())
  return [...new Set(tags.filter((tag) => tag !== ''))]
}
