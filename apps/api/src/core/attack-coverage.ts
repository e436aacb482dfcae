import type { Caller } from './http/caller.ts'
import type { Database } from './db.ts'

/** What other modules know about the techniques of attackers: the module of the threat analysis implements it. */
export interface AttackCoverage {
  /**
   * The techniques that threat scenarios name, and how many scenarios name each, of the programs that the caller sees.
   * A technique is written as its matrix writes it: `ATM-T0072`, `T0814`. Undefined without the licence.
   */
  techniquesOf(
    db: Database,
    caller: Caller,
  ): Promise<{ readonly technique: string; readonly scenarios: number }[] | undefined>
}

declare module '../module.ts' {
  interface Services {
    readonly attackCoverage: AttackCoverage
  }
}
