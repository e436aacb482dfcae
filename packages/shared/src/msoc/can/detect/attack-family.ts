/**
 * The kind of attack that a detector's signs indicate, and which other signs belong to the same attack (rules WATCH-3,
 * WATCH-5 of ../SPEC.md). Every detector declares its own.
 */
export interface AttackFamily {
  /**
   * From 0 (one odd value) to 9 (the bus is flooded). Of equally severe signs of one attack the strongest names it.
   */
  readonly strength: number
  /** True if its signs join an ongoing attack on other ids, and signs of other ids join its attack. */
  readonly joinsIds: boolean
  /** The name for six of its ids at a time, as one attack on the bus; undefined: they stay attacks on single ids. */
  readonly gathersAs: GatheredAttack | undefined
  /** Which of its signs concern the whole bus, so that simultaneous signs of single ids are part of the same attack. */
  readonly affectsBus: 'never' | 'where it names no id' | 'always'
}

/** An attack on many ids at the same time. */
export interface GatheredAttack {
  readonly detector: string
  readonly title: string
}

/** For detectors of oddities of one id. */
export const ofOneId = { joinsIds: true, gathersAs: undefined, affectsBus: 'never' } as const

/** For detectors whose oddities may affect several ids, although each sign is about one id. */
export const manyIds: GatheredAttack = { detector: 'can-many', title: 'Attack on many ids' }
export const ofManyIds = { joinsIds: true, gathersAs: manyIds, affectsBus: 'never' } as const

/** For a sender that imitates an id: detected by can-masquerade and can-correlation. */
export const masqueradeFamily: AttackFamily = { ...ofManyIds, strength: 2 }

/** For detectors of oddities of the bus as a whole. */
export const ofTheBus = { joinsIds: true, gathersAs: undefined, affectsBus: 'where it names no id' } as const

/** For diagnostics and J1939: a separate attack, independent of other attacks on the bus. */
export const protocolFamily: AttackFamily = { strength: 5, joinsIds: false, gathersAs: undefined, affectsBus: 'never' }
