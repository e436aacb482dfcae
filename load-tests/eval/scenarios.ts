import { floodKnown, floodUrgent, floodZero } from '../can/attacks/flood.ts'
import { fuzzAll, fuzzBits, fuzzPayloads, fuzzSweep } from '../can/attacks/fuzz.ts'
import { claimAddresses, openConnections, overloadRequests } from '../can/attacks/j1939.ts'
import type { MakeAttack } from '../can/attacks/making.ts'
import { masqueradeConstant, masqueradeDrift, masqueradeFrozen, masqueradeOffset } from '../can/attacks/masquerade.ts'
import { replayBeside, replayInstead } from '../can/attacks/replay.ts'
import { spoof, spoofBehind } from '../can/attacks/spoof.ts'
import { silence, suppress } from '../can/attacks/suppression.ts'
import { floodTesterPresent, guessKeys, scanAddresses, scanIdentifiers, scanServices } from '../can/attacks/uds.ts'

export const kinds = [
  'flood',
  'spoof',
  'fuzz',
  'suppression',
  'replay',
  'uds-scan',
  'masquerade',
  'j1939',
  'silence',
] as const
export type Kind = (typeof kinds)[number]

export const intensities = ['low', 'ordinary', 'high'] as const
export type Intensity = (typeof intensities)[number]

/** One variant of an attack. `isHeldOut`: it was never run while the detectors were tuned. */
export interface Scenario {
  readonly kind: Kind
  readonly variant: string
  readonly isHeldOut: boolean
  readonly make: Readonly<Record<Intensity, MakeAttack>>
}

const wholeBus = Infinity

export const scenarios: readonly Scenario[] = [
  { kind: 'flood', variant: '0x000', isHeldOut: false, make: byRate(floodZero, 500, 1500, 4000) },
  { kind: 'flood', variant: 'random urgent ids', isHeldOut: false, make: byRate(floodUrgent, 500, 1500, 4000) },
  { kind: 'flood', variant: 'a known id', isHeldOut: true, make: byRate(floodKnown, 500, 2000, 3500) },

  {
    kind: 'spoof',
    variant: 'own clock',
    isHeldOut: false,
    make: { low: spoof(1.5), ordinary: spoof(3), high: spoof(10) },
  },
  {
    kind: 'spoof',
    variant: 'own clock, other rates',
    isHeldOut: true,
    make: { low: spoof(1.75), ordinary: spoof(2), high: spoof(6) },
  },
  {
    kind: 'spoof',
    variant: 'right behind',
    isHeldOut: true,
    make: { low: spoofBehind(3), ordinary: spoofBehind(1), high: spoofBehind(0.3) },
  },

  { kind: 'fuzz', variant: 'any id', isHeldOut: false, make: byRate(fuzzAll, 20, 100, 800) },
  { kind: 'fuzz', variant: 'any payload', isHeldOut: false, make: byRate(fuzzPayloads, 20, 100, 800) },
  { kind: 'fuzz', variant: 'bits turned', isHeldOut: true, make: byRate(fuzzBits, 20, 100, 800) },
  { kind: 'fuzz', variant: 'ids in turn', isHeldOut: true, make: byRate(fuzzSweep, 20, 100, 800) },

  {
    kind: 'suppression',
    variant: 'ids removed',
    isHeldOut: false,
    make: { low: suppress(1), ordinary: suppress(2), high: suppress(6) },
  },
  {
    kind: 'suppression',
    variant: 'part of their frames',
    isHeldOut: true,
    make: { low: suppress(1, 0.5), ordinary: suppress(2, 0.8), high: suppress(4, 0.95) },
  },

  {
    kind: 'replay',
    variant: 'beside',
    isHeldOut: false,
    make: { low: replayBeside(1), ordinary: replayBeside(5), high: replayBeside(wholeBus) },
  },
  {
    kind: 'replay',
    variant: 'instead',
    isHeldOut: true,
    make: { low: replayInstead(1), ordinary: replayInstead(4), high: replayInstead(wholeBus) },
  },
  {
    kind: 'replay',
    variant: 'beside, other numbers',
    isHeldOut: true,
    make: { low: replayBeside(2), ordinary: replayBeside(8), high: replayBeside(20) },
  },

  { kind: 'uds-scan', variant: 'services', isHeldOut: false, make: byRate(scanServices, 5, 20, 100) },
  { kind: 'uds-scan', variant: 'identifiers', isHeldOut: false, make: byRate(scanIdentifiers, 5, 20, 100) },
  { kind: 'uds-scan', variant: 'addresses', isHeldOut: true, make: byRate(scanAddresses, 5, 20, 100) },
  { kind: 'uds-scan', variant: 'keys guessed', isHeldOut: true, make: byRate(guessKeys, 2, 10, 50) },
  { kind: 'uds-scan', variant: 'tester present', isHeldOut: true, make: byRate(floodTesterPresent, 20, 100, 500) },

  {
    kind: 'masquerade',
    variant: 'constant',
    isHeldOut: false,
    make: {
      low: masqueradeConstant(0.1, 'careful'),
      ordinary: masqueradeConstant(0.4, 'careful'),
      high: masqueradeConstant(1, 'careless'),
    },
  },
  {
    kind: 'masquerade',
    variant: 'frozen',
    isHeldOut: false,
    make: {
      low: masqueradeFrozen('field', 'careful'),
      ordinary: masqueradeFrozen('payload', 'careless'),
      high: masqueradeFrozen('payload', 'careless'),
    },
  },
  {
    kind: 'masquerade',
    variant: 'drift',
    isHeldOut: true,
    make: {
      low: masqueradeDrift(0.1, 'careful'),
      ordinary: masqueradeDrift(0.5, 'careful'),
      high: masqueradeDrift(1, 'careless'),
    },
  },
  {
    kind: 'masquerade',
    variant: 'offset',
    isHeldOut: true,
    make: {
      low: masqueradeOffset(0.1, 'careful'),
      ordinary: masqueradeOffset(0.3, 'careful'),
      high: masqueradeOffset(0.6, 'careless'),
    },
  },

  { kind: 'j1939', variant: 'address claim', isHeldOut: false, make: byRate(claimAddresses, 5, 20, 200) },
  { kind: 'j1939', variant: 'request overload', isHeldOut: false, make: byRate(overloadRequests, 50, 200, 800) },
  { kind: 'j1939', variant: 'connections opened', isHeldOut: true, make: byRate(openConnections, 5, 50, 300) },

  {
    kind: 'silence',
    variant: 'whole bus',
    isHeldOut: false,
    make: { low: silence(), ordinary: silence(), high: silence() },
  },
]

function byRate(
  make: (perSecond: number) => MakeAttack,
  low: number,
  ordinary: number,
  high: number,
): Scenario['make'] {
  return { low: make(low), ordinary: make(ordinary), high: make(high) }
}

/** The required results at ordinary intensity. */
export const targets: Readonly<Partial<Record<Kind, { readonly recall: number; readonly precision: number }>>> = {
  flood: { recall: 0.95, precision: 0.95 },
  spoof: { recall: 0.95, precision: 0.95 },
  fuzz: { recall: 0.95, precision: 0.95 },
  suppression: { recall: 0.95, precision: 0.95 },
  replay: { recall: 0.95, precision: 0.95 },
  'uds-scan': { recall: 0.95, precision: 0.95 },
  masquerade: { recall: 0.8, precision: 0.95 },
}
