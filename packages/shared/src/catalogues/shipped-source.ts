/** Whose the shipped entries are. */
export const shippedSource = 'carapace'
