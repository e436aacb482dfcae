/** The build's version, as the footer shows it. */
export const version = '0.2.30'
