/**
 * The simulated fleet of `npm start`: the seed registers the same vehicles that later report. As many forward their CAN
 * traffic as a busy laptop can store, and attacks are as rare as three analysts can work on.
 */
export const demoFleet = { seed: 1, vehicles: 40, canVehicles: 16, attackEvery: '10m', history: '24h' } as const

/** The attack that a visitor sees soon after signing in: it has a threat scenario in the program of this model. */
export const shownAttack = { attack: 'spoofed-torque', model: 'EQX-24' } as const
