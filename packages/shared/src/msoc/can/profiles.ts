export const profileStates = ['DRAFT', 'ACTIVE', 'RETIRED'] as const
export type ProfileState = (typeof profileStates)[number]

/** Where a profile comes from: a window of vehicles' records, a capture, or a DBC alone. */
export const profileOrigins = ['RECORD', 'CAPTURE', 'DBC'] as const
export type ProfileOrigin = (typeof profileOrigins)[number]

/**
 * How a bus of a vehicle is watched: it is being learned, by what was learned of this very vehicle, or by its model's
 * active profile.
 */
export const watchStates = ['LEARNING', 'OWN', 'PROFILE'] as const
export type WatchState = (typeof watchStates)[number]
