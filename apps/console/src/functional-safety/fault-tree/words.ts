import type { GateKind } from '@carapace/shared/graph/fault-tree/fault-tree'
import { number } from '../../core/format/format.ts'
import type { FaultNode, GateNode } from '@carapace/shared/functional-safety/fault-tree/tree'

export const gateWords: Readonly<Record<GateKind, string>> = {
  or: 'OR',
  and: 'AND',
  'at-least': 'K-of-N',
  xor: 'XOR',
  not: 'NOT',
  inhibit: 'Inhibit',
}

export const gateMeanings: Readonly<Record<GateKind, string>> = {
  or: 'any input suffices',
  and: 'all inputs are needed',
  'at-least': 'so many of the inputs are needed',
  xor: 'exactly one of the two inputs occurs',
  not: 'the input does not occur',
  inhibit: 'all inputs are needed, and the last one is a condition',
}

export const kindWords: Readonly<Record<FaultNode['kind'], string>> = {
  gate: 'Gate',
  basic: 'Basic event',
  undeveloped: 'Undeveloped event',
  conditioning: 'Conditioning event',
  house: 'House event',
  transfer: 'Transfer',
}

/** "AND", "2 of 3". */
export const gateText = ({ gate, least, parts }: GateNode) =>
  gate === 'at-least' ? `${least} of ${parts.length}` : gateWords[gate].toUpperCase()

/** A probability or rate: `0`, `1`, `3.20e-7`. */
export function scientific(value: number, digits = 2): string {
  if (value === 0 || value === 1) return String(value)
  return Number.isFinite(value) ? value.toExponential(digits) : value > 0 ? '∞' : String(value)
}

/** An importance measure: `0.9000`, `12.50`; very large and small ones as `scientific`. */
export function measureText(value: number): string {
  return value === 0 || value === 1 || Math.abs(value) < 1e-3 || Math.abs(value) >= 1e4
    ? scientific(value, 3)
    : value.toPrecision(4)
}

/** A whole number of any size: `1,048,231`, from 10^15 on `1.234e+20`. */
export function bigText(count: bigint): string {
  if (count < 10n ** 15n) return count.toLocaleString('en')
  const digits = count.toString()
  return `${digits[0]}.${digits.slice(1, 4)}e+${digits.length - 1}`
}

/** "1 gate", "1,200 events". */
export const counted = (many: number, what: string) => `${number(many)} ${what}${many === 1 ? '' : 's'}`

/** "used twice": how often a node is an input; undefined if once. */
export function usedText(uses: number): string | undefined {
  if (uses < 2) return undefined
  return uses === 2 ? 'used twice' : `used ${uses} times`
}
