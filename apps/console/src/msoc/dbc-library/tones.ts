/** Number of signal colours, assigned by the position in the message, so that adjacent signals differ. */
export const tones = 5
