/**
 * What kind of attack a detector's signs are of, and which signs are one attack with them (rules WATCH-3, WATCH-5 of
 * ../SPEC.md). Every detector declares its own.
 */
export interface AttackFamily {
  /**
   * From 0, one odd value, to 9, the bus is flooded: of equally severe signs about one attack the strongest names it.
   */
  readonly strength: number
  /** Whether its signs belong to an attack that goes on about other ids, and the signs of other ids to its attack. */
  readonly joinsIds: boolean
  /** What six ids of it at a time are called, as one attack on the bus; undefined: they stay attacks on single ids. */
  readonly gathersAs: GatheredAttack | undefined
  /** Which of its signs are about the whole bus, so that what single ids show meanwhile is part of the same attack. */
  readonly affectsBus: 'never' | 'where it names no id' | 'always'
}

/** An attack on many ids at a time. */
export interface GatheredAttack {
  readonly detector: string
  readonly title: string
}

/** Of what is odd about one id of the bus. */
export const ofOneId = { joinsIds: true, gathersAs: undefined, affectsBus: 'never' } as const

/** Of what is odd about several ids, though no detector looks at more than one. */
export const manyIds: GatheredAttack = { detector: 'can-many', title: 'Attack on many ids' }
export const ofManyIds = { joinsIds: true, gathersAs: manyIds, affectsBus: 'never' } as const

/** A voice that imitates an id: what can-masquerade and can-correlation notice. */
export const masqueradeFamily: AttackFamily = { ...ofManyIds, strength: 2 }

/** Of what is about the bus as a whole. */
export const ofTheBus = { joinsIds: true, gathersAs: undefined, affectsBus: 'where it names no id' } as const

/** Of diagnostics and J1939: an attack of its own beside whatever else happens on the bus. */
export const protocolFamily: AttackFamily = { strength: 5, joinsIds: false, gathersAs: undefined, affectsBus: 'never' }
