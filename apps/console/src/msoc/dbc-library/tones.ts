/** Colours of signals, by their place in the message: neighbours differ. */
export const tones = 5
