/** The simulated fleet that `npm start` drives: the seed registers the very vehicles that then report. */
export const demoFleet = { seed: 1, vehicles: 40 } as const
