/** The source name of the shipped entries. */
export const shippedSource = 'carapace'
