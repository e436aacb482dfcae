export const profileStates = ['DRAFT', 'ACTIVE', 'RETIRED'] as const
export type ProfileState = (typeof profileStates)[number]

/** The origin of a profile: a window of vehicles' records, a capture, or a DBC alone. */
export const profileOrigins = ['RECORD', 'CAPTURE', 'DBC'] as const
export type ProfileOrigin = (typeof profileOrigins)[number]

/**
 * How a bus of a vehicle is watched: it is still being learned, by a model learned from this vehicle itself, or by the
 * active profile of its vehicle model.
 */
export const watchStates = ['LEARNING', 'OWN', 'PROFILE'] as const
export type WatchState = (typeof watchStates)[number]
