/** What an organisation may keep, and what one call may ask for. */
export const sbomLimits = {
  software: 2_000,
  releasesOfOne: 2_000,
  documentsOfOne: 200,
  /** The largest document, bytes. */
  fileBytes: 100_000_000,
  /** All documents of an organisation, bytes. */
  orgBytes: 50 * 1024 ** 3,
  /** Documents that arrive at the same time. */
  uploads: 4,
  aliases: 5_000,
  merged: 50,
  /** Paths from the subject to a component, and the components on one of them. */
  paths: 50,
  pathLength: 64,
  /** Components in a drawn graph: more are shown as one. */
  graphNodes: 400,
} as const
