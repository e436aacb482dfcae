/** The simulated fleet of `npm start`: the seed registers the same vehicles that later report. */
export const demoFleet = { seed: 1, vehicles: 40 } as const
