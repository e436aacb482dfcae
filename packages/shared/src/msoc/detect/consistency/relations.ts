import type { LineRules } from './line.ts'
import type { Quantity } from './quantities.ts'
import type { Source } from './source.ts'

/** What a source is in a relation: a quantity, or what follows from others. */
export type Role = Quantity | 'turning' | 'cornering' | 'gaining' | 'drawn' | 'discharge'

/** Two things that physics ties together: the reference is y, the other one x. */
export interface Relation extends LineRules {
  /** What alerts say disagrees. */
  readonly title: string
  /** What they disagree with, where both have one place. */
  readonly against: string
  readonly y: Role
  readonly x: Role
  readonly unit: string
  /** How far in time the values of x around that of y may be, ms: it covers delays and different rates. */
  readonly widthMs: number
}

const plus = (least: number, share: number) => (y: number) => least + share * Math.abs(y)

/**
 * The physical relations between what a vehicle's sources measure (rule CONSISTENCY-1). Only speeds have the same value
 * in the same unit; what else goes together does so by a gain and an offset of the vehicle, which are learned.
 */
export const relations: readonly Relation[] = [
  {
    title: 'Speed',
    against: 'another speed',
    y: 'speed',
    x: 'speed',
    unit: 'km/h',
    isDeclared: true,
    samples: 60,
    range: 20,
    leastR2: 0,
    floor: plus(3, 0.03),
    wide: plus(5, 0.08),
    widthMs: 2_000,
  },
  {
    title: 'Yaw rate',
    against: 'the change of heading',
    y: 'turning',
    x: 'yaw',
    unit: '°/s',
    isDeclared: false,
    samples: 300,
    range: 12,
    leastR2: 0.6,
    floor: plus(3, 0.1),
    wide: plus(8, 0.3),
    widthMs: 2_000,
  },
  {
    title: 'Steering',
    against: 'the change of heading',
    y: 'turning',
    x: 'cornering',
    unit: '°/s',
    isDeclared: false,
    samples: 400,
    range: 200,
    leastR2: 0.6,
    floor: plus(4, 0.15),
    wide: plus(8, 0.3),
    widthMs: 2_500,
  },
  {
    title: 'Torque',
    against: 'the acceleration',
    y: 'gaining',
    x: 'torque',
    unit: 'm/s²',
    isDeclared: false,
    samples: 600,
    range: 60,
    leastR2: 0.6,
    floor: plus(0.8, 0.1),
    wide: plus(2, 0.3),
    widthMs: 2_000,
  },
  {
    title: 'State of charge',
    against: 'the energy drawn',
    y: 'discharge',
    x: 'drawn',
    unit: '%',
    isDeclared: false,
    samples: 24,
    range: 0.3,
    leastR2: 0.7,
    floor: plus(0.6, 0.1),
    wide: plus(2, 0.3),
    widthMs: 0,
  },
]

/** Places by how directly they measure: of two sources the one of the earlier place is the reference. */
const placeRank = (place: string): number => (place === 'GPS' ? 0 : place === 'telemetry' ? 1 : 2)

/**
 * Returns the relations between two sources, the reference first. Within a place numbers are compared by the bus's own
 * models, except for what is derived from several.
 */
export function relationsBetween(a: Source, b: Source): { relation: Relation; y: Source; x: Source }[] {
  return relations.flatMap((relation) => {
    const isForward = relation.y === a.role && relation.x === b.role
    const isBackward = relation.y === b.role && relation.x === a.role
    if (!isForward && !isBackward) return []
    // what has no width in time is made of one place's samples
    if (relation.widthMs === 0 && a.place !== b.place) return []
    if (relation.y !== relation.x) return [{ relation, y: isForward ? a : b, x: isForward ? b : a }]
    if (a.place === b.place) return []
    const isFirst = placeRank(a.place) <= placeRank(b.place)
    return [{ relation, y: isFirst ? a : b, x: isFirst ? b : a }]
  })
}
